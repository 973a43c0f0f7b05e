import { Button, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../../lib/account.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { itemsQuery, type Run } from '../api.ts'
import classes from '../workflows.module.css'

const SIDES = [
  { label: 'In', value: 'in' },
  { label: 'Out', value: 'out' },
]
/** Items that can be pinned at once. */
const MAX_PINNED = 100

const onOneLine = (value: unknown) => JSON.stringify(value)?.slice(0, 120)

/** The input items of a node in a run with their outcomes, and its output items. */
export function NodeItems({
  run,
  node,
  onPin,
}: {
  run: Run
  node: string
  onPin: (items: unknown[]) => void
}) {
  const [side, setSide] = useState<'in' | 'out'>('in')
  const step = run.steps.find(({ node_id }) => node_id === node)!
  const seen = step.items_in + step.items_out + step.items_failed + (step.finished_at ? 1 : 0)
  const items = useQuery(itemsQuery(useAccount(), run.id, node, side, seen))
  const rows = items.data?.data ?? []
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Which items"
        data={SIDES}
        value={side}
        onChange={value => setSide(value as 'in' | 'out')}
        style={{ alignSelf: 'flex-start' }}
      />
      {items.isPending && <RowsSkeleton rows={3} />}
      {items.isError && <ErrorNotice error={items.error} onRetry={() => void items.refetch()} />}
      {items.data && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {side === 'in' ? 'No items yet.' : 'No output items.'}
        </Text>
      )}
      <div className={classes.items}>
        {rows.map(({ index, value, branch, state, error }, place) => (
          <details key={place} className={classes.item}>
            <summary>
              <span className={classes.itemMark} data-state={error ? 'failed' : undefined}>
                {[index, branch, state].filter(part => part !== undefined).join(' · ')}
              </span>
              <span className={classes.itemLine}>{error ? error.message : onOneLine(value)}</span>
            </summary>
            {error?.hint && <Text size="sm">{error.hint}</Text>}
            <pre className={classes.itemValue}>{JSON.stringify(value, null, 2)}</pre>
          </details>
        ))}
      </div>
      {items.data?.has_more && (
        <Text size="xs" c="dimmed">
          Showing the first {rows.length}.
        </Text>
      )}
      {side === 'out' && rows.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onPin(rows.slice(0, MAX_PINNED).map(({ value }) => value))}
        >
          Pin these items
        </Button>
      )}
    </>
  )
}
