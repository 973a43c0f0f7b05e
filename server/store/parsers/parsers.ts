import { isoOrNull } from '../../base/times.ts'
import type { ParserSchema } from '../../parsers/parser-schema.ts'
import type { Engine } from '../engine.ts'
import { createNamingSearch } from '../naming-search.ts'
import type { OwnedRows } from '../remove-rows.ts'
import { createVersionedDocuments, type VersionFields } from '../versioned-documents.ts'
import { createParserChoices, type ParserChoices } from './choices.ts'
import { countsOf, ratesOf, readCounts } from './fill-counts.ts'

export const PARSER_STATES = ['draft', 'active', 'archived'] as const

/** How a parser's pages are fetched. */
export interface FetchOptions {
  mode: 'http' | 'desktop' | 'browser' | 'auto'
  /** What the browser waits for: a CSS selector, or milliseconds. */
  wait_for: string | number | null
  /** How often the browser scrolls to the end of a page at most; null for never. */
  scroll: number | null
  /** A CSS selector of what the browser clicks to load more of a page, and how often it clicks at most. */
  load_more: string | null
  load_more_times: number
  headers: Record<string, string>
  /** Names of headers whose values are secret; absent if the parser is older than this field. */
  secret_headers?: string[]
  timeout_ms: number | null
  /** The address of a proxy, including its secrets; null for that of the settings. */
  proxy: string | null
  /** Seconds; null to never use the cache. */
  max_age_s: number | null
  /** null for the value of the settings. */
  robots: 'ignore' | 'respect' | null
  /** The id of the session that its pages are fetched with; absent if the parser is older than sessions. */
  session?: string | null
}

/** The document that the owner of a parser writes; every version has one. */
export interface ParserDocument {
  name: string
  description: string
  status: (typeof PARSER_STATES)[number]
  schema: ParserSchema
  fetch: FetchOptions
  match: { url_patterns: string[] }
  test_urls: string[]
}

/** A parser as stored; responses add its output schema and stats. */
export type ParserRecord = ParserDocument & VersionFields

/** What the calls of the last 90 days show about a parser. */
interface ParserStats extends ParserChoices {
  runs: number
  success_rate: number | null
  fill_rate_by_field: Record<string, number>
  last_ok_at: string | null
}

/** A day on which a parser ran. */
interface ParserDay {
  day: string
  runs: number
  ok: number
  fill_rate_by_field: Record<string, number>
}

/** A day as stored. */
interface CountedDay extends Omit<ParserDay, 'fill_rate_by_field'> {
  last_ok_at: number | null
  /** The counts of its fields, in the form that `readCounts` reads. */
  fills: string
}

/** A date before all days. */
const FIRST_DAY = ''

/** What is removed with a parser. */
const OWNED_ROWS: OwnedRows[] = [
  { table: 'parser_fixtures', owner: 'parser_id', size: 'size' },
  { table: 'parser_runs', owner: 'parser_id', key: 'parser_id, day' },
  { table: 'parser_choices', owner: 'parser_id', key: 'parser_id, version, day, field, rule' },
]

/** Stores parsers, their versions, and the statistics of their calls. */
export function createParserStore(engine: Engine) {
  const daysSince = engine.prepare<CountedDay>(`
    SELECT day, runs, ok, last_ok_at, fills FROM parser_runs WHERE parser_id = ? AND day >= ? ORDER BY day
  `)
  const byPrefix = engine.prepare<{ name: string }>(`
    SELECT name FROM parsers
    WHERE account_id = CAST(? AS TEXT) AND deleted_at IS NULL AND lower(substr(name, 1, length(?))) = lower(?)
    ORDER BY created_at DESC LIMIT ?
  `)
  const withSession = createNamingSearch(
    engine,
    'parsers',
    `SELECT 1 FROM parsers
    JOIN parser_versions ON parser_id = parsers.id AND parser_versions.version = parsers.version
    WHERE parsers.id = @id AND deleted_at IS NULL AND document ->> '$.fetch.session' = @recordId`,
  )
  const choices = createParserChoices(engine)

  return {
    ...createVersionedDocuments<ParserDocument>(engine, 'parser', OWNED_ROWS),
    /** Returns names of an account's parsers that begin with `text`, newest first; ignores case. */
    namesFrom: async (accountId: string, text: string, limit: number): Promise<string[]> =>
      byPrefix.all(accountId, text, text, limit).map(({ name }) => name),
    /** Returns ids of parsers whose newest version fetches with a session. */
    withSession,
    stats: async (id: string): Promise<ParserStats> => {
      const days = daysSince.all(id, FIRST_DAY)
      const sum = (of: (day: CountedDay) => number) => days.reduce((total, day) => total + of(day), 0)
      const [count, ok] = [sum(({ runs }) => runs), sum(day => day.ok)]
      const lastOkAt = Math.max(...days.map(({ last_ok_at }) => last_ok_at ?? Number.NEGATIVE_INFINITY))
      return {
        runs: count,
        success_rate: count ? Math.round((ok / count) * 10_000) / 10_000 : null,
        fill_rate_by_field: ratesOf(countsOf(days)),
        last_ok_at: isoOrNull(Number.isFinite(lastOkAt) ? lastOkAt : null),
        ...choices.of(id),
      }
    },
    /** Returns the days from `since` (`2026-01-31`) on which the parser ran, oldest first. */
    series: async (id: string, since: string): Promise<ParserDay[]> =>
      daysSince.all(id, since).map(({ day, runs, ok, fills }) => ({
        day,
        runs,
        ok,
        fill_rate_by_field: ratesOf(readCounts(fills)),
      })),
  }
}

export type ParserStore = ReturnType<typeof createParserStore>
