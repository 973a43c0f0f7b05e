import type { Caller } from '../../accounts/caller.ts'
import { iso } from '../../base/times.ts'
import type { RunError } from '../../store/workflows/run-queue.ts'
import type { RunRow, Trigger } from '../../store/workflows/run-rows.ts'
import type { Variables } from '../expressions/expressions.ts'
import type { RunBudget } from './run-budgets.ts'
import type { RunGraph } from './run-graph.ts'
import { createWakeSignal, type WakeSignal } from './wake-signal.ts'

/** A run while the engine works on it. */
export interface ActiveRun {
  row: RunRow
  graph: RunGraph
  input: unknown
  /** By whom it was started: its calls are charged to that account. */
  caller: Caller
  /** Its own budget, and those of the runs that it works for. */
  budgets: readonly RunBudget[]
  /** When its time is over, in milliseconds. */
  deadline: number
  /** Effects are left out: a dry run. */
  isDry: boolean
  stop: AbortController
  /** Notified when something about it has changed. */
  wakeSignal: WakeSignal
  /** Items under way, and those of them that hold a slot. */
  underWay: number
  inSlots: number
  /** Nodes that wait for all their items and are at some of them: the next have their turn after these. */
  inOrder: Set<string>
  /** Why it is to end, once what is under way has. */
  error: RunError | null
  /** It has ended, by whatever hand. */
  isEnded: boolean
}

/** What a run is to expressions and nodes. */
type RunFacts = Variables['run']

export const factsOf = ({ row }: Pick<ActiveRun, 'row'>): RunFacts => ({
  id: row.id,
  workflow_id: row.workflow_id,
  trigger: row.trigger satisfies Trigger['type'],
  started_at: iso(row.started_at ?? row.created_at),
})

/** A run that is taken up. */
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
    // A clock that was set back does not give a run more time than it may have.
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
