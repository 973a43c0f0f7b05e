import type { Engine } from './engine.ts'
import type { ClaimedItem } from './workflow-items.ts'

/** Items that are due, and taking them. All of it is for use inside a transaction. */
export function createItemClaims(engine: Engine) {
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
    /** Takes all items of one of these nodes, which take theirs at once, where they are due. */
    claimAll(run: number, nodes: readonly string[], now: number): ClaimedItem[] {
      const [first] = due.all({ run, nodes: JSON.stringify(nodes), limit: 1, now })
      return first ? openAt.all(run, first.node).map(item => begin(item, now)) : []
    },
    /** When the next item of a run is due, in milliseconds; null where none waits for a time. */
    nextDue: (run: number): number | null => nextDue.get(run)!.run_at,
  }
}
