import zlib from 'node:zlib'
import { LargeJson } from '../../base/text/large-json.ts'
import { createTurns, TURN_SIZE } from '../../base/turns.ts'
import { compress, decompressInPieces, decompressSmall } from '../../base/zstd.ts'
import type { Engine } from '../engine.ts'

/** A page of a site that serves as the dictionary with which other pages of the site are compressed. */
export interface PageDictionary {
  id: number
  /** Compressed without a dictionary. */
  body: Uint8Array
}

/** A page that a job has read, or will read; its body is compressed. */
export interface StoredPage {
  url: string | null
  contentType: string | null
  body: Uint8Array
  /** The dictionary that the body is compressed with; absent if it is compressed without one. */
  dictionary?: PageDictionary | undefined
}

/** A page that can be decompressed without a dictionary. */
export interface StandalonePage extends StoredPage {
  dictionary?: undefined
}

interface Row {
  body: PackedResult
}

interface PageRow extends StandalonePage {
  id: number | null
  dictionaryBody: Uint8Array
}

const toPage = ({ id, dictionaryBody, ...page }: PageRow): StoredPage =>
  id === null ? page : { ...page, dictionary: { id, body: dictionaryBody } }

/** Compressing text that is not longer than this gains nothing (characters). */
const MIN_PACKED_LENGTH = 2_048
const MEGABYTE = 1_048_576
/** Results or pages that one transaction removes. */
const DROPPED_AT_ONCE = 200
/** Results or pages whose sizes one statement adds up. */
const SUMMED_AT_ONCE = 5_000

/** The total size of what was kept after `from` and no later than `to`. */
interface TimeSpan {
  from: number
  to: number
  bytes: number
}

/** A result prepared for the store outside of any transaction: its JSON, or its JSON compressed. */
export type PackedResult = string | Uint8Array

/** Returns a result in the form in which it is stored. */
export function packResult(
  value: unknown,
  compress: (text: string) => Uint8Array = zlib.zstdCompressSync,
): PackedResult {
  return packJson(JSON.stringify(value), compress)
}

const packJson = (
  text: string,
  compress: (text: string) => Uint8Array = zlib.zstdCompressSync,
): PackedResult => (text.length > MIN_PACKED_LENGTH ? compress(text) : text)

/** Returns JSON in its stored form. Long JSON is compressed off the event loop. */
export const packLongJson = async (text: string): Promise<PackedResult> =>
  text.length > TURN_SIZE ? compress(Buffer.from(text)) : packJson(text)

/** Returns the value from its stored form. */
export const unpackResult = (body: PackedResult): unknown =>
  JSON.parse(typeof body === 'string' ? body : zlib.zstdDecompressSync(body).toString())

/** Returns the value from its stored form; a large one remains as JSON. */
function openResult(body: PackedResult): unknown {
  const text = typeof body === 'string' ? body : decompressSmall(body)
  return text === null ? new LargeJson(decompressInPieces(body as Uint8Array)) : JSON.parse(text)
}

/** Stores results and pages of jobs. They are found by the job's id and account. */
export function createJobFileStore(engine: Engine) {
  // REPLACE is avoided: it may change several rows, and SQLite then first copies all pages that it writes to into a file.
  const insertPage = engine.prepare(`
    INSERT INTO job_pages (job, kept_at, size, url, content_type, body, dictionary) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET kept_at = excluded.kept_at, size = excluded.size, url = excluded.url,
      content_type = excluded.content_type, body = excluded.body, dictionary = excluded.dictionary
  `)
  const insertDictionary = engine.prepare(
    'INSERT INTO page_dictionaries (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const dropDictionaries = engine.prepare(`
    DELETE FROM page_dictionaries WHERE id IN (
      SELECT id FROM page_dictionaries WHERE NOT EXISTS (SELECT 1 FROM job_pages WHERE dictionary = page_dictionaries.id)
      LIMIT ${DROPPED_AT_ONCE})
  `)
  const findResult = engine.prepare<Row>(`
    SELECT body FROM job_specs JOIN job_ends ON job = seq WHERE id = ? AND account_id = ? AND size IS NOT NULL
  `)
  const findPage = engine.prepare<PageRow>(`
    SELECT url, content_type AS contentType, page.body, dictionary.id, dictionary.body AS dictionaryBody
    FROM job_specs AS job JOIN job_pages AS page ON page.job = seq
    LEFT JOIN page_dictionaries AS dictionary ON dictionary.id = page.dictionary
    WHERE job.id = ? AND account_id = ?
  `)
  const tables = [
    {
      end: 'SELECT finished_at AS at FROM job_ends WHERE size IS NOT NULL AND finished_at > ? ORDER BY finished_at',
      bytes: `SELECT coalesce(sum(size), 0) AS total FROM job_ends
        WHERE size IS NOT NULL AND finished_at > ? AND finished_at <= ?`,
      expire: `UPDATE job_ends SET size = NULL, body = NULL WHERE job IN (
        SELECT job FROM job_ends WHERE finished_at < ? AND size IS NOT NULL LIMIT ${DROPPED_AT_ONCE})`,
    },
    {
      end: 'SELECT kept_at AS at FROM job_pages WHERE kept_at > ? ORDER BY kept_at',
      bytes: 'SELECT coalesce(sum(size), 0) AS total FROM job_pages WHERE kept_at > ? AND kept_at <= ?',
      expire: `DELETE FROM job_pages WHERE job IN (
        SELECT job FROM job_pages WHERE kept_at < ? LIMIT ${DROPPED_AT_ONCE})`,
    },
  ].map(({ end, bytes, expire }) => ({
    end: engine.prepare<{ at: number }>(`${end} LIMIT 1 OFFSET ${SUMMED_AT_ONCE - 1}`),
    bytes: engine.prepare<{ total: number }>(bytes),
    expire: engine.prepare(expire),
  }))
  const within = engine.prepare<{ kept_at: number; size: number }>(`
    SELECT finished_at AS kept_at, size FROM job_ends WHERE size IS NOT NULL AND finished_at > @from AND finished_at <= @to
    UNION ALL SELECT kept_at, size FROM job_pages WHERE kept_at > @from AND kept_at <= @to
    ORDER BY kept_at
  `)

  /**
   * Returns the bytes that it adds; 0 if the dictionary exists. They count with the first page that is compressed with it.
   */
  const addDictionary = ({ id, body }: PageDictionary): number =>
    insertDictionary.run(id, body).changes ? body.length : 0

  const dropAll = async (dropSome: () => { changes: number }) => {
    while ((await engine.writeSlice(() => dropSome().changes)) === DROPPED_AT_ONCE);
  }

  const drop = async (before: number) => {
    for (const { expire } of tables) await dropAll(() => expire.run(before))
    await dropAll(() => dropDictionaries.run())
  }

  const spanAfter = (from: number): TimeSpan => {
    const to = Math.min(...tables.map(({ end }) => end.get(from)?.at ?? Number.MAX_SAFE_INTEGER))
    return { from, to, bytes: tables.reduce((sum, { bytes }) => sum + bytes.get(from, to)!.total, 0) }
  }

  /** Returns everything that is kept, as stretches of time, the oldest first. */
  async function allSpans(): Promise<TimeSpan[]> {
    const turns = createTurns()
    const spans = [spanAfter(-1)]
    for (let { to } = spans[0]!; to < Number.MAX_SAFE_INTEGER; to = spans.at(-1)!.to) {
      if (turns.isOver()) await turns.next()
      spans.push(spanAfter(to))
    }
    return spans
  }

  /** Returns the time before which the oldest `surplus` bytes were kept. */
  const cutoffFor = (surplus: number, spans: readonly TimeSpan[]): number => {
    let left = surplus
    for (const span of spans) {
      if (span.bytes < left) left -= span.bytes
      else
        for (const { kept_at, size } of within.iterate(span)) {
          left -= size
          if (left <= 0) return kept_at + 1
        }
    }
    return 0
  }

  return {
    /** Inside a transaction: keeps a page, in place of an earlier one. */
    writePage(job: number, { url, contentType, body, dictionary }: StoredPage, now: number): void {
      const size = body.length + (dictionary ? addDictionary(dictionary) : 0)
      insertPage.run(job, now, size, url, contentType, body, dictionary?.id ?? null)
    },
    /**
     * Returns the result, wrapped in an object because it may itself be null; null if none is kept. The value is a
     * `LargeJson` if it is large.
     */
    result: async (accountId: string, id: string): Promise<{ value: unknown } | null> => {
      const row = findResult.get(id, accountId)
      return row ? { value: openResult(row.body) } : null
    },
    /** Returns the result in its stored form. */
    packedResult: async (accountId: string, id: string): Promise<PackedResult | null> =>
      findResult.get(id, accountId)?.body ?? null,
    async page(accountId: string, id: string): Promise<StoredPage | null> {
      const row = findPage.get(id, accountId)
      return row ? toPage(row) : null
    },
    /** Removes what was kept before `before` (milliseconds), then the oldest until the rest takes at most `megabytes`. */
    async expire(before: number, megabytes: number): Promise<void> {
      await drop(before)
      const spans = await allSpans()
      const surplus = spans.reduce((sum, { bytes }) => sum + bytes, 0) - megabytes * MEGABYTE
      if (surplus > 0) await drop(cutoffFor(surplus, spans))
    },
  }
}

export type JobFileStore = ReturnType<typeof createJobFileStore>
