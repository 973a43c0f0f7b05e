import { Button, NativeSelect, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { DAY, HOUR } from '../../../../server/base/times.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { serviceTime } from '../../../lib/service/clock.ts'
import { ChoiceFilter, ClearFilters, useFilters } from '../../../ui/lists/filters.tsx'
import { CountedList, fetchMoreOf, rowsOf } from '../../../ui/lists/paged-rows.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { SavedViews } from '../../../ui/saved/saved-views.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { CHANGE_FILTERS, type ChangeFilterValues, changesQuery, type Database } from '../api.ts'
import classes from '../databases.module.css'
import { ChangeDigest } from './change-digest.tsx'
import { ChangesTable } from './changes-table.tsx'

/** The time spans that are offered, in milliseconds. */
const SPANS = [
  { ms: HOUR, label: 'Last hour' },
  { ms: DAY, label: 'Last 24 hours' },
  { ms: 7 * DAY, label: 'Last 7 days' },
]

/** The feed of rows that were added, changed, removed or returned, newest first. */
export function ChangesFeed({ database }: { database: Database }) {
  const filters = useFilters<ChangeFilterValues>(CHANGE_FILTERS)
  const { wanted, want } = filters
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <ChoiceFilter
          operation="database-changes"
          field="kind"
          label="Kind of change"
          any="Any change"
          value={wanted.kind}
          onChange={kind => want({ kind })}
        />
        <SinceFilter since={wanted.since} onChange={since => want({ since })} />
        <SavedViews operation="database-changes" of={{ id: database.id }} isShared filters={filters} />
        <ClearFilters filters={filters} />
      </div>
      <ChangeDigest database={database} />
      <Changes database={database} wanted={wanted} />
    </div>
  )
}

/** Offers time spans. A chosen span is stored as the time at which it started. */
function SinceFilter({
  since = '',
  onChange,
}: {
  since: string | undefined
  onChange: (since: string) => void
}) {
  const begin = (ms: number) => new Date(serviceTime() - ms).toISOString()
  return (
    <NativeSelect
      size="xs"
      aria-label="Since"
      title={since}
      value={since}
      onChange={({ currentTarget: { value } }) => onChange(Number(value) ? begin(Number(value)) : '')}
    >
      <option value="">Any time</option>
      {since && <option value={since}>{`Since ${exactTime(since)}`}</option>}
      {SPANS.map(({ ms, label }) => (
        <option key={ms} value={ms}>
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}

function Changes({ database, wanted }: { database: Database; wanted: ChangeFilterValues }) {
  const feed = useInfiniteQuery(changesQuery(useAccount(), database.id, wanted))
  if (feed.isPending)
    return (
      <div className={classes.notice}>
        <RowsSkeleton />
      </div>
    )
  if (feed.isError)
    return (
      <div className={classes.notice}>
        <ErrorNotice error={feed.error} onRetry={() => void feed.refetch()} />
      </div>
    )
  const changes = rowsOf(feed)
  if (!changes.length)
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={() => void feed.refetch()}>
            Refresh
          </Button>
        }
      >
        <Text span>
          {database.track_history
            ? 'No matching changes. Each write is recorded here with what it added, changed and removed.'
            : 'This database keeps no history of changes. Turn it on in its settings.'}
        </Text>
      </EmptyState>
    )
  return (
    <CountedList query={feed}>
      <ChangesTable database={database} changes={changes} onEnd={fetchMoreOf(feed)} />
    </CountedList>
  )
}
