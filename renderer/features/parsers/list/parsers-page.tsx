import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { hasWords } from '../../../../server/base/text/search-text.ts'
import { useDrawer } from '../../../lib/in-address.ts'
import { useAccount } from '../../../lib/service/account.ts'
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
  const [words, setWords] = useState('')
  const deferredWords = useDeferredValue(words)
  return (
    <Page
      title="Parsers"
      action={<HeaderActions words={words} onWords={setWords} some={Boolean(parsers.data?.length)} />}
    >
      {parsers.isPending ? (
        <RowsSkeleton rows={8} />
      ) : parsers.isError ? (
        <ErrorNotice error={parsers.error} onRetry={() => void parsers.refetch()} />
      ) : (
        <ParserResults parsers={parsers.data} words={deferredWords} onAll={() => setWords('')} />
      )}
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

function HeaderActions({
  words,
  onWords,
  some,
}: {
  words: string
  onWords: (words: string) => void
  some: boolean
}) {
  return (
    <Group gap={8}>
      {some && (
        <>
          <TextInput
            type="search"
            aria-label="Search parsers"
            placeholder="Search   /"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={words}
            onChange={event => onWords(event.currentTarget.value)}
          />
          <SampleButton />
        </>
      )}
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

function ParserResults({
  parsers,
  words,
  onAll,
}: {
  parsers: readonly Parser[]
  words: string
  onAll: () => void
}) {
  if (!parsers.length)
    return (
      <EmptyState
        action={<SampleButton />}
        docs={{ guide: 'parsers', text: 'Guide to parsers' }}
        example={<ExampleRows of="parser-list">{rows => <ParsersTable parsers={rows} />}</ExampleRows>}
      >
        A parser defines which fields to read from a page and returns them as JSON. The sample reads a
        synthetic page, offline.
      </EmptyState>
    )
  const found = parsers.filter(parser => matchesWords(parser, words))
  if (!found.length)
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={onAll}>
            Clear search
          </Button>
        }
      >
        {`No parser matches “${words}”.`}
      </EmptyState>
    )
  return (
    <Stack gap={24}>
      <ParsersTable parsers={found} />
    </Stack>
  )
}
