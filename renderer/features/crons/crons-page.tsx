import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { cronsQuery } from './api.ts'
import { CronsTable } from './crons-table.tsx'
import { DayCalendar } from './day-calendar.tsx'

/** The crons of the account: what the coming day brings, and each with its next and last run. */
export function CronsPage() {
  const button = (
    <Button component={Link} to="/crons/new" leftSection={<IconPlus size={16} aria-hidden />}>
      Make cron
    </Button>
  )
  return (
    <Page title="Crons" action={button}>
      <Crons account={useAccount()} />
    </Page>
  )
}

function Crons({ account }: { account: string }) {
  const crons = useInfiniteQuery(cronsQuery(account))
  if (crons.isPending) return <RowsSkeleton />
  if (crons.isError) return <ErrorNotice error={crons.error} onRetry={() => void crons.refetch()} />
  const rows = crons.data.pages.flatMap(page => page.data)
  if (!rows.length)
    return (
      <EmptyState
        action={
          <Button component={Link} to="/crons/new" variant="default">
            Make the first cron
          </Button>
        }
      >
        A cron runs a parser, an API, a batch or a workflow by the clock, catches up after sleep, and says why
        a time was skipped.
      </EmptyState>
    )
  return (
    <Stack gap={24}>
      <DayCalendar />
      <CronsTable
        crons={rows}
        onEnd={() => void (crons.hasNextPage && !crons.isFetching && crons.fetchNextPage())}
      />
    </Stack>
  )
}
