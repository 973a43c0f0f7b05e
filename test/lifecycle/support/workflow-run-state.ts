import assert from 'node:assert/strict'
import { withCopy } from './account-state.ts'

interface StoredItem {
  node: string
  idx: number
  state: string
  credits: number
  code: string | null
  /** The number of values that the item produced. */
  given: number
}

/** The state of one workflow run in the store of a killed process. */
interface StoredWorkflowRunState {
  check: unknown
  balance: number
  captures: [subject: string, credits: number][]
  run: { id: string; state: string; used: number }
  items: StoredItem[]
  /** The item counts of each step: received, open, produced, failed. */
  steps: { node: string; items_in: number; items_open: number; items_out: number; items_failed: number }[]
  /** The rows of databases, by key. */
  rows: string[]
  /** The events: the type, and the item that it is about. */
  events: [type: string, index: number | null][]
}

export const readWorkflowRunState = (dataDir: string, scratch: string): StoredWorkflowRunState =>
  withCopy(dataDir, scratch, db => ({
    check: db.pragma('quick_check', { simple: true }),
    balance: db.prepare<[], number>('SELECT sum(delta) FROM ledger').pluck().get()!,
    captures: db
      .prepare("SELECT subject, -delta FROM ledger WHERE kind = 'capture' ORDER BY subject")
      .raw()
      .all() as StoredWorkflowRunState['captures'],
    run: db.prepare<[], StoredWorkflowRunState['run']>('SELECT id, state, used FROM workflow_runs').get()!,
    items: db
      .prepare<[], StoredItem>(
        `SELECT node, idx, state, credits, error ->> 'code' AS code,
           (SELECT count(*) FROM workflow_values WHERE item = workflow_items.seq) AS given
         FROM workflow_items ORDER BY seq`,
      )
      .all(),
    steps: db
      .prepare<[], StoredWorkflowRunState['steps'][number]>(
        'SELECT node, items_in, items_open, items_out, items_failed FROM workflow_steps ORDER BY place',
      )
      .all(),
    rows: db.prepare<[], string>('SELECT key FROM database_rows ORDER BY key').pluck().all(),
    events: db
      .prepare("SELECT type, body ->> '$.data.index' FROM deliveries ORDER BY 1, 2")
      .raw()
      .all() as StoredWorkflowRunState['events'],
  }))

const isFinal = (state: string) => ['completed', 'failed', 'cancelled'].includes(state)

/**
 * At any time, the captured credits = the credits that the run has used = its items that completed at node `paid`, and the
 * steps count their items correctly.
 */
export function assertWorkflowRunConsistent(
  stored: StoredWorkflowRunState,
  paid: string,
  birth: number,
): void {
  const { check, balance, captures, run, items, steps } = stored
  assert.equal(check, 'ok')
  const successes = items.filter(({ node, state }) => node === paid && state === 'completed')
  assert.deepEqual(captures, successes.map(({ idx }) => [`${run.id}/${paid}/${idx}`, 1]).sort())
  assert.equal(run.used, successes.length)
  assert.equal(balance, birth - successes.length)
  for (const step of steps) {
    const own = items.filter(({ node }) => node === step.node)
    assert.deepEqual(step, {
      node: step.node,
      items_in: own.length,
      items_open: own.filter(({ state }) => !isFinal(state)).length,
      items_out: own.reduce((sum, { given }) => sum + given, 0),
      items_failed: own.filter(({ state }) => state === 'failed').length,
    })
  }
  for (const { node, idx, state, given } of items)
    if (!isFinal(state)) assert.equal(given, 0, `${node} ${idx} gave before its end`)
}
