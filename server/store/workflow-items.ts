import { iso, isoOrNull } from '../times.ts'
import type { Engine } from './engine.ts'
import type { JobError } from './job-rows.ts'
import { type Page, type PageQuery, placeOfCursor, writeCursor } from './page-of.ts'
import type { ItemState, StepState } from './workflow-run-rows.ts'
import { type NewValue, pathBelow, unpackValue, type WorkflowValueStore } from './workflow-values.ts'

/** An item at a node, as its row. */
export interface ItemRow {
  seq: number
  run: number
  node: string
  place: number
  idx: number
  value: number
  state: ItemState
  attempt: number
  run_at: number | null
  child_run: string | null
  error: string | null
  credits: number
  arrived_at: number
  started_at: number | null
  finished_at: number | null
}

/** An item with where it stands among its siblings. */
export interface ClaimedItem extends ItemRow {
  path: string
}

/** An item at a node, as answers show it. */
export interface RunItem {
  /** Its place among those of its node. */
  index: number
  state: ItemState
  attempt: number
  value: unknown
  error: JobError | null
  credits: number
  child_run_id: string | null
  arrived_at: string
  started_at: string | null
  finished_at: string | null
}

/** How an attempt at an item ended. One that waits again counts no attempt where that was not the item's own fault. */
export type ItemEnd =
  | { state: 'completed'; credits: number }
  | { state: 'failed'; error: JobError }
  | { state: 'pending'; error: JobError | null; run_at: number; counted: boolean }
  | { state: 'waiting'; run_at: number | null }

/** A value that a node gives for an item, and the nodes that it goes to. */
export interface GivenTo {
  branch: string
  value: NewValue
  targets: readonly NodePlace[]
}

/** A node: its name, its place in the order of the graph, and whether it takes all its items at once. */
export interface NodePlace {
  node: string
  place: number
  isList: boolean
}

interface Shown extends ItemRow {
  path: string
  body: Uint8Array
  packed: number
}

const toItem = (row: Shown): RunItem => ({
  index: row.idx,
  state: row.state,
  attempt: row.attempt,
  value: unpackValue(row),
  error: row.error === null ? null : JSON.parse(row.error),
  credits: row.credits,
  child_run_id: row.child_run,
  arrived_at: iso(row.arrived_at),
  started_at: isoOrNull(row.started_at),
  finished_at: isoOrNull(row.finished_at),
})

/** The list of a key, which is made where there is none. */
function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** Items at the nodes of runs. All but the reading is for use inside a transaction. */
export function createWorkflowItemStore(engine: Engine, values: WorkflowValueStore) {
  const arriveAt = engine.prepare<{ items_in: number }>(`
    UPDATE workflow_steps SET items_in = items_in + @count, items_open = items_open + @count WHERE run = @run AND node = @node
    RETURNING items_in
  `)
  const insert = engine.prepare(`
    INSERT INTO workflow_items (run, node, place, idx, value, state, run_at, arrived_at)
    VALUES (@run, @node, @place, @idx, @value, 'pending', @runAt, @now)
  `)
  const due = engine.prepare<ClaimedItem>(`
    SELECT i.*, path FROM workflow_items AS i JOIN workflow_values AS v ON v.seq = i.value
    WHERE i.run = @run AND state IN ('pending', 'running', 'waiting') AND state IN ('pending', 'waiting')
      AND run_at <= @now AND i.node IN (SELECT value FROM json_each(@nodes))
    ORDER BY place DESC, i.seq LIMIT @limit
  `)
  const openAt = engine.prepare<ClaimedItem>(`
    SELECT i.*, path FROM workflow_items AS i JOIN workflow_values AS v ON v.seq = i.value
    WHERE i.run = ? AND i.node = ? AND state IN ('pending', 'waiting') ORDER BY path, i.seq
  `)
  const start = engine.prepare(`
    UPDATE workflow_items SET state = 'running', attempt = attempt + 1, started_at = coalesce(started_at, ?) WHERE seq = ?
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
  const countEnd = engine.prepare(`
    UPDATE workflow_steps SET items_open = items_open - 1, items_failed = items_failed + @failed,
      credits = credits + @credits, error = coalesce(error, @error)
    WHERE run = @run AND node = @node
  `)
  const countGiven = engine.prepare(
    'UPDATE workflow_steps SET items_out = items_out + ? WHERE run = ? AND node = ?',
  )
  const childEnded = engine.prepare<{ ended: number }>(`
    SELECT workflow_runs.state IN ('completed', 'failed', 'cancelled') AS ended
    FROM workflow_items JOIN workflow_runs ON id = child_run WHERE workflow_items.seq = ?
  `)
  const setChild = engine.prepare('UPDATE workflow_items SET child_run = ? WHERE seq = ?')
  const release = engine.prepare(`
    UPDATE workflow_items SET run_at = ? WHERE run = ? AND node = ? AND state = 'pending' AND run_at IS NULL
  `)
  const endStep = engine.prepare(
    'UPDATE workflow_steps SET state = ?, finished_at = ? WHERE run = ? AND node = ?',
  )
  const openCount = engine.prepare<{ items_open: number }>(
    'SELECT items_open FROM workflow_steps WHERE run = ? AND node = ?',
  )
  const nextDue = engine.prepare<{ run_at: number | null }>(`
    SELECT min(run_at) AS run_at FROM workflow_items
    WHERE run = ? AND state IN ('pending', 'running', 'waiting') AND state IN ('pending', 'waiting')
  `)
  const shown = engine.prepare<Shown>(`
    SELECT i.*, v.path, held.body, held.packed FROM workflow_items AS i JOIN workflow_values AS v ON v.seq = i.value
      JOIN workflow_values AS held ON held.seq = coalesce(v.same, v.seq)
    WHERE i.run = @run AND i.node = @node AND (@state IS NULL OR state = @state) AND (v.path, i.seq) > (@path, @seq)
    ORDER BY v.path, i.seq LIMIT @limit
  `)

  const begin = (item: ClaimedItem, now: number): ClaimedItem => {
    start.run(now, item.seq)
    startStep.run({ run: item.run, node: item.node, attempt: item.attempt + 1, now })
    return {
      ...item,
      state: 'running',
      attempt: item.attempt + 1,
      started_at: item.started_at ?? now,
    }
  }

  /** Values come to a node: due at once, or with all the others. */
  const arrive = (
    run: number,
    { node, place, isList }: NodePlace,
    numbers: readonly number[],
    now: number,
  ): void => {
    if (!numbers.length) return
    const first = arriveAt.get({ run, node, count: numbers.length })!.items_in - numbers.length
    const runAt = isList ? null : now
    for (const [i, value] of numbers.entries())
      insert.run({ run, node, place, idx: first + i, value, runAt, now })
  }

  /** The end of a child that came before its parent waited for it is not told again. */
  const runAtOf = (item: ItemRow, ending: ItemEnd, now: number) => {
    if (ending.state === 'pending') return ending.run_at
    if (ending.state !== 'waiting') return null
    return ending.run_at ?? (childEnded.get(item.seq)?.ended ? now : null)
  }

  return {
    arrive,
    /** Takes up to `limit` items that are due at some nodes: those furthest on first. */
    claim: (run: number, nodes: readonly string[], limit: number, now: number): ClaimedItem[] =>
      due.all({ run, nodes: JSON.stringify(nodes), limit, now }).map(item => begin(item, now)),
    /** Takes all items of one of these nodes, which take theirs at once, where they are due. */
    claimAll(run: number, nodes: readonly string[], now: number): ClaimedItem[] {
      const [first] = due.all({ run, nodes: JSON.stringify(nodes), limit: 1, now })
      return first ? openAt.all(run, first.node).map(item => begin(item, now)) : []
    },
    /** Ends an attempt; false where it is no longer the item's present one, and nothing is written. */
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
    /** Writes what a node gave for an item, which comes to the nodes that it goes to. */
    give(item: ClaimedItem, given: readonly GivenTo[], now: number): void {
      const { run, node, seq, path } = item
      const comeTo = new Map<NodePlace, number[]>()
      for (const [i, { branch, value, targets }] of given.entries()) {
        const place = { item: seq, node, branch, path: pathBelow(path, i, given.length) }
        const number = values.write(run, place, value)
        for (const target of targets) listIn(comeTo, target).push(number)
      }
      for (const [target, numbers] of comeTo) arrive(run, target, numbers, now)
      if (given.length) countGiven.run(given.length, run, node)
    },
    /** The run that an item waits for. */
    setChild: (item: number, runId: string): void => void setChild.run(runId, item),
    /** Lets the items of a node that takes all at once have their turn. */
    release(run: number, node: string, now: number): void {
      release.run(now, run, node)
      startStep.run({ run, node, attempt: 0, now })
    },
    endStep: (run: number, node: string, state: StepState, now: number): void =>
      void endStep.run(state, now, run, node),
    /** True where items of a node have not ended. */
    isOpenAt: (run: number, node: string): boolean => openCount.get(run, node)!.items_open > 0,
    /** When the next item of a run is due, in milliseconds; null where none waits for a time. */
    nextDue: (run: number): number | null => nextDue.get(run)!.run_at,
    /** The items of a node, in the order of those that they descend from. */
    list: async (
      run: number,
      node: string,
      { limit, cursor, state = null }: PageQuery & { state?: ItemState | null | undefined },
    ): Promise<Page<RunItem>> => {
      const { at: seq, id: path } = cursor === undefined ? { at: 0, id: '' } : placeOfCursor(cursor)
      const rows = shown.all({ run, node, state, path, seq, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1]! : null
      return {
        data: rows.slice(0, limit).map(toItem),
        has_more: last !== null,
        next_cursor: last && writeCursor({ at: last.seq, id: last.path }),
      }
    },
  }
}

export type WorkflowItemStore = ReturnType<typeof createWorkflowItemStore>
