import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { JsonWidget } from '../../ui/form/json-widget.tsx'
import { problemAt } from './graph/problems.ts'
import type { Running } from './use-run.ts'

/** Asks for the input of a run, and starts it: for good, or as a trial. */
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
  const errorAt = (path: string) =>
    running.error?.field ? problemAt([running.error as never], `input.${path}`) : null
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
              description: 'This workflow names no fields in its `input_schema`; any object will do.',
            }}
            required={false}
            value={undefined}
            errorAt={() => null}
            onChange={value => setInput((value ?? {}) as Record<string, unknown>)}
          />
        )}
        {running.thrown !== null && <ErrorNotice error={running.thrown} />}
        <Text size="sm" c="dimmed">
          A trial leaves out all that reaches beyond the run: pinned items and samples stand in. It is free.
        </Text>
        <Group gap={8}>
          <Button loading={running.starting} onClick={() => start(false)}>
            Run
          </Button>
          <Button variant="default" loading={running.starting} onClick={() => start(true)}>
            Try on samples
          </Button>
        </Group>
      </Stack>
    </Drawer>
  )
}
