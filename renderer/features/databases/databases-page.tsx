import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { collectPath } from '../../lib/collect-start.ts'
import { useAccount } from '../../lib/service/account.ts'
import { hasRecords, SearchedRows, useListSearch } from '../../ui/lists/searched-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ExampleRows } from '../../ui/page/example-rows.tsx'
import { Page } from '../../ui/page/page.tsx'
import { databasesQuery } from './api.ts'
import { DatabasesTable } from './databases-table.tsx'

const DatabaseButtons = () => (
  <>
    <Button component={Link} to={collectPath({})} variant="default">
      Collect
    </Button>
    <Button component={Link} to="/databases/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New database
    </Button>
  </>
)

/** The databases of the account. */
export function DatabasesPage() {
  const search = useListSearch()
  const databases = useInfiniteQuery(databasesQuery(useAccount(), search.wanted))

  return (
    <Page title="Databases" action={hasRecords(databases, search) && <DatabaseButtons />}>
      <SearchedRows query={databases} search={search} noun="database" skeletons={8} empty={<NoDatabases />}>
        {(rows, fetchMore) => <DatabasesTable databases={rows} onEnd={fetchMore} />}
      </SearchedRows>
    </Page>
  )
}

const NoDatabases = () => (
  <EmptyState
    action={
      <Group gap={8} justify="center">
        <DatabaseButtons />
      </Group>
    }
    docs={{ guide: 'databases', text: 'Guide to databases' }}
    example={
      <ExampleRows of="database-list">
        {rows => <DatabasesTable databases={rows} onEnd={() => undefined} />}
      </ExampleRows>
    }
  >
    A database collects the results of parsers, or rows of your own, and records what was added, changed and
    removed.
  </EmptyState>
)
