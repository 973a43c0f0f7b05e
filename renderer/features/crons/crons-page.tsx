import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { hasRecords, SearchedRows, useListSearch } from '../../ui/lists/searched-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ExampleRows } from '../../ui/page/example-rows.tsx'
import { Page } from '../../ui/page/page.tsx'
import { cronsQuery } from './api.ts'
import { CronCalendar } from './calendar/cron-calendar.tsx'
import { CronsTable } from './crons-table.tsx'

const NewCronButton = () => (
  <Button component={Link} to="/crons/new" leftSection={<IconPlus size={16} aria-hidden />}>
    New cron
  </Button>
)

/** The page of the account's crons: a calendar of the next runs, and each cron with its next and last run. */
export function CronsPage() {
  const search = useListSearch()
  const crons = useInfiniteQuery(cronsQuery(useAccount(), search.wanted))
  const someCrons = hasRecords(crons, search)
  return (
    <Page title="Crons" action={someCrons && <NewCronButton />}>
      <Stack gap={24}>
        {someCrons && <CronCalendar />}
        <SearchedRows query={crons} search={search} noun="cron" empty={<NoCrons />}>
          {(rows, fetchMore) => <CronsTable crons={rows} onEnd={fetchMore} />}
        </SearchedRows>
      </Stack>
    </Page>
  )
}

const NoCrons = () => (
  <EmptyState
    action={<NewCronButton />}
    docs={{ guide: 'crons', text: 'Guide to crons' }}
    example={
      <ExampleRows of="cron-list">{rows => <CronsTable crons={rows} onEnd={() => undefined} />}</ExampleRows>
    }
  >
    A cron runs a parser, an API, a batch or a workflow on a schedule. It catches up after sleep and records
    why a run was skipped.
  </EmptyState>
)
