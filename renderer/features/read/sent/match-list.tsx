import { Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import type { Matches, PageExtractor } from './api.ts'

/** Lists the APIs and parsers that match a page, with the options for the data of a parser. */
export function MatchList({
  matches: { apis, parsers, databases },
  onTake,
  busy,
}: {
  matches: Matches
  onTake: (taker: PageExtractor) => void
  /** What is extracting data now; undefined if nothing is. */
  busy: PageExtractor | undefined
}) {
  const [database_id, setDatabase] = useState<string | null>(null)
  const [save, setSave] = useState(false)
  if (!apis.length && !parsers.length)
    return (
      <EmptyState>
        No API and no parser of yours knows this address. Begin with a new parser from this page.
      </EmptyState>
    )
  const busyId = busy && ('api' in busy ? busy.api.id : busy.parser.parser_id)
  const extracting = (id: string) => busy && (id === busyId ? 'this' : 'another')
  const options = (name: string) => ({
    ...(database_id !== null && { database_id }),
    ...(save && { save_as: name }),
  })
  return (
    <Stack gap={8} maw={640}>
      {apis.map(api => (
        <MatchRow key={api.id} {...api} extracting={extracting(api.id)} onTake={() => onTake({ api })} />
      ))}
      {parsers.map(({ id, ...parser }) => (
        <MatchRow
          key={id}
          {...parser}
          extracting={extracting(id)}
          onTake={() => onTake({ parser: { parser_id: id, ...options('Sent page') } })}
        />
      ))}
      {parsers.length > 0 && (
        <>
          <Select
            label="Database for the result"
            placeholder="Only show it"
            clearable
            data={databases.map(({ id, name }) => ({ value: id, label: name }))}
            value={database_id}
            onChange={setDatabase}
          />
          <Checkbox
            label="Save the page with the parser, as a test of it"
            checked={save}
            onChange={({ currentTarget }) => setSave(currentTarget.checked)}
          />
        </>
      )}
    </Stack>
  )
}

const MatchRow = ({
  name,
  credits,
  extracting,
  onTake,
}: {
  name: string
  credits: number
  extracting: 'this' | 'another' | undefined
  onTake: () => void
}) => (
  <Group gap={12}>
    <Text style={{ flex: 1 }}>{name}</Text>
    <Text size="sm" c="dimmed">
      {counted(credits, 'credit')}
    </Text>
    <ExplainedButton
      size="compact-sm"
      variant="default"
      loading={extracting === 'this'}
      reason={extracting === 'another' ? 'Data is being extracted from this page.' : null}
      aria-label={`Extract: ${name}`}
      onClick={onTake}
    >
      Extract
    </ExplainedButton>
  </Group>
)
