import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorBodyOf } from '../../../lib/call-error.ts'
import { operationsQuery } from '../../../lib/machine.ts'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import type { Draft } from '../draft.ts'
import type { DrawerContent } from './editor-drawer.tsx'
import { SettingField } from './setting-field.tsx'
import type { FieldSchema } from './settings-kind.ts'

/** These are written elsewhere on the page. */
const ELSEWHERE = ['name', 'schema', 'test_urls']

/** All that a parser is beside its schema: the fields and hints are those of the operation that makes one. */
export function ParserSettings({ hand, saving, onClose }: DrawerContent) {
  const operations = useQuery(operationsQuery)
  if (operations.isPending) return <RowsSkeleton />
  if (operations.isError)
    return <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
  const { properties = {} } = operations.data.data.find(({ id }) => id === 'parser-create')!
    .input as FieldSchema
  const { draft, change } = hand
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        They are saved with the parser. Secrets of headers and of the proxy stay hidden behind dots once they
        are saved; leave the dots to keep them.
      </Text>
      {Object.entries(properties)
        .filter(([name]) => !ELSEWHERE.includes(name))
        .map(([name, schema]) => (
          <SettingField
            key={name}
            path={name}
            schema={schema}
            value={draft[name as keyof Draft]}
            onChange={value => change({ [name]: value })}
            error={saving.error ? errorBodyOf(saving.error) : null}
          />
        ))}
      <Group>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
