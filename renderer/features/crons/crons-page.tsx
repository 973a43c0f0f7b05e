import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { cronsQuery } from './api.ts'
import { CronsTable } from './crons-table.tsx'
import { DayCalendar } from './day-calendar.tsx'

/** The crons of the account: the next 24 hours, and each with its next and last run. */
export function CronsPage() {
  const button = (
    <Button component={Link} to="/crons/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New cron
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
  return (
    <PagedRows
      query={crons}
      empty={
        <EmptyState
          action={
            <Button component={Link} to="/crons/new" variant="default">
              New cron
            </Button>
          }
        >
          A cron runs a parser, an API, a batch or a workflow on a schedule. It catches up after sleep and
          records why a run was skipped.
        </EmptyState>
      }
    >
      {(rows, fetchMore) => (
        <Stack gap={24}>
          <DayCalendar />
          <CronsTable crons={rows} onEnd={fetchMore} />
        </Stack>
      )}
    </PagedRows>
  )
}
