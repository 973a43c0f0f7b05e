import { DAY, iso } from '../base/times.ts'
import type { Engine } from './engine.ts'
import { type Page, type PageQuery, pageOf, positionOfCursor } from './page-of.ts'

/** Milliseconds for which deleted records can be restored. */
export const RESTORABLE_MS = 7 * DAY

/** The kinds of records that can be restored after their deletion, with the SQL for the name that people know them by. */
const NAME_SQL = {
  parser: 'name',
  database: "document ->> '$.name'",
  cron: "document ->> '$.name'",
  workflow: 'name',
  session: 'name',
  webhook: 'url',
}

/** The prefixes of their ids. */
const PREFIXES = ['prs', 'db', 'crn', 'wf', 'ses', 'whk']

type RestorableType = keyof typeof NAME_SQL

export const RESTORABLE_TYPES = Object.keys(NAME_SQL) as RestorableType[]

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

const selectDeleted = (type: RestorableType) => `
  SELECT '${type}' AS type, id, ${NAME_SQL[type]} AS name, deleted_at FROM ${type}s
  WHERE account_id = @accountId AND deleted_at >= @since AND (deleted_at, id) < (@at, @id)
`

const toRecord = ({ deleted_at, ...row }: Row): DeletedRecord => ({
  ...row,
  deleted_at: iso(deleted_at),
  restorable_until: iso(deleted_at + RESTORABLE_MS),
})

/** Lists records of all kinds that were deleted in the last 7 days. */
export function createDeletedRecords(engine: Engine) {
  const listOf = (types: readonly RestorableType[]) =>
    engine.prepare<Row>(
      `${types.map(selectDeleted).join('UNION ALL')} ORDER BY deleted_at DESC, id DESC LIMIT @limit`,
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
      const params = {
        accountId,
        since: now - RESTORABLE_MS,
        ...positionOfCursor(cursor, ...PREFIXES),
        limit: limit + 1,
      }
      return pageOf(listed.iterate(params), limit, ({ deleted_at, id }) => ({ at: deleted_at, id }), toRecord)
    },
  }
}
