import { Button, Group, Stack } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { hasWords } from '../../../../server/base/text/search-text.ts'
import { useDrawer } from '../../../lib/in-address.ts'
import { useAccount } from '../../../lib/service/account.ts'
import type { Filters } from '../../../ui/lists/filters.tsx'
import { NoMatches, SearchRow, type SearchValues, useListSearch } from '../../../ui/lists/searched-rows.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { ExampleRows } from '../../../ui/page/example-rows.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { type Parser, parsersQuery } from '../api.ts'
import { ImportDrawer } from './import-drawer.tsx'
import { ParsersTable } from './parsers-table.tsx'

/** The parsers of the account. */
export function ParsersPage() {
  const parsers = useQuery(parsersQuery(useAccount()))
  const search = useListSearch()
  const hasParsers = Boolean(parsers.data?.length)
  return (
    <Page title="Parsers" action={<HeaderActions some={hasParsers} />}>
      <Stack gap={16}>
        {hasParsers && <SearchRow label="Search parsers" search={search} />}
        {parsers.isPending ? (
          <RowsSkeleton rows={8} />
        ) : parsers.isError ? (
          <ErrorNotice error={parsers.error} onRetry={() => void parsers.refetch()} />
        ) : (
          <ParserResults parsers={parsers.data} search={search} />
        )}
      </Stack>
    </Page>
  )
}

const SampleButton = () => (
  <Button component={Link} to="/parsers/sample" variant="default">
    Open sample
  </Button>
)

function ImportButton() {
  const [drawer, open] = useDrawer(['import'])
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => open('import')}
      >
        Import
      </Button>
      <ImportDrawer opened={drawer !== null} onClose={() => open(null)} />
    </>
  )
}

function HeaderActions({ some }: { some: boolean }) {
  return (
    <Group gap={8}>
      {some && <SampleButton />}
      <ImportButton />
      <Button component={Link} to="/parsers/new" leftSection={<IconPlus size={16} aria-hidden />}>
        New parser
      </Button>
    </Group>
  )
}

/** Whether every word occurs in the name, the description, the state, an address or a field. */
function matchesWords(parser: Parser, words: string): boolean {
  const { name, description, status, test_urls, match, schema } = parser
  const texts = [
    name,
    description,
    status,
    ...test_urls,
    ...match.url_patterns,
    ...Object.keys(schema.fields),
  ]
  return hasWords(texts, words)
}

function ParserResults({ parsers, search }: { parsers: readonly Parser[]; search: Filters<SearchValues> }) {
  const words = search.wanted.q ?? ''
  const found = parsers.filter(parser => matchesWords(parser, words))
  if (found.length) return <ParsersTable parsers={found} />
  if (parsers.length) return <NoMatches noun="parser" search={search} />
  return (
    <EmptyState
      action={<SampleButton />}
      docs={{ guide: 'parsers', text: 'Guide to parsers' }}
      example={<ExampleRows of="parser-list">{rows => <ParsersTable parsers={rows} />}</ExampleRows>}
    >
      A parser defines which fields to read from a page and returns them as JSON. The sample reads a synthetic
      page, offline.
    </EmptyState>
  )
}
