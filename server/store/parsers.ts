import type { ParserSchema } from '../parsers/parser-schema.ts'
import { DAY, iso, isoOrNull } from '../times.ts'
import type { Engine } from './engine.ts'
import { type Page, type PageQuery, pageOf, placeOfCursor } from './page-of.ts'

/** How a parser's pages are fetched. */
export interface FetchOptions {
  mode: 'http' | 'browser' | 'auto'
  /** What a browser waits for: a CSS selector, or milliseconds. */
  wait_for: string | number | null
  headers: Record<string, string>
  timeout_ms: number | null
  /** An address with its secrets; null: the setting's. */
  proxy: string | null
  /** Seconds; null: never from the cache. */
  max_age_s: number | null
  /** null: as the setting says. */
  robots: 'ignore' | 'respect' | null
}

/** What the owner of a parser writes; every version keeps one. */
export interface ParserDocument {
  name: string
  description: string
  status: 'draft' | 'active' | 'archived'
  schema: ParserSchema
  fetch: FetchOptions
  match: { url_patterns: string[] }
  test_urls: string[]
}

/** A parser as it is stored; answers add its output schema and stats. */
export interface ParserRecord extends ParserDocument {
  id: string
  version: number
  created_at: string
  updated_at: string
}

/** One version of a parser. */
export interface ParserVersion extends ParserDocument {
  version: number
  created_at: string
}

/** What the calls of the last 90 days tell of a parser. */
export interface ParserStats {
  runs: number
  success_rate: number | null
  fill_rate_by_field: Record<string, number>
  last_ok_at: string | null
}

/** A day on which a parser ran. */
export interface ParserDay {
  day: string
  runs: number
  ok: number
  fill_rate_by_field: Record<string, number>
}

interface Row {
  id: string
  version: number
  document: string
  created_at: number
  updated_at: number
}

const toRecord = ({ document, ...row }: Row): ParserRecord => ({
  id: row.id,
  version: row.version,
  ...(JSON.parse(document) as ParserDocument),
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
})

/** Deleted parsers stay restorable for this long. */
const RESTORABLE = 7 * DAY

const SELECT = `
  SELECT parsers.id, parsers.version, document, parsers.created_at, updated_at
  FROM parsers JOIN parser_versions ON parser_id = parsers.id AND parser_versions.version = parsers.version`

/** Parsers and their versions. Every function carries the account: another account's parser is absent. */
export function createParserStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO parsers (id, account_id, version, name, created_at, updated_at) VALUES (?, ?, 1, ?, ?, ?)
  `)
  const insertVersion = engine.prepare(
    'INSERT INTO parser_versions (parser_id, version, document, created_at) VALUES (?, ?, ?, ?)',
  )
  const advance = engine.prepare<{ version: number }>(`
    UPDATE parsers SET version = version + 1, name = ?, updated_at = ?
    WHERE id = ? AND account_id = ? AND deleted_at IS NULL RETURNING version
  `)
  const byId = engine.prepare<Row>(`${SELECT} WHERE parsers.id = ? AND account_id = ? AND deleted_at IS NULL`)
  const byVersion = engine.prepare<Row>(`
    SELECT parsers.id, parser_versions.version, document, parsers.created_at, updated_at
    FROM parsers JOIN parser_versions ON parser_id = parsers.id
    WHERE parsers.id = ? AND account_id = ? AND deleted_at IS NULL AND parser_versions.version = ?
  `)
  const listed = engine.prepare<Row>(`
    ${SELECT} WHERE account_id = @accountId AND deleted_at IS NULL AND (parsers.created_at, parsers.id) < (@at, @id)
    ORDER BY parsers.created_at DESC, parsers.id DESC LIMIT @limit
  `)
  const remove = engine.prepare(
    'UPDATE parsers SET deleted_at = ? WHERE id = ? AND account_id = ? AND deleted_at IS NULL',
  )
  const restore = engine.prepare(
    'UPDATE parsers SET deleted_at = NULL WHERE id = ? AND account_id = ? AND deleted_at >= ?',
  )
  const versions = engine.prepare<{ version: number; document: string; created_at: number }>(
    'SELECT version, document, created_at FROM parser_versions WHERE parser_id = ? ORDER BY version DESC',
  )
  const expire = engine.prepare('DELETE FROM parsers WHERE deleted_at < ?')
  const runs = engine.prepare<{ runs: number; ok: number; last_ok_at: number | null }>(`
    SELECT coalesce(sum(runs), 0) AS runs, coalesce(sum(ok), 0) AS ok, max(last_ok_at) AS last_ok_at
    FROM parser_runs WHERE parser_id = ?
  `)
  const fills = engine.prepare<{ field: string; rate: number }>(`
    SELECT field, round(1.0 * sum(filled) / sum(total), 4) AS rate FROM parser_fills WHERE parser_id = ?
    GROUP BY field HAVING sum(total) > 0
  `)

  const days = engine.prepare<Omit<ParserDay, 'fill_rate_by_field'> & { rates: string }>(`
    SELECT day, runs, ok, (
      SELECT json_group_object(field, round(1.0 * filled / total, 4)) FROM parser_fills
      WHERE parser_id = parser_runs.parser_id AND day = parser_runs.day AND total > 0
    ) AS rates
    FROM parser_runs WHERE parser_id = ? AND day >= ? ORDER BY day
  `)

  const find = (accountId: string, id: string) => {
    const row = byId.get(id, accountId)
    return row ? toRecord(row) : null
  }

  return {
    find: async (accountId: string, id: string) => find(accountId, id),
    /** The parser as it was at a version. */
    at: async (accountId: string, id: string, version: number): Promise<ParserRecord | null> => {
      const row = byVersion.get(id, accountId, version)
      return row ? toRecord(row) : null
    },
    list: async (accountId: string, { limit, cursor }: PageQuery): Promise<Page<ParserRecord>> => {
      const rows = listed.all({ accountId, ...placeOfCursor(cursor), limit: limit + 1 })
      return pageOf(rows, limit, ({ created_at, id }) => ({ at: created_at, id }), toRecord)
    },
    /** A new parser and what writes it, which belongs into the transaction of the call that makes it. */
    create(accountId: string, id: string, document: ParserDocument, now: number) {
      const text = JSON.stringify(document)
      const write = () => {
        insert.run(id, accountId, document.name, now, now)
        insertVersion.run(id, 1, text, now)
      }
      return { record: toRecord({ id, version: 1, document: text, created_at: now, updated_at: now }), write }
    },
    /** Writes the next version; null where the parser is absent, 'stale' where it is no longer at `expected`. */
    replace: (accountId: string, id: string, document: ParserDocument, now: number, expected?: number) =>
      engine.write((): ParserRecord | null | 'stale' => {
        const current = find(accountId, id)
        if (!current) return null
        if (expected !== undefined && expected !== current.version) return 'stale'
        const { version } = advance.get(document.name, now, id, accountId)!
        insertVersion.run(id, version, JSON.stringify(document), now)
        return find(accountId, id)!
      }),
    remove: (accountId: string, id: string, now: number): Promise<boolean> =>
      engine.write(() => remove.run(now, id, accountId).changes === 1),
    /** Takes a deletion of the last 7 days back. */
    restore: (accountId: string, id: string, now: number): Promise<ParserRecord | null> =>
      engine.write(() => (restore.run(id, accountId, now - RESTORABLE).changes ? find(accountId, id) : null)),
    /** Newest first; the caller has found the parser before. */
    versions: async (id: string): Promise<ParserVersion[]> =>
      versions.all(id).map(({ version, document, created_at }) => ({
        version,
        ...(JSON.parse(document) as ParserDocument),
        created_at: iso(created_at),
      })),
    stats: async (id: string): Promise<ParserStats> => {
      const { runs: count, ok, last_ok_at } = runs.get(id)!
      return {
        runs: count,
        success_rate: count ? Math.round((ok / count) * 10_000) / 10_000 : null,
        fill_rate_by_field: Object.fromEntries(fills.all(id).map(({ field, rate }) => [field, rate])),
        last_ok_at: isoOrNull(last_ok_at),
      }
    },
    /** The days since one (`2026-01-31`) on which it ran, oldest first. */
    series: async (id: string, since: string): Promise<ParserDay[]> =>
      days.all(id, since).map(({ rates, ...day }) => ({ ...day, fill_rate_by_field: JSON.parse(rates) })),
    /** Removes for good what was deleted more than 7 days before `now`. */
    expire: (now: number): Promise<void> => engine.write(() => void expire.run(now - RESTORABLE)),
  }
}

export type ParserStore = ReturnType<typeof createParserStore>
