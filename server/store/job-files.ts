import zlib from 'node:zlib'
import type { Engine } from './engine.ts'

/** A page that a job has read, or is to read, its bytes packed. */
export interface StoredPage {
  url: string | null
  contentType: string | null
  body: Uint8Array
}

interface Row {
  body: Uint8Array
  packed: number
}

/** Packing a shorter text gains nothing. */
const WORTH_PACKING = 2_048
const MEGABYTE = 1_048_576

/** A result made ready for the store, outside of any transaction. */
export interface PackedResult {
  body: Uint8Array
  packed: boolean
}

/** A result as it is stored. */
export function packResult(value: unknown): PackedResult {
  const text = Buffer.from(JSON.stringify(value))
  const packed = text.length > WORTH_PACKING
  return { body: packed ? zlib.zstdCompressSync(text) : text, packed }
}

/** Results and pages of jobs, by the job's id and account. */
export function createJobFileStore(engine: Engine) {
  const insertResult = engine.prepare(
    'INSERT INTO job_results (job, kept_at, size, packed, body) VALUES (?, ?, ?, ?, ?)',
  )
  const insertPage = engine.prepare(
    'INSERT OR REPLACE INTO job_pages (job, kept_at, size, url, content_type, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const findResult = engine.prepare<Row>(`
    SELECT body, packed FROM jobs JOIN job_results ON job = jobs.seq WHERE jobs.id = ? AND account_id = ?
  `)
  const findPage = engine.prepare<StoredPage>(`
    SELECT url, content_type AS contentType, body FROM jobs JOIN job_pages ON job = jobs.seq
    WHERE jobs.id = ? AND account_id = ?
  `)
  const resultsOf = engine.prepare<{ id: string } & Row>(`
    SELECT jobs.id, body, packed FROM jobs JOIN job_results ON job = jobs.seq
    WHERE jobs.id IN (SELECT value FROM json_each(?))
  `)
  const tables = ['job_results', 'job_pages'].map(table => ({
    bytes: engine.prepare<{ total: number }>(`SELECT coalesce(sum(size), 0) AS total FROM ${table}`),
    expire: engine.prepare(`DELETE FROM ${table} WHERE kept_at < ?`),
  }))
  const oldest = engine.prepare<{ kept_at: number; size: number }>(`
    SELECT kept_at, size FROM (SELECT kept_at, size FROM job_results UNION ALL SELECT kept_at, size FROM job_pages)
    ORDER BY kept_at
  `)

  const value = ({ body, packed }: Row): unknown =>
    JSON.parse((packed ? zlib.zstdDecompressSync(body) : Buffer.from(body)).toString())
  const total = () => tables.reduce((sum, { bytes }) => sum + bytes.get()!.total, 0)
  const drop = (before: number) => {
    for (const { expire } of tables) expire.run(before)
  }

  /** The time before which so many bytes were kept. */
  const ageOf = (surplus: number): number => {
    let left = surplus
    for (const { kept_at, size } of oldest.iterate()) {
      left -= size
      if (left <= 0) return kept_at + 1
    }
    return 0
  }

  return {
    /** Keeps a result, inside the transaction that ends its job. */
    writeResult: (job: number, { body, packed }: PackedResult, now: number): void =>
      void insertResult.run(job, now, body.length, Number(packed), body),
    /** Keeps a page in place of an earlier one, inside a transaction. */
    writePage: (job: number, { url, contentType, body }: StoredPage, now: number): void =>
      void insertPage.run(job, now, body.length, url, contentType, body),
    /** The result in an object of its own, since it may be null; or null where none is kept. */
    result: async (accountId: string, id: string): Promise<{ value: unknown } | null> => {
      const row = findResult.get(id, accountId)
      return row ? { value: value(row) } : null
    },
    /** The results of these jobs by id, as far as they are kept. */
    results: async (ids: string[]): Promise<Map<string, unknown>> =>
      new Map(resultsOf.all(JSON.stringify(ids)).map(row => [row.id, value(row)])),
    page: async (accountId: string, id: string): Promise<StoredPage | null> =>
      findPage.get(id, accountId) ?? null,
    /** Removes what was kept before (milliseconds), and the oldest where all take more than `megabytes`. */
    expire: (before: number, megabytes: number): Promise<void> =>
      engine.write(() => {
        drop(before)
        const surplus = total() - megabytes * MEGABYTE
        if (surplus > 0) drop(ageOf(surplus))
      }),
  }
}

export type JobFileStore = ReturnType<typeof createJobFileStore>
