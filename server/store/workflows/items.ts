import type { Engine } from '../engine.ts'
import type { JobError } from '../jobs/rows.ts'
import { type ClaimedItem, createItemClaims, type ItemRow } from './item-claims.ts'
import { createItemList } from './item-list.ts'
import type { StepState } from './run-rows.ts'
import { type NewValue, pathBelow, type WorkflowValueStore } from './values.ts'

/**
 * How an attempt at an item ended. For an item that waits again, `counted` is false if the attempt ended through no fault
 * of the item.
 */
export type ItemEnd =
  | { state: 'completed'; credits: number }
  | { state: 'failed'; error: JobError }
  | { state: 'pending'; error: JobError | null; run_at: number; counted: boolean }
  | { state: 'waiting'; run_at: number | null }

/** A value that a node emits for an item, and the nodes that receive it. */
export interface EmittedValue {
  branch: string
  value: NewValue
  targets: readonly NodePosition[]
}

/** A node: its id, its position in the order of the graph, and whether it waits for all its items. */
export interface NodePosition {
  node: string
  place: number
  isList: boolean
}

/** Returns the list of a key; creates it if there is none. */
function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** Returns a function that counts the values that left a node by a branch. The names of branches come from node types. */
export function createEmittedCount(engine: Engine) {
  const count = engine.prepare(`
    UPDATE workflow_steps SET items_out = items_out + @count,
      branches = json_set(branches, @path, coalesce(branches ->> @path, 0) + @count)
    WHERE run = @run AND node = @node
  `)
  return ({ branch, ...params }: { run: number; node: string; branch: string; count: number }): void => {
    count.run({ ...params, path: `$."${branch}"` })
  }
}

/** Stores the items at the nodes of runs. Call all functions except those that only read inside a transaction. */
export function createWorkflowItemStore(engine: Engine, values: WorkflowValueStore) {
  const arriveAt = engine.prepare<{ items_in: number }>(`
    UPDATE workflow_steps SET items_in = items_in + @count, items_open = items_open + @count WHERE run = @run AND node = @node
    RETURNING items_in
  `)
  const insert = engine.prepare(`
    INSERT INTO workflow_items (run, node, place, idx, value, state, run_at, sort_path, arrived_at)
    VALUES (@run, @node, @place, @idx, @value, 'pending', @runAt,
      CASE WHEN @isList THEN (SELECT path FROM workflow_values WHERE seq = @value) END, @now)
  `)
  const startStep = engine.prepare(`
    UPDATE workflow_steps SET state = 'running', started_at = coalesce(started_at, @now), attempt = max(attempt, @attempt)
    WHERE run = @run AND node = @node
  `)
  const end = engine.prepare(`
    UPDATE workflow_items SET state = @state, attempt = attempt - @uncounted, run_at = @runAt, error = @error,
      credits = credits + @credits, finished_at = @finishedAt,
      child_run = CASE WHEN @state = 'pending' AND NOT @uncounted THEN NULL ELSE child_run END
    WHERE seq = @seq AND state = 'running' AND attempt = @attempt
  `)
  const pay = engine.prepare(
    "UPDATE workflow_items SET credits = credits + ? WHERE seq = ? AND state = 'running' AND attempt = ?",
  )
  const countPaid = engine.prepare(
    'UPDATE workflow_steps SET credits = credits + ? WHERE run = ? AND node = ?',
  )
  const countEnd = engine.prepare(`
    UPDATE workflow_steps SET items_open = items_open - 1, items_failed = items_failed + @failed,
      credits = credits + @credits, error = coalesce(error, @error)
    WHERE run = @run AND node = @node
  `)
  const countEmitted = createEmittedCount(engine)
  const childEnded = engine.prepare<{ ended: number }>(`
    SELECT workflow_runs.state IN ('completed', 'failed', 'cancelled') AS ended
    FROM workflow_items JOIN workflow_runs ON id = child_run WHERE workflow_items.seq = ?
  `)
  const outOfCredits = engine.prepare<{ error: string }>(`
    SELECT error FROM workflow_items WHERE run = ? AND node = ? AND state = 'failed' AND child_run IS NOT NULL
      AND error ->> 'code' IN ('over_budget', 'insufficient_credits', 'rate_limited')
    LIMIT 1
  `)
  const setChild = engine.prepare(`
    UPDATE workflow_items SET child_run = ? WHERE seq = ? AND state = 'running'
      AND EXISTS (SELECT 1 FROM workflow_runs AS run WHERE run.seq = workflow_items.run AND run.state = 'running')
  `)
  const endStep = engine.prepare(
    'UPDATE workflow_steps SET state = ?, finished_at = ? WHERE run = ? AND node = ?',
  )
  const noteIncomplete = engine.prepare('UPDATE workflow_steps SET incomplete = 1 WHERE run = ? AND node = ?')
  const openCount = engine.prepare<{ items_open: number }>(
    'SELECT items_open FROM workflow_steps WHERE run = ? AND node = ?',
  )
  const counted = engine.prepare<{ items: number }>('SELECT items FROM workflow_counts WHERE run = ?')
  const count = engine.prepare(`
    INSERT INTO workflow_counts (run, items) SELECT @run, @more WHERE @more <= @most
    ON CONFLICT (run) DO UPDATE SET items = items + @more WHERE items + @more <= @most
  `)
  /** Adds values to a node as items: due at once, or, for a node that waits for all its items, on its release. */
  const arrive = (
    run: number,
    { node, place, isList }: NodePosition,
    numbers: readonly number[],
    now: number,
  ): void => {
    if (!numbers.length) return
    const first = arriveAt.get({ run, node, count: numbers.length })!.items_in - numbers.length
    const runAt = isList ? null : now
    for (const [i, value] of numbers.entries())
      insert.run({ run, node, place, idx: first + i, value, runAt, isList: Number(isList), now })
  }

  /** If the child run ended before its item waited for it, nothing reports that end again: the item is due at once. */
  const runAtOf = (item: ItemRow, ending: ItemEnd, now: number) => {
    if (ending.state === 'pending') return ending.run_at
    if (ending.state !== 'waiting') return null
    return ending.run_at ?? (childEnded.get(item.seq)?.ended ? now : null)
  }

  return {
    ...createItemClaims(engine),
    ...createItemList(engine),
    arrive,
    /** Ends an attempt. Returns false, and writes nothing, if it is no longer the item's current attempt. */
    end(item: ItemRow, ending: ItemEnd, now: number): boolean {
      const isFinal = ending.state === 'completed' || ending.state === 'failed'
      const error = 'error' in ending && ending.error ? JSON.stringify(ending.error) : null
      const credits = ending.state === 'completed' ? ending.credits : 0
      const { changes } = end.run({
        seq: item.seq,
        attempt: item.attempt,
        state: ending.state,
        uncounted: Number(ending.state === 'waiting' || (ending.state === 'pending' && !ending.counted)),
        runAt: runAtOf(item, ending, now),
        error,
        credits,
        finishedAt: isFinal ? now : null,
      })
      if (changes && isFinal) {
        const failed = Number(ending.state === 'failed')
        countEnd.run({ run: item.run, node: item.node, failed, credits, error })
      }
      return changes === 1
    },
    /** Adds credits to an attempt that is still running. Returns false if it is no longer the item's current attempt. */
    pay({ seq, run, node, attempt }: ItemRow, credits: number): boolean {
      if (pay.run(credits, seq, attempt).changes === 0) return false
      countPaid.run(credits, run, node)
      return true
    },
    /**
     * Writes the values that a node emitted for an item, and adds them to their target nodes. For a part of the values,
     * `first` is the index at which it begins and `total` the number of all.
     */
    emit(
      item: ClaimedItem,
      emitted: readonly EmittedValue[],
      now: number,
      first = 0,
      total = emitted.length,
    ): void {
      const { run, node, seq, path } = item
      const arrivals = new Map<NodePosition, number[]>()
      const countByBranch = new Map<string, number>()
      for (const [i, { branch, value, targets }] of emitted.entries()) {
        const origin = { item: seq, node, branch, path: pathBelow(path, first + i, total) }
        const number = values.write(run, origin, value)
        countByBranch.set(branch, (countByBranch.get(branch) ?? 0) + 1)
        for (const target of targets) listIn(arrivals, target).push(number)
      }
      for (const [target, numbers] of arrivals) arrive(run, target, numbers, now)
      for (const [branch, count] of countByBranch) countEmitted({ run, node, branch, count })
    },
    /** Returns how many items a run has had so far. */
    counted: (run: number): number => counted.get(run)?.items ?? 0,
    /** Counts items that reach a run. Returns false, and writes nothing, if the run would have more than `most`. */
    count: (run: number, more: number, most: number): boolean => count.run({ run, more, most }).changes === 1,
    /** Sets the run that an item waits for. Returns false if the item, or its own run, has ended. */
    setChild: (item: number, runId: string): boolean => setChild.run(runId, item).changes === 1,
    /**
     * Returns the error of an item whose child run ran out of credits that it shares with this run; null if there is none.
     */
    outOfCredits(run: number, node: string): JobError | null {
      const row = outOfCredits.get(run, node)
      return row ? JSON.parse(row.error) : null
    },
    /** Lets a node that waits for all its items start to process them. */
    release: (run: number, node: string, now: number): void =>
      void startStep.run({ run, node, attempt: 0, now }),
    endStep: (run: number, node: string, state: StepState, now: number): void =>
      void endStep.run(state, now, run, node),
    /** Records that a node lacks items which nobody asked to leave out. */
    noteIncomplete: (run: number, node: string): void => void noteIncomplete.run(run, node),
    /** Returns how many items of a node have not ended. */
    openAt: (run: number, node: string): number => openCount.get(run, node)!.items_open,
  }
}

export type WorkflowItemStore = ReturnType<typeof createWorkflowItemStore>
