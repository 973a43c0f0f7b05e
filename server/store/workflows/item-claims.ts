import type { Engine } from '../engine.ts'

import type { ItemState } from './run-rows.ts'

/** The row of an item at a node. */
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

/** An item with its path, which orders it among its siblings. */
export interface ClaimedItem extends ItemRow {
  path: string
}

/** Finds and claims due items. Call all functions inside a transaction. */
export function createItemClaims(engine: Engine) {
  const due = engine.prepare<ClaimedItem>(`
    SELECT i.*, path FROM workflow_items AS i JOIN workflow_values AS v ON v.seq = i.value
    WHERE i.run = @run AND state IN ('pending', 'running', 'waiting') AND state IN ('pending', 'waiting')
      AND run_at <= @now AND i.node IN (SELECT value FROM json_each(@nodes))
    ORDER BY place DESC, i.seq LIMIT @limit
  `)
  // An interrupted item keeps its place: at a node that takes items in order, those behind it wait as long as it does.
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
  // That the service stopped is no longer so; any other error says why there is a further attempt.
  const start = engine.prepare(`
    UPDATE workflow_items SET state = 'running', attempt = attempt + 1, started_at = coalesce(started_at, ?),
      error = iif(error ->> 'code' = 'unavailable_service', NULL, error)
    WHERE seq = ?
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
    /** Claims up to `limit` due items at these nodes; items at later nodes of the graph come first. */
    claim: (run: number, nodes: readonly string[], limit: number, now: number): ClaimedItem[] =>
      due.all({ run, nodes: JSON.stringify(nodes), limit, now }).map(item => begin(item, now)),
    /**
     * Claims up to `limit` items of a node that waits for all its items, in the order of the items that they descend from.
     */
    claimInOrder: (run: number, node: string, limit: number, now: number): ClaimedItem[] =>
      inOrder.all({ run, node, limit, now }).map(item => begin(item, now)),
    /** Returns which of these nodes, which wait for all their items, have received them and still have some to process. */
    released: (run: number, nodes: readonly string[], now: number): string[] =>
      released.all({ run, nodes: JSON.stringify(nodes), now }).map(({ node }) => node),
    /** Returns when the next item of a run is due (milliseconds); null if none waits for a time. */
    nextDue: (run: number): number | null => nextDue.get(run)!.run_at,
  }
}
