import { iso, isoOrNull } from '../../base/times.ts'
import type { Engine } from '../engine.ts'
import type { JobError } from '../jobs/rows.ts'
import type { Page, PageQuery } from '../page-of.ts'
import type { ItemRow } from './item-claims.ts'
import { pathPageOf, pathPlaceOf } from './path-page.ts'
import type { ItemState } from './run-rows.ts'
import { unpackValue } from './values.ts'

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

/** What reached the nodes of runs. */
export function createItemList(engine: Engine) {
  const shown = engine.prepare<Shown>(`
    SELECT i.*, v.path, held.body, held.packed FROM workflow_items AS i JOIN workflow_values AS v ON v.seq = i.value
      JOIN workflow_values AS held ON held.seq = coalesce(v.same, v.seq)
    WHERE i.run = @run AND i.node = @node AND (@state IS NULL OR state = @state) AND (v.path, i.seq) > (@path, @seq)
    ORDER BY v.path, i.seq LIMIT @limit
  `)

  return {
    /** The items of a node, in the order of those that they descend from. */
    list: async (
      run: number,
      node: string,
      { limit, cursor, state = null }: PageQuery & { state?: ItemState | null | undefined },
    ): Promise<Page<RunItem>> => {
      const rows = shown.all({ run, node, state, ...pathPlaceOf(cursor), limit: limit + 1 })
      return pathPageOf(rows, limit, toItem)
    },
  }
}
