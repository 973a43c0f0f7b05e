import type { Caller } from '../../accounts/caller.ts'
import { iso } from '../../base/times.ts'
import type { RunError } from '../../store/workflows/run-queue.ts'
import type { RunRow, Trigger } from '../../store/workflows/run-rows.ts'
import type { Variables } from '../expressions/expressions.ts'
import type { RunBudget } from './run-budgets.ts'
import type { RunGraph } from './run-graph.ts'
import { createWakeSignal, type WakeSignal } from './wake-signal.ts'

/** A run that the engine is working on. */
export interface ActiveRun {
  row: RunRow
  graph: RunGraph
  input: unknown
  /** The caller that started it. Its calls are charged to that account. */
  caller: Caller
  /** Its own budget, followed by those of its parent runs. */
  budgets: readonly RunBudget[]
  /** When its time is up, in milliseconds. */
  deadline: number
  /** Whether it is a dry run, which has no effects. */
  isDry: boolean
  stop: AbortController
  /** Notified when anything about the run has changed. */
  wakeSignal: WakeSignal
  /** Number of claims (an item, or a group of items of one node) that are being worked on, and how many of them hold a slot. */
  underWay: number
  inSlots: number
  /** Nodes of kind `list` that are working on some of their items. Their next items begin after these. */
  inOrder: Set<string>
  /** The error with which the run will end, once the running work has finished. */
  error: RunError | null
  /** Whether it has ended, for whatever reason. */
  isEnded: boolean
}

/** The facts about a run that expressions and nodes can read. */
type RunFacts = Variables['run']

export const factsOf = ({ row }: Pick<ActiveRun, 'row'>): RunFacts => ({
  id: row.id,
  workflow_id: row.workflow_id,
  trigger: row.trigger satisfies Trigger['type'],
  started_at: iso(row.started_at ?? row.created_at),
})

/** Returns a run for the engine to work on. */
export function activate(
  row: RunRow,
  parts: Pick<ActiveRun, 'graph' | 'caller' | 'budgets'>,
  now: () => number,
): ActiveRun {
  const { max_duration } = parts.graph.document.settings
  return {
    ...parts,
    row,
    input: JSON.parse(row.input),
    // If the clock was set back, the run does not get extra time.
    deadline: Math.min(row.started_at ?? now(), now()) + max_duration * 1_000,
    isDry: row.dry_run === 1,
    stop: new AbortController(),
    wakeSignal: createWakeSignal(now),
    underWay: 0,
    inSlots: 0,
    inOrder: new Set(),
    error: row.error === null ? null : JSON.parse(row.error),
    isEnded: false,
  }
}
