import { Button, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { fetchMoreOf, rowsOf } from '../../ui/lists/paged-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { type ChangesWanted, changesQuery, type Database } from './api.ts'
import { KINDS } from './change-item.tsx'
import { ChangesTable } from './changes-table.tsx'
import classes from './databases.module.css'

const SPANS = [
  { value: '', label: 'all time' },
  { value: '3600000', label: 'last hour' },
  { value: '86400000', label: 'last 24 hours' },
  { value: '604800000', label: 'last 7 days' },
]

/** Rows that were added, changed, removed or returned, newest first. */
export function ChangesFeed({ database }: { database: Database }) {
  const [wanted, setWanted] = useState<ChangesWanted>({})
  const [span, setSpan] = useState('')
  const spanOf = (ms: string) => (ms ? { since: new Date(Date.now() - Number(ms)).toISOString() } : {})
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label="Kind of change"
          value={wanted.kind ?? 'all'}
          onChange={kind =>
            setWanted({ ...spanOf(span), ...(kind !== 'all' && { kind: kind as keyof typeof KINDS }) })
          }
          data={['all', ...Object.keys(KINDS)]}
        />
        <NativeSelect
          size="xs"
          aria-label="Since"
          data={SPANS}
          value={span}
          onChange={({ currentTarget: { value } }) => {
            const { since: _, ...rest } = wanted
            setSpan(value)
            setWanted({ ...rest, ...spanOf(value) })
          }}
        />
      </div>
      <Changes database={database} wanted={wanted} />
    </div>
  )
}

function Changes({ database, wanted }: { database: Database; wanted: ChangesWanted }) {
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
            : 'This database keeps no history. Turn on track_history in its settings.'}
        </Text>
      </EmptyState>
    )
  return <ChangesTable database={database} changes={changes} onEnd={fetchMoreOf(feed)} />
}
