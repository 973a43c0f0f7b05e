import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAccount } from '../../../lib/service/account.ts'
import { counted } from '../../../ui/counted.ts'
import type { ListState } from '../../../ui/form/list-choices.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import type { WorkflowRun } from '../../../ui/runs/records.ts'
import { Time } from '../../../ui/time.tsx'
import { itemsQuery } from '../api.ts'
import { ItemsShown } from './items-shown.tsx'

/** The maximum number of pinned items. */
const MAX_PINNED = 100

type Side = 'in' | 'out'

interface NodeDataOptions {
  node: string
  side: Side
  /** The newest run that the node took part in. */
  run: WorkflowRun | undefined
  /** Whether the runs of the workflow are loaded. */
  runs: ListState
  pinned: readonly unknown[] | undefined
  /** An example item, derived from the schemas of the preceding nodes. */
  example?: unknown
  /** Shown while there are no items. */
  empty: ReactNode
  onPick?: (path: string) => void
  onPin?: (items: unknown[]) => void
  onUnpin?: () => void
}

const NOT_READ = 'The runs of the workflow could not be read.'

const LABELS = { in: 'Input', out: 'Output' }

/** Shows the items that entered or left a node: of a run, pinned ones, or an example. */
export function NodeData({
  node,
  side,
  run,
  runs,
  pinned,
  example,
  empty,
  onPick,
  onPin,
  onUnpin,
}: NodeDataOptions) {
  const [selectedSource, selectSource] = useState<string | null>(null)
  const label = LABELS[side]
  const sources = [
    ...(run ? [{ value: 'run', label: run.dry_run ? 'Dry run' : 'Last run' }] : []),
    ...(pinned?.length ? [{ value: 'pinned', label: 'Pinned' }] : []),
    ...(!pinned?.length && !run && example !== undefined ? [{ value: 'example', label: 'Example' }] : []),
  ]
  if (!run && runs.isPending) return <RowsSkeleton rows={2} />
  const source = sources.find(({ value }) => value === selectedSource) ?? sources[0]
  if (!source) return <Dimmed>{runs.isError ? NOT_READ : empty}</Dimmed>
  return (
    <Stack gap={8}>
      {sources.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={`Items of ${label.toLowerCase()}`}
          data={sources}
          value={source.value}
          onChange={selectSource}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      {source.value === 'run' && <RunItems {...{ node, side, label, onPick, onPin }} run={run!} />}
      {source.value === 'pinned' && (
        <>
          <Group gap={8} justify="space-between">
            <Dimmed>Pinned: kept with your draft, and saved with the workflow.</Dimmed>
            {onUnpin && (
              <Button size="compact-sm" variant="default" onClick={onUnpin}>
                Unpin
              </Button>
            )}
          </Group>
          <ItemsShown label={label} items={pinned!.map(value => ({ value }))} onPick={onPick} />
        </>
      )}
      {source.value === 'example' && (
        <>
          <Dimmed>
            {`${runs.isError ? NOT_READ : 'No run yet.'} These fields come from the schemas of what lies before.`}
          </Dimmed>
          <ItemsShown label={label} items={[{ value: example }]} isExample onPick={onPick} />
        </>
      )}
    </Stack>
  )
}

interface RunItemsOptions extends Pick<NodeDataOptions, 'node' | 'side'> {
  run: WorkflowRun
  label: string
  onPick: ((path: string) => void) | undefined
  onPin: ((items: unknown[]) => void) | undefined
}

function RunItems({ run, node, side, label, onPick, onPin }: RunItemsOptions) {
  const step = run.steps.find(({ node_id }) => node_id === node)!
  const itemCount = step.items_in + step.items_out + step.items_failed + (step.finished_at ? 1 : 0)
  const items = useQuery(itemsQuery(useAccount(), run.id, node, side, itemCount))
  const rows = items.data?.data ?? []
  const total = side === 'in' ? step.items_in : step.items_out
  if (items.isPending) return <RowsSkeleton rows={3} />
  if (items.isError) return <ErrorNotice error={items.error} onRetry={() => void items.refetch()} />
  if (!rows.length) return <Dimmed>No items in this run.</Dimmed>
  return (
    <>
      <Dimmed>
        {`${run.dry_run ? 'Dry run' : 'Run'} of version ${run.workflow_version}, `}
        <Time at={run.created_at} />
        {rows.length < total && `. The first ${counted(rows.length, 'item')} can be shown here.`}
      </Dimmed>
      <ItemsShown label={label} items={rows} total={Math.max(total, rows.length)} onPick={onPick} />
      {onPin && (
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

const Dimmed = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
