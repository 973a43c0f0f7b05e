import { iso, isoOrNull } from '../../base/times.ts'
import { type JobError, parseOrNull } from '../jobs/rows.ts'

export const RUN_STATES = ['pending', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const
export type RunState = (typeof RUN_STATES)[number]

/**
 * The states that each state may change to. A waiting run has nothing to do until a certain time or the end of another run.
 */
export const RUN_TRANSITIONS: Record<RunState, readonly RunState[]> = {
  pending: ['running', 'failed', 'cancelled'],
  running: ['waiting', 'completed', 'failed', 'cancelled'],
  waiting: ['running', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
}

export const isRunOpen = (state: RunState) => RUN_TRANSITIONS[state].length > 0

export const STEP_STATES = ['pending', 'running', 'completed', 'failed', 'skipped', 'cancelled'] as const
export type StepState = (typeof STEP_STATES)[number]

export const ITEM_STATES = RUN_STATES
export type ItemState = RunState

/** What starts runs. */
export const TRIGGERS = ['manual', 'cron', 'workflow', 'mcp'] as const

/** What started a run. */
export interface Trigger {
  type: (typeof TRIGGERS)[number]
  cron_id?: string | undefined
}

/** The properties of a new run. `graph` is the document of the workflow's version. */
export interface NewRun {
  id: string
  key_id: string
  workflow_id: string
  workflow_version: number
  workflow_name: string
  graph: unknown
  trigger: Trigger
  parent: { run_id: string; item: number } | null
  retry_of: string | null
  dry_run: boolean
  only_node: string | null
  to_node: string | null
  input: Record<string, unknown>
  budget: number | null
}

/** A node of a run. */
interface RunStep {
  node_id: string
  state: StepState
  /** The largest number of attempts at one item. */
  attempt: number
  items_in: number
  items_out: number
  items_failed: number
  /** Whether it lacked items that nobody asked to leave out. */
  incomplete: boolean
  /** Items that it emitted, by branch; null in a run that an earlier version of Winnow started. */
  branches: Record<string, number> | null
  credits: number
  /** The error of the first item that failed. */
  error: JobError | null
  started_at: string | null
  finished_at: string | null
}

/** The first items that a run returned, and how many there are. */
export interface RunOutput {
  items: unknown[]
  total: number
}

/** A run as responses show it. */
export interface WorkflowRun {
  id: string
  workflow_id: string
  workflow_version: number
  workflow_name: string
  trigger: Trigger
  parent_run_id: string | null
  retry_of: string | null
  dry_run: boolean
  only_node: string | null
  to_node: string | null
  state: RunState
  input: Record<string, unknown>
  output: RunOutput | null
  error: JobError | null
  credits: number
  budget: number | null
  /** The sum over all steps. */
  items_failed: number
  steps: RunStep[]
  created_at: string
  started_at: string | null
  finished_at: string | null
}

/** A row of `workflow_runs`; times in milliseconds. */
export interface RunRow {
  seq: number
  id: string
  account_id: string
  key_id: string
  workflow_id: string
  workflow_version: number
  workflow_name: string
  graph: string
  trigger: Trigger['type']
  cron_id: string | null
  parent_run_id: string | null
  parent_item: number | null
  retry_of: string | null
  dry_run: number
  only_node: string | null
  to_node: string | null
  state: RunState
  input: string
  output: string | null
  error: string | null
  budget: number | null
  used: number
  due_at: number | null
  created_at: number
  started_at: number | null
  finished_at: number | null
}

/** A row of `workflow_steps`. */
export interface StepRow {
  node: string
  place: number
  state: StepState
  attempt: number
  items_in: number
  items_open: number
  items_out: number
  items_failed: number
  incomplete: number
  branches: string | null
  credits: number
  error: string | null
  started_at: number | null
  finished_at: number | null
}

/** Returns the row of a new run. */
export const newRunRow = (
  account_id: string,
  { trigger, parent, dry_run, graph, input, ...run }: NewRun,
  now: number,
): Omit<RunRow, 'seq'> => ({
  ...run,
  account_id,
  graph: JSON.stringify(graph),
  trigger: trigger.type,
  cron_id: trigger.cron_id ?? null,
  parent_run_id: parent?.run_id ?? null,
  parent_item: parent?.item ?? null,
  dry_run: Number(dry_run),
  state: 'pending',
  input: JSON.stringify(input),
  output: null,
  error: null,
  used: 0,
  due_at: now,
  created_at: now,
  started_at: null,
  finished_at: null,
})

const toStep = ({ node, items_open: _open, place: _place, ...row }: StepRow): RunStep => ({
  node_id: node,
  ...row,
  incomplete: row.incomplete === 1,
  branches: parseOrNull(row.branches),
  error: parseOrNull(row.error),
  started_at: isoOrNull(row.started_at),
  finished_at: isoOrNull(row.finished_at),
})

/** Returns a row as responses show it. `input` is its parsed input, if that is known. */
export const toRun = (
  row: Omit<RunRow, 'seq'>,
  steps: readonly StepRow[],
  input: Record<string, unknown> = JSON.parse(row.input),
): WorkflowRun => ({
  id: row.id,
  workflow_id: row.workflow_id,
  workflow_version: row.workflow_version,
  workflow_name: row.workflow_name,
  trigger: { type: row.trigger, ...(row.cron_id !== null && { cron_id: row.cron_id }) },
  parent_run_id: row.parent_run_id,
  retry_of: row.retry_of,
  dry_run: row.dry_run === 1,
  only_node: row.only_node,
  to_node: row.to_node,
  state: row.state,
  input,
  output: parseOrNull(row.output),
  error: parseOrNull(row.error),
  credits: row.used,
  budget: row.budget,
  items_failed: steps.reduce((sum, { items_failed }) => sum + items_failed, 0),
  steps: steps.map(toStep),
  created_at: iso(row.created_at),
  started_at: isoOrNull(row.started_at),
  finished_at: isoOrNull(row.finished_at),
})
