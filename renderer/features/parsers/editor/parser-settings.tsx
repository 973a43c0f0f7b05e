import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorBodyOf } from '../../../lib/service/call-error.ts'
import { operationsQuery } from '../../../lib/service/machine.ts'
import type { JsonSchema } from '../../../ui/form/json-schema.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import type { ParserDraft } from '../draft.ts'
import type { DrawerContent } from './drawer-content.ts'
import { SettingFields } from './setting-field.tsx'

/** Fields that are edited elsewhere on the page. */
const EDITED_ELSEWHERE = ['name', 'schema', 'test_urls']

/** The settings of a parser. The fields and hints come from the operation that creates a parser. */
export function ParserSettings({ editing, saving, onClose }: DrawerContent) {
  const operations = useQuery(operationsQuery)
  if (operations.isPending) return <RowsSkeleton />
  if (operations.isError)
    return <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
  const { properties = {} } = operations.data.data.find(({ id }) => id === 'parser-create')!
    .input as JsonSchema
  const { draft, change } = editing
  const settings = Object.entries(properties).filter(([name]) => !EDITED_ELSEWHERE.includes(name))
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        Settings are saved with the parser. Saved secrets of headers and of the proxy are shown as dots. Leave
        the dots to keep a secret.
      </Text>
      <SettingFields
        schema={{ properties: Object.fromEntries(settings) }}
        pathOf={name => name}
        values={Object.fromEntries(settings.map(([name]) => [name, draft[name as keyof ParserDraft]]))}
        onChange={next => change(next as Partial<ParserDraft>)}
        error={saving.error ? errorBodyOf(saving.error) : null}
      />
      <Group>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
