import type { Engine } from '../engine.ts'

import type { ItemState } from './run-rows.ts'

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

/** Items that are due, and taking them. All of it is for use inside a transaction. */
export function createItemClaims(engine: Engine) {
  const due = engine.prepare<ClaimedItem>(`
    SELECT i.*, path FROM workflow_items AS i JOIN workflow_values AS v ON v.seq = i.value
    WHERE i.run = @run AND state IN ('pending', 'running', 'waiting') AND state IN ('pending', 'waiting')
      AND run_at <= @now AND i.node IN (SELECT value FROM json_each(@nodes))
    ORDER BY place DESC, i.seq LIMIT @limit
  `)
  // What was interrupted keeps its place: those behind it, at a node for which their order counts, wait as long as it does.
  const isHeldUp = (run: string, node: string) => `EXISTS (
    SELECT 1 FROM (
      SELECT interruptions, run_at FROM workflow_items
      WHERE run = ${run} AND node = ${node} AND state = 'pending' AND sort_path IS NOT NULL
      ORDER BY sort_path, seq LIMIT 1
    ) WHERE interruptions > 0 AND run_at > @now
  )`
  const inOrder = engine.prepare<ClaimedItem>(`
    SELECT i.*, sort_path AS path FROM workflow_items AS i
    WHERE run = @run AND node = @node AND state = 'pending' AND sort_path IS NOT NULL
      AND (run_at IS NULL OR run_at <= @now) AND NOT ${isHeldUp('@run', '@node')}
    ORDER BY sort_path, seq LIMIT CAST(@limit AS INTEGER)
  `)
  const released = engine.prepare<{ node: string }>(`
    SELECT node FROM workflow_steps AS s
    WHERE run = @run AND state = 'running' AND node IN (SELECT value FROM json_each(@nodes)) AND EXISTS (
      SELECT 1 FROM workflow_items AS i WHERE i.run = s.run AND i.node = s.node AND i.state = 'pending'
        AND sort_path IS NOT NULL AND (run_at IS NULL OR run_at <= @now)
    ) AND NOT ${isHeldUp('s.run', 's.node')}
    ORDER BY place DESC
  `)
  const start = engine.prepare(`
    UPDATE workflow_items SET state = 'running', attempt = attempt + 1, started_at = coalesce(started_at, ?) WHERE seq = ?
  `)
  const startStep = engine.prepare(`
    UPDATE workflow_steps SET state = 'running', started_at = coalesce(started_at, @now), attempt = max(attempt, @attempt)
    WHERE run = @run AND node = @node
  `)
  const nextDue = engine.prepare<{ run_at: number | null }>(`
    SELECT min(run_at) AS run_at FROM workflow_items
    WHERE run = ? AND state IN ('pending', 'running', 'waiting') AND state IN ('pending', 'waiting')
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

  return {
    /** Takes up to `limit` items that are due at some nodes: those furthest on first. */
    claim: (run: number, nodes: readonly string[], limit: number, now: number): ClaimedItem[] =>
      due.all({ run, nodes: JSON.stringify(nodes), limit, now }).map(item => begin(item, now)),
    /** Takes up to `limit` items of a node that waits for all of them, in the order of the items that they descend from. */
    claimInOrder: (run: number, node: string, limit: number, now: number): ClaimedItem[] =>
      inOrder.all({ run, node, limit, now }).map(item => begin(item, now)),
    /** Which of these nodes, which wait for all their items, have them and are not through with them. */
    released: (run: number, nodes: readonly string[], now: number): string[] =>
      released.all({ run, nodes: JSON.stringify(nodes), now }).map(({ node }) => node),
    /** When the next item of a run is due, in milliseconds; null where none waits for a time. */
    nextDue: (run: number): number | null => nextDue.get(run)!.run_at,
  }
}
