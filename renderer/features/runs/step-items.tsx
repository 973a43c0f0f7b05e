import { Anchor, Drawer, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { capitalized } from '../../../server/base/fields/labelled.ts'
import { useDrawerParameter } from '../../lib/in-address.ts'
import { useAccount } from '../../lib/service/account.ts'
import { errorOfRecord } from '../../lib/service/call-error.ts'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { durationText, elapsedMs } from '../../ui/jobs/durations.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { TextLink } from '../../ui/lists/links.tsx'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { numberText } from '../../ui/number-text.ts'
import { OutcomeDot } from '../../ui/outcome.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { missingReason, type RunStep, type WorkflowRun } from '../../ui/runs/records.ts'
import { type Item, itemsQuery, type StepSide } from './api.ts'
import { ItemCall } from './item-call.tsx'

const MAX_LINE_LENGTH = 200

const Value = ({ item: { value } }: { item: Item }) => (
  <span className="mono">{JSON.stringify(value)?.slice(0, MAX_LINE_LENGTH)}</span>
)

const INPUT_COLUMNS: Column<Item>[] = [
  { name: 'Item', right: true, grow: 0.6, show: ({ index }) => index },
  { name: 'State', grow: 1.2, show: ({ state }) => state && <OutcomeDot state={state} /> },
  { name: 'Value', grow: 4, show: item => <Value item={item} /> },
  { name: 'Error', grow: 2.4, show: ({ error }) => error && <span title={error.hint}>{error.message}</span> },
  { name: 'Attempts', right: true, show: ({ attempt }) => attempt },
  { name: 'Took', right: true, show: item => tookText(item) },
  { name: 'Credits', right: true, show: ({ credits }) => credits },
]

const OUTPUT_COLUMNS: Column<Item>[] = [
  { name: 'From item', right: true, grow: 0.8, show: ({ index }) => index },
  { name: 'Branch', grow: 0.8, show: ({ branch }) => <span className="mono">{branch}</span> },
  { name: 'Value', grow: 6, show: item => <Value item={item} /> },
]

function tookText({ started_at = null, finished_at = null }: Item): string {
  const ms = elapsedMs({ started_at, finished_at })
  return ms === null ? '' : durationText(ms)
}

/** Shows the input items of a step with their outcomes, and its output items. */
export function StepItems({ run, step, name }: { run: WorkflowRun; step: RunStep; name: string }) {
  const sides = sidesOf(step)
  const [chosenSide, choose] = useState(step.items_failed ? 'failed' : 'in')
  // The choice may no longer exist: once there are several branches, they replace the single output.
  const { value, side } = sides.find(({ value }) => value === chosenSide) ?? sides[0]!
  return (
    <Stack gap={12} component="section" aria-label={`Items of ${name}`}>
      <Group justify="space-between">
        <Title order={2} title={step.node_id}>{`Items of ${name}`}</Title>
        <SegmentedControl
          size="xs"
          aria-label="Which items"
          data={sides.map(({ value, label }) => ({ value, label }))}
          value={value}
          onChange={choose}
        />
      </Group>
      {step.incomplete && <Text size="sm">{missingReason(step)}</Text>}
      <Items run={run} step={step} name={name} side={side} />
    </Stack>
  )
}

interface SideChoice {
  value: string
  label: string
  side: StepSide
}

/** Returns the choices: the input, failed items if there are any, and the output, split by branch if there are several. */
function sidesOf({ items_in, items_failed, items_out, branches }: RunStep): SideChoice[] {
  const branchCounts = Object.entries(branches ?? {}).filter(([branch]) => branch !== 'error')
  const isOne = branchCounts.every(([branch]) => branch === 'out')
  const outputChoices = isOne
    ? [{ value: 'out', label: `Out ${numberText(items_out)}`, side: { kind: 'out' as const } }]
    : branchCounts.map(([branch, count]) => ({
        value: `branch ${branch}`,
        label: `${capitalized(branch)} ${numberText(count)}`,
        side: { kind: 'out' as const, branch },
      }))
  const failed = { value: 'failed', label: `Failed ${numberText(items_failed)}` }
  return [
    { value: 'in', label: `In ${numberText(items_in)}`, side: { kind: 'in' } },
    ...(items_failed ? [{ ...failed, side: { kind: 'failed' as const } }] : []),
    ...outputChoices,
  ]
}

const EMPTY_TEXTS: Record<StepSide['kind'], string> = {
  in: 'No items yet.',
  failed: 'No failed items.',
  out: 'No output items.',
}

function Items({ run, step, name, side }: { run: WorkflowRun; step: RunStep; name: string; side: StepSide }) {
  const [openItem, open] = useDrawerParameter('item')
  const countsKey = [step.items_in, step.items_out, step.items_failed, step.finished_at].join(' ')
  const items = useInfiniteQuery(itemsQuery(useAccount(), run.id, step.node_id, side, countsKey))
  return (
    <PagedRows query={items} empty={<Text c="dimmed">{EMPTY_TEXTS[side.kind]}</Text>}>
      {(rows, fetchMore) => (
        <>
          <DataTable
            label="Items"
            rows={rows}
            idOf={item => idIn(rows, item)}
            columns={side.kind === 'out' ? OUTPUT_COLUMNS : INPUT_COLUMNS}
            onOpen={item => open(idIn(rows, item))}
            onEnd={fetchMore}
          />
          <ItemDrawer
            item={rows.find(item => idIn(rows, item) === openItem) ?? null}
            step={name}
            onClose={() => open(null)}
          />
        </>
      )}
    </PagedRows>
  )
}

/** Returns a unique id. Several output items may have the index of the same input item. */
const idIn = (rows: readonly Item[], item: Item) => `${item.index} ${rows.indexOf(item)}`

/** A drawer with an item: its error and its full value. */
const ItemDrawer = ({ item, step, onClose }: { item: Item | null; step: string; onClose: () => void }) => (
  <Drawer opened={item !== null} onClose={onClose} title={`Item ${item?.index} of ${step}`} size="lg">
    {item && (
      <Stack gap={16}>
        {item.error && <ErrorNotice error={errorOfRecord(item.error)} />}
        {item.child_run_id && (
          <TextLink to={`/runs/${item.child_run_id}`}>Open the run of the sub-workflow</TextLink>
        )}
        {item.call && <ItemCall call={item.call} />}
        {addressIn(item.value) && <PageLink address={addressIn(item.value)!} />}
        <CodeBlock code={JSON.stringify(item.value, null, 2)} what="the value" />
      </Stack>
    )}
  </Drawer>
)

/** Returns the address of the page that an item is about: the value itself, or its `url`. */
function addressIn(value: unknown): string | null {
  const address = value !== null && typeof value === 'object' && 'url' in value ? value.url : value
  return typeof address === 'string' && /^https?:\/\//.test(address) ? address : null
}

const PageLink = ({ address }: { address: string }) => (
  <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
    Open the page
  </Anchor>
)
