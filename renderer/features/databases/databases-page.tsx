import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { databasesQuery } from './api.ts'
import { DatabasesTable } from './databases-table.tsx'

const MakeButton = () => (
  <Button component={Link} to="/databases/new" leftSection={<IconPlus size={16} aria-hidden />}>
    Make database
  </Button>
)

/** The databases of the account. */
export function DatabasesPage() {
  const databases = useInfiniteQuery(databasesQuery(useAccount()))
  const rows = databases.data?.pages.flatMap(page => page.data) ?? []
  return (
    <Page title="Databases" action={rows.length > 0 && <MakeButton />}>
      {databases.isPending ? (
        <RowsSkeleton rows={8} />
      ) : databases.isError ? (
        <ErrorNotice error={databases.error} onRetry={() => void databases.refetch()} />
      ) : rows.length ? (
        <DatabasesTable
          databases={rows}
          onEnd={() => void (databases.hasNextPage && !databases.isFetching && databases.fetchNextPage())}
        />
      ) : (
        <EmptyState action={<MakeButton />} docs={{ guide: 'databases', text: 'Guide to databases' }}>
          A database collects what parsers yield, or any rows of yours, and tells what was added, changed and
          removed since.
        </EmptyState>
      )}
    </Page>
  )
}
