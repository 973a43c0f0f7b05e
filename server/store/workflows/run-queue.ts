import type { CronEndings } from '../crons/endings.ts'
import type { RowDigests } from '../databases/row-digests.ts'
import type { Engine } from '../engine.ts'
import { interruptedError, MAX_INTERRUPTIONS, pauseAfter } from '../jobs/interruptions.ts'
import type { JobError } from '../jobs/rows.ts'
import type { EventStore } from '../webhooks/events.ts'
import type { PartStore } from './parts.ts'
import { RUN_STATES, RUN_TRANSITIONS, type RunOutput, type RunRow, type RunState } from './run-rows.ts'

/** Why a run ended early, and at which node. */
export interface RunError extends JobError {
  node_id?: string
}

/** How a run ended. `cameThrough`: whether some items reached an end of the workflow before it failed. */
export type RunEnd =
  | { state: 'completed'; output: RunOutput }
  | { state: 'failed'; error: RunError; cameThrough?: boolean }
  | { state: 'cancelled'; error: RunError }

/**
 * For a cron, a budget is a limit, as for a batch: a run that reaches it has not failed, as long as some items came
 * through.
 */
const stateForCron = (ending: RunEnd): RunEnd['state'] =>
  ending.state === 'failed' && ending.error.code === 'over_budget' && ending.cameThrough
    ? 'completed'
    : ending.state

/** Open items of an ended run that one transaction ends. */
const ENDED_AT_ONCE = 500

const INTERRUPTED = interruptedError(MAX_INTERRUPTIONS)

/** SQL for the states that allow a transition to `state`. */
const statesBefore = (state: RunState) => RUN_STATES.filter(from => RUN_TRANSITIONS[from].includes(state))
const comesFrom = (state: RunState) => `state IN (${statesBefore(state).map(from => `'${from}'`)})`

/** The queue of runs: takes up, parks and ends them. Call all functions inside a transaction. */
export function createWorkflowRunQueue(
  engine: Engine,
  {
    events,
    crons,
    parts,
    rowDigests,
  }: {
    events: Pick<EventStore, 'enqueue'>
    crons: Pick<CronEndings, 'ofSubject'>
    parts: PartStore
    rowDigests: Pick<RowDigests, 'end'>
  },
) {
  const due = engine.prepare<RunRow>(`
    SELECT * FROM workflow_runs WHERE due_at <= @now AND account_id NOT IN (SELECT value FROM json_each(@full))
    ORDER BY due_at, seq LIMIT CAST(@limit AS INTEGER)
  `)
  const takeUp = engine.prepare(`
    UPDATE workflow_runs SET state = 'running', due_at = NULL, started_at = coalesce(started_at, ?)
    WHERE seq = ? AND (${comesFrom('running')} OR state = 'running')
  `)
  const nextDue = engine.prepare<{ due_at: number | null }>(
    'SELECT min(due_at) AS due_at FROM workflow_runs WHERE due_at > ?',
  )
  const park = engine.prepare(
    `UPDATE workflow_runs SET state = 'waiting', due_at = ? WHERE seq = ? AND ${comesFrom('waiting')}`,
  )
  const setError = engine.prepare('UPDATE workflow_runs SET error = ? WHERE seq = ? AND error IS NULL')
  const spend = engine.prepare('UPDATE workflow_runs SET used = used + ? WHERE seq = ?')
  const end = engine.prepare<RunRow>(`
    UPDATE workflow_runs SET state = @state, output = @output, error = @error, due_at = NULL, finished_at = @now
    WHERE seq = @seq AND CASE @state WHEN 'completed' THEN ${comesFrom('completed')}
      WHEN 'failed' THEN ${comesFrom('failed')} ELSE ${comesFrom('cancelled')} END
    RETURNING *
  `)
  const endItems = engine.prepare(`
    UPDATE workflow_items SET state = 'cancelled', run_at = NULL, finished_at = ?
    WHERE seq IN (SELECT seq FROM workflow_items WHERE run = ? AND state IN ('pending', 'running', 'waiting') LIMIT ${ENDED_AT_ONCE})
  `)
  const halfEnded = engine.prepare<{ seq: number }>(`
    SELECT seq FROM workflow_runs WHERE state IN ('completed', 'failed', 'cancelled')
      AND seq IN (SELECT run FROM workflow_items WHERE state IN ('pending', 'running', 'waiting'))
  `)
  /** Runs that have ended while some of their items are still open. */
  const halfEndedRuns = new Set<number>()
  const endSteps = engine.prepare(`
    UPDATE workflow_steps SET items_open = 0, finished_at = @now,
      state = CASE WHEN node = @failed THEN 'failed' WHEN items_in = 0 THEN 'skipped' ELSE 'cancelled' END
    WHERE run = @run AND state IN ('pending', 'running')
  `)
  const wakeItem = engine.prepare(
    "UPDATE workflow_items SET run_at = ? WHERE seq = ? AND state = 'waiting' AND child_run = ?",
  )
  const wakeRun = engine.prepare("UPDATE workflow_runs SET due_at = ? WHERE id = ? AND state = 'waiting'")
  const openChildren = engine.prepare<RunRow>(`
    SELECT * FROM workflow_runs WHERE parent_run_id = ? AND state IN ('pending', 'running', 'waiting')
  `)
  const failed = engine.prepare<{ count: number }>(
    'SELECT coalesce(sum(items_failed), 0) AS count FROM workflow_steps WHERE run = ?',
  )
  const interrupt = engine.prepare<{ run: number; node: string }>(`
    UPDATE workflow_items SET state = 'failed', error = @error, finished_at = @now
    WHERE state IN ('pending', 'running', 'waiting') AND state = 'running' AND interruptions >= ${MAX_INTERRUPTIONS - 1}
    RETURNING run, node
  `)
  const countInterrupt = engine.prepare(`
    UPDATE workflow_steps SET items_open = items_open - 1, items_failed = items_failed + 1, error = coalesce(error, ?)
    WHERE run = ? AND node = ?
  `)
  const wereRunning = engine.prepare<{ interruptions: number }>(`
    SELECT DISTINCT interruptions FROM workflow_items
    WHERE state IN ('pending', 'running', 'waiting') AND state = 'running'
  `)
  const waitAgain = engine.prepare(`
    UPDATE workflow_items SET state = 'pending', attempt = attempt - 1, interruptions = interruptions + 1, run_at = @runAt
    WHERE state IN ('pending', 'running', 'waiting') AND state = 'running' AND interruptions = @interruptions
  `)
  const runAgain = engine.prepare("UPDATE workflow_runs SET due_at = ? WHERE state = 'running'")

  /** Webhooks are not notified of test runs. */
  const emitEnd = (row: RunRow, ending: RunEnd, now: number) => {
    if (row.dry_run || row.only_node !== null || row.to_node !== null) return
    events.enqueue(row.account_id, `workflow_run.${ending.state}`, () => dataOf(row, ending), now)
  }
  const dataOf = (row: RunRow, ending: RunEnd) => ({
    run_id: row.id,
    workflow_id: row.workflow_id,
    workflow_name: row.workflow_name,
    workflow_version: row.workflow_version,
    trigger: row.trigger,
    cron_id: row.cron_id,
    parent_run_id: row.parent_run_id,
    items_failed: failed.get(row.seq)!.count,
    error: 'error' in ending ? ending.error : null,
    credits_used: row.used,
  })

  /** Ends an open run with its open items and steps, and wakes its parent. Returns false if it has already ended. */
  const finish = (seq: number, ending: RunEnd, now: number): boolean => {
    const error = 'error' in ending ? ending.error : null
    const row = end.get({
      seq,
      state: ending.state,
      output: 'output' in ending ? JSON.stringify(ending.output) : null,
      error: error && JSON.stringify(error),
      now,
    })
    if (!row) return false
    parts.drop(seq)
    if (endItems.run(now, seq).changes === ENDED_AT_ONCE) halfEndedRuns.add(seq)
    endSteps.run({ run: seq, failed: ending.state === 'failed' ? (error?.node_id ?? null) : null, now })
    rowDigests.end(row.id, now)
    emitEnd(row, ending, now)
    if (row.cron_id !== null) {
      const failedItems = failed.get(seq)!.count
      const state = stateForCron(ending)
      crons.ofSubject(row.id, { state, used: row.used, failed: failedItems, error }, now)
    }
    if (row.parent_item !== null) {
      wakeItem.run(now, row.parent_item, row.id)
      wakeRun.run(now, row.parent_run_id)
    }
    return true
  }

  /** Ends a run and all runs that it waits for. Returns the ids of those that it ended. */
  const finishAll = (row: Pick<RunRow, 'seq' | 'id'>, ending: RunEnd, now: number): string[] => {
    if (!finish(row.seq, ending, now)) return []
    const error: RunError = {
      code: 'cancelled',
      message: 'The run that waited for this one ended.',
      retryable: true,
    }
    const children = openChildren
      .all(row.id)
      .flatMap(child => finishAll(child, { state: 'cancelled', error }, now))
    return [row.id, ...children]
  }

  return {
    /** Takes up to `limit` due runs, none of them of accounts in `full`. */
    takeUp(limit: number, full: readonly string[], now: number): RunRow[] {
      const rows = due.all({ limit, full: JSON.stringify(full), now })
      for (const { seq } of rows) takeUp.run(now, seq)
      return rows.map(row => ({ ...row, state: 'running', started_at: row.started_at ?? now }))
    },
    /** Returns when the next run becomes due after `now` (milliseconds); null if none waits for a time. */
    nextDue: (now: number): number | null => nextDue.get(now)!.due_at,
    /** Makes a run wait until `dueAt` (milliseconds), or if that is null until another run ends. */
    park: (seq: number, dueAt: number | null): void => void park.run(dueAt, seq),
    /** Records why a run will end; the first reason counts. */
    setError: (seq: number, error: RunError): void => void setError.run(JSON.stringify(error), seq),
    /** Adds captured credits to a run and to the runs that it works for. */
    spend(runs: readonly { seq: number }[], credits: number): void {
      for (const { seq } of runs) spend.run(credits, seq)
    },
    finish: finishAll,
    /** Call after runs with many items have ended: ends the remaining items, some per transaction. */
    async endRest(now: number): Promise<void> {
      for (const seq of halfEndedRuns) {
        while ((await engine.write(() => endItems.run(now, seq).changes)) === ENDED_AT_ONCE);
        halfEndedRuns.delete(seq)
      }
    },
    /** Call after a start: makes the items and runs wait again that the dead process was working on. */
    takeBack(now: number): void {
      const error = JSON.stringify(INTERRUPTED)
      for (const { run, node } of interrupt.all({ error, now })) countInterrupt.run(error, run, node)
      for (const { interruptions } of wereRunning.all())
        waitAgain.run({ interruptions, runAt: now + pauseAfter(interruptions + 1) })
      runAgain.run(now)
      for (const { seq } of halfEnded.all()) halfEndedRuns.add(seq)
    },
  }
}
