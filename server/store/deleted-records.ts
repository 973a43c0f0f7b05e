import { DAY, iso } from '../base/times.ts'
import type { Engine } from './engine.ts'
import { type Page, type PageQuery, pageOf, placeOfCursor } from './page-of.ts'

/** Milliseconds for which deleted records can be restored. */
export const RESTORABLE = 7 * DAY

/** The kinds of records that can be restored after their deletion, with the SQL for the name that people know them by. */
const NAMES = {
  parser: 'name',
  database: "document ->> '$.name'",
  cron: "document ->> '$.name'",
  workflow: 'name',
  session: 'name',
  webhook: 'url',
}

type RestorableType = keyof typeof NAMES

export const RESTORABLE_TYPES = Object.keys(NAMES) as RestorableType[]

/** A deleted record that can still be restored. */
interface DeletedRecord {
  type: RestorableType
  id: string
  /** For a webhook, which has no name, its address. */
  name: string
  deleted_at: string
  restorable_until: string
}

interface Row extends Pick<DeletedRecord, 'type' | 'id' | 'name'> {
  deleted_at: number
}

const ofType = (type: RestorableType) => `
  SELECT '${type}' AS type, id, ${NAMES[type]} AS name, deleted_at FROM ${type}s
  WHERE account_id = @accountId AND deleted_at >= @since AND (deleted_at, id) < (@at, @id)
`

const toRecord = ({ deleted_at, ...row }: Row): DeletedRecord => ({
  ...row,
  deleted_at: iso(deleted_at),
  restorable_until: iso(deleted_at + RESTORABLE),
})

/** Lists records of all kinds that were deleted in the last 7 days. */
export function createDeletedRecords(engine: Engine) {
  const listOf = (types: readonly RestorableType[]) =>
    engine.prepare<Row>(
      `${types.map(ofType).join('UNION ALL')} ORDER BY deleted_at DESC, id DESC LIMIT @limit`,
    )
  const ofAll = listOf(RESTORABLE_TYPES)
  const ofOne = new Map(RESTORABLE_TYPES.map(type => [type, listOf([type])]))

  return {
    /** Last deleted first, of one type or of all. Throws 400 for an invalid cursor. */
    async list(
      accountId: string,
      { type, limit, cursor }: PageQuery & { type?: RestorableType | undefined },
      now: number,
    ): Promise<Page<DeletedRecord>> {
      const listed = type ? ofOne.get(type)! : ofAll
      const which = { accountId, since: now - RESTORABLE, ...placeOfCursor(cursor), limit: limit + 1 }
      return pageOf(listed.iterate(which), limit, ({ deleted_at, id }) => ({ at: deleted_at, id }), toRecord)
    },
  }
}
