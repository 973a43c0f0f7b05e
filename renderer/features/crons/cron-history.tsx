import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { durationText } from '../../ui/jobs/durations.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { isFiltered, useFilters } from '../../ui/lists/filters.tsx'
import { TextLink } from '../../ui/lists/links.tsx'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { numberText } from '../../ui/number-text.ts'
import { OUTCOME_PX } from '../../ui/outcome.tsx'
import { RowsOfRecord } from '../../ui/saved/rows-of-record.tsx'
import { Time } from '../../ui/time.tsx'
import { type Cron, type CronRun, type CronRunFilterValues, RUN_FILTERS, runsQuery } from './api.ts'
import classes from './crons.module.css'
import { RunState } from './run-state.tsx'

const CAUSES: Record<CronRun['cause'], string> = {
  schedule: 'Schedule',
  catch_up: 'Missed tick',
  manual: 'By hand',
}

const COLUMNS: Column<CronRun>[] = [
  { name: 'Tick', grow: 1.6, show: run => <Tick run={run} /> },
  { name: 'State', grow: 1.6, least: OUTCOME_PX, show: run => <RunState run={run} /> },
  {
    name: 'Reason',
    grow: 3,
    show: ({ message }) => (message ? <span title={message}>{message}</span> : '–'),
  },
  { name: 'Trigger', show: ({ cause, state }) => (state === 'skipped' ? '–' : CAUSES[cause]) },
  { name: 'Took', right: true, show: tookOf },
  {
    name: 'Credits',
    right: true,
    grow: 1.4,
    show: run => <span title={creditsText(run)}>{creditsText(run)}</span>,
  },
  { name: 'What ran', show: run => <ResultLink run={run} /> },
]

/** Shows when a run was due; if it stands for several ticks, the first and the last. */
function Tick({ run: { scheduled_for, until, created_at } }: { run: CronRun }) {
  if (!until) return <Time at={scheduled_for ?? created_at} />
  return (
    <span>
      <Time at={scheduled_for!} /> to <Time at={until} />
    </span>
  )
}

function tookOf({ started_at, finished_at }: CronRun): string {
  if (!started_at || !finished_at) return '–'
  return durationText(Date.parse(finished_at) - Date.parse(started_at))
}

/** The credits that a run has used and those that are reserved for the rest of it: `3, 7 reserved`. */
function creditsText({ credits: { used, reserved } }: CronRun): string {
  const parts = [used && numberText(used), reserved && `${numberText(reserved)} reserved`]
  return parts.filter(Boolean).join(', ') || '–'
}

function ResultLink({ run: { job_id, batch_id, run_id } }: { run: CronRun }) {
  const [path, linkText] = job_id
    ? [`/jobs/${job_id}`, 'Job']
    : batch_id
      ? [`/batches/${batch_id}`, 'Batch']
      : [`/runs/${run_id}`, run_id && 'Workflow run']
  if (!linkText) return <span className={classes.dim}>–</span>
  return <TextLink to={path}>{linkText}</TextLink>
}

/** Lists the outcome of each tick, newest first. Outcomes are kept for 90 days. */
export function CronHistory({ cron }: { cron: Cron }) {
  const filters = useFilters<CronRunFilterValues>(RUN_FILTERS)
  return (
    <RowsOfRecord title="History" what="runs" operation="cron-runs" id={cron.id} filters={filters}>
      <Runs cron={cron} wanted={filters.wanted} />
    </RowsOfRecord>
  )
}

function Runs({ cron, wanted }: { cron: Cron; wanted: CronRunFilterValues }) {
  const runs = useInfiniteQuery(runsQuery(useAccount(), cron.id, wanted))
  return (
    <PagedRows
      query={runs}
      empty={
        <Text c="dimmed">
          {isFiltered(wanted) ? 'No runs in this state.' : 'No runs yet. Choose Run now to try it.'}
        </Text>
      }
    >
      {(rows, fetchMore) => (
        <DataTable label="History" rows={rows} idOf={({ id }) => id} columns={COLUMNS} onEnd={fetchMore} />
      )}
    </PagedRows>
  )
}
