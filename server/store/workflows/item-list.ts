import { iso, isoOrNull } from '../../base/times.ts'
import { CALL_COLUMNS, type Call, type CallRow, toCall } from '../accounts/calls.ts'
import type { Engine } from '../engine.ts'
import type { JobError } from '../jobs/rows.ts'
import type { Page, PageQuery } from '../page-of.ts'
import type { ItemRow } from './item-claims.ts'
import { pathPageOf, pathPositionOf } from './path-page.ts'
import type { ItemState, RunRow } from './run-rows.ts'
import { withTexts } from './values.ts'

/** An item at a node, as responses show it, except that its value is JSON. */
interface RunItem {
  /** Its position among the items of its node. */
  index: number
  state: ItemState
  attempt: number
  json: string
  error: JobError | null
  credits: number
  child_run_id: string | null
  /** The last call that was made for it. */
  call: Call | null
  arrived_at: string
  started_at: string | null
  finished_at: string | null
}

interface StoredItem extends ItemRow {
  path: string
  body: Uint8Array
  packed: number
}

const toItem = (row: Omit<StoredItem, 'body'> & { text: string }, call: CallRow | undefined): RunItem => ({
  index: row.idx,
  state: row.state,
  attempt: row.attempt,
  json: row.text,
  error: row.error === null ? null : JSON.parse(row.error),
  credits: row.credits,
  child_run_id: row.child_run,
  call: call ? toCall(call) : null,
  arrived_at: iso(row.arrived_at),
  started_at: isoOrNull(row.started_at),
  finished_at: isoOrNull(row.finished_at),
})

/** The subject by which calls for an item are recorded. */
export const subjectOf = (runId: string, { node, idx }: Pick<ItemRow, 'node' | 'idx'>) =>
  `${runId}/${node}/${idx}`

/** Lists the items that reached the nodes of runs. */
export function createItemList(engine: Engine) {
  const shown = engine.prepare<StoredItem>(`
    SELECT i.*, v.path, held.body, held.packed FROM workflow_items AS i JOIN workflow_values AS v ON v.seq = i.value
      JOIN workflow_values AS held ON held.seq = coalesce(v.same, v.seq)
    WHERE i.run = @run AND i.node = @node AND (@state IS NULL OR state = @state) AND (v.path, i.seq) > (@path, @seq)
    ORDER BY v.path, i.seq LIMIT @limit
  `)

  const lastCall = engine.prepare<CallRow>(`
    SELECT ${CALL_COLUMNS} FROM calls WHERE subject = ? AND subject GLOB 'run_*' ORDER BY seq DESC LIMIT 1
  `)

  return {
    /** Returns the items of a node, in the order of the items that they descend from. */
    list: async (
      { seq: run, id }: Pick<RunRow, 'seq' | 'id'>,
      node: string,
      { limit, cursor, state = null }: PageQuery & { state?: ItemState | null | undefined },
    ): Promise<Page<RunItem>> => {
      const rows = shown.iterate({ run, node, state, ...pathPositionOf(cursor), limit: limit + 1 })
      return pathPageOf(withTexts(rows), limit, row => toItem(row, lastCall.get(subjectOf(id, row))))
    },
  }
}
