import { Button, Group, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { searchText } from '../../../server/base/text/search-text.ts'
import { useAccount } from '../../lib/service/account.ts'
import { type PagedQuery, PagedRows, rowsOf, Total } from '../../ui/lists/paged-rows.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ExampleRows } from '../../ui/page/example-rows.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { type Cron, cronsQuery } from './api.ts'
import { CronCalendar } from './calendar/cron-calendar.tsx'
import { CronsTable } from './crons-table.tsx'

const NewCronButton = () => (
  <Button component={Link} to="/crons/new" leftSection={<IconPlus size={16} aria-hidden />}>
    New cron
  </Button>
)

/** The page of the account's crons: a calendar of the next runs, and each cron with its next and last run. */
export function CronsPage() {
  const crons = useInfiniteQuery(cronsQuery(useAccount()))
  return (
    <Page title="Crons" action={rowsOf(crons).length > 0 && <NewCronButton />}>
      <Crons crons={crons} />
    </Page>
  )
}

function Crons({ crons }: { crons: PagedQuery<Cron> }) {
  const [words, setWords] = useState('')
  const isWhole = useAllPages(crons, words !== '')
  return (
    <PagedRows
      query={crons}
      empty={
        <EmptyState
          action={<NewCronButton />}
          docs={{ guide: 'crons', text: 'Guide to crons' }}
          example={
            <ExampleRows of="cron-list">
              {rows => <CronsTable crons={rows} onEnd={() => undefined} />}
            </ExampleRows>
          }
        >
          A cron runs a parser, an API, a batch or a workflow on a schedule. It catches up after sleep and
          records why a run was skipped.
        </EmptyState>
      }
    >
      {(rows, fetchMore) => (
        <Stack gap={24}>
          <CronCalendar />
          <Group gap={12}>
            <SearchField label="Search crons" value={words} onSeek={setWords} />
            <Total query={crons} noun="cron" />
          </Group>
          <MatchingCrons
            crons={rows.filter(cron => matches(cron, words))}
            isWhole={isWhole}
            onEnd={fetchMore}
          />
        </Stack>
      )}
    </PagedRows>
  )
}

/** Fetches all pages where they are wanted, as by a search. Whether there are no more. */
function useAllPages(
  { hasNextPage, isFetching, isError, fetchNextPage }: PagedQuery<Cron>,
  areWanted: boolean,
) {
  useEffect(() => {
    if (areWanted && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [areWanted, hasNextPage, isFetching, isError, fetchNextPage])
  return !hasNextPage
}

/** Whether the name, schedule or target of a cron contains a text. */
const matches = ({ name, reading, expression, timezone, target }: Cron, words: string) =>
  searchText([name, reading, expression, timezone, JSON.stringify(target)].join(' ')).includes(
    searchText(words),
  )

function MatchingCrons({ crons, isWhole, onEnd }: { crons: Cron[]; isWhole: boolean; onEnd: () => void }) {
  if (crons.length) return <CronsTable crons={crons} onEnd={onEnd} />
  return isWhole ? <EmptyState>No matching crons.</EmptyState> : <RowsSkeleton />
}
