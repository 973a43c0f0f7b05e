import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Fields } from '../../ui/form/fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { JsonWidget } from '../../ui/form/json-widget.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { problemAt } from './graph/problems.ts'
import type { Running } from './use-run.ts'

/** Asks for the input of a run, and starts it or a dry run. */
export function RunDrawer({
  opened,
  schema,
  running,
  onClose,
}: {
  opened: boolean
  schema: Record<string, unknown>
  running: Running
  onClose: () => void
}) {
  const [input, setInput] = useState<Record<string, unknown>>({})
  const start = (dry_run: boolean) => {
    const isEmpty = !Object.keys(input).length
    running.start({ dry_run, ...(!(dry_run && isEmpty) && { input }) }, onClose)
  }
  const hasFields = Object.keys((schema as JsonSchema).properties ?? {}).length > 0
  const errorAt = (path: string) => (running.error ? problemAt([running.error], `input.${path}`) : null)
  return (
    <Drawer opened={opened} onClose={onClose} title="Run">
      <Stack gap={16}>
        {hasFields ? (
          <Fields schema={schema as JsonSchema} values={input} onChange={setInput} errorAt={errorAt} />
        ) : (
          <JsonWidget
            path=""
            label="Input"
            schema={{
              description: 'This workflow defines no fields in its `input_schema`. Any object is accepted.',
            }}
            required={false}
            value={undefined}
            errorAt={() => null}
            onChange={value => setInput((value ?? {}) as Record<string, unknown>)}
          />
        )}
        {running.thrown !== null && <ErrorNotice error={running.thrown} />}
        <Text size="sm" c="dimmed">
          A dry run uses pinned items and samples instead of calls, writes and deliveries. It is free.
        </Text>
        <Group gap={8}>
          <Button loading={running.starting} onClick={() => start(false)}>
            Run
          </Button>
          <Button variant="default" loading={running.starting} onClick={() => start(true)}>
            Dry run
          </Button>
        </Group>
      </Stack>
    </Drawer>
  )
}
