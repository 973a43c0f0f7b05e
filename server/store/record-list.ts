import { hasSearchText, searchText } from '../base/text/search-text.ts'
import { createTurns } from '../base/turns.ts'
import type { Engine } from './engine.ts'
import { gatherRows } from './gather-rows.ts'
import {
  MAX_PAGE_CHARACTERS,
  type Page,
  type PagePosition,
  type PageQuery,
  pageOf,
  positionOfCursor,
  START,
} from './page-of.ts'

/** Which records a list holds. */
export interface ListFilter {
  /** Only records that contain this text, in any case. */
  q?: string | undefined
}

export type ListQuery = PageQuery & ListFilter

/** What a list of records is read from. */
interface RecordListOptions<Row, Texts, Shown> {
  table: string
  /** The prefix of the ids. */
  prefix: string
  /** Selects rows of `table`, whose names it may use: `SELECT … FROM databases`. */
  select: string
  /** Which rows belong to the list of `@accountId`. */
  where: string
  /** The columns of `table`, or other SQL, that a search reads besides the id. */
  searched: string
  /** Returns the texts of these columns that a search compares. */
  textsOf(row: Texts): (string | null)[]
  show(row: Row): Shown
}

/**
 * Lists and counts records of an account, newest first. A search compares the texts of one record after another, so that
 * other work can run in between: no index finds text in the middle of another.
 */
export function createRecordList<Row extends { id: string; created_at: number }, Texts, Shown>(
  engine: Engine,
  { table, prefix, select, where, searched, textsOf, show }: RecordListOptions<Row, Texts, Shown>,
) {
  const positioned = `${where} AND (${table}.created_at, ${table}.id) < (@at, @id)
    ORDER BY ${table}.created_at DESC, ${table}.id DESC`
  const listed = engine.prepare<Row>(`${select} WHERE ${positioned} LIMIT @limit`)
  const byId = engine.prepare<Row>(`${select} WHERE ${where} AND ${table}.id = @id`)
  const counted = engine.prepare<{ total: number }>(`SELECT count(*) AS total FROM ${table} WHERE ${where}`)
  const scanned = engine.prepare<Texts & Pick<Row, 'id' | 'created_at'>>(
    `SELECT id, created_at, ${searched} FROM ${table} WHERE ${positioned}`,
  )

  /** Calls `onMatch` with the id of each record that contains a text, until it returns false. */
  async function search(
    accountId: string,
    q: string,
    start: PagePosition,
    onMatch: (id: string) => boolean,
  ): Promise<void> {
    const wanted = searchText(q)
    const turns = createTurns()
    /** Returns where the next turn continues; null if the search is over. */
    const searchForATurn = (from: PagePosition): PagePosition | null => {
      for (const row of scanned.iterate({ accountId, ...from })) {
        const { id, created_at } = row
        const texts = [id, ...textsOf(row)].filter(text => text !== null)
        if (hasSearchText(texts, wanted) && !onMatch(id)) return null
        if (turns.isOver()) return { at: created_at, id }
      }
      return null
    }
    for (let from: PagePosition | null = start; from !== null; ) {
      from = searchForATurn(from)
      if (from) await turns.next()
    }
  }

  async function matching(accountId: string, q: string, start: PagePosition, limit: number): Promise<Row[]> {
    const { rows, take, isFull } = gatherRows<Row>(limit, MAX_PAGE_CHARACTERS)
    await search(accountId, q, start, id => {
      take([byId.get({ accountId, id })!])
      return !isFull()
    })
    return rows
  }

  /** Returns how many records an account has; also for use inside a transaction. */
  const countAll = (accountId: string): number => counted.get({ accountId })!.total

  return {
    async list(accountId: string, { limit, cursor, q }: ListQuery): Promise<Page<Shown>> {
      const start = positionOfCursor(cursor, prefix)
      const rows =
        q === undefined
          ? listed.iterate({ accountId, ...start, limit: limit + 1 })
          : await matching(accountId, q, start, limit + 1)
      return pageOf(rows, limit, ({ created_at, id }) => ({ at: created_at, id }), show)
    },
    async count(accountId: string, { q }: ListFilter = {}): Promise<number> {
      if (q === undefined) return countAll(accountId)
      let total = 0
      await search(accountId, q, START, () => {
        total += 1
        return true
      })
      return total
    },
    countAll,
  }
}
