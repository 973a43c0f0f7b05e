import zlib from 'node:zlib'
import type { Engine } from './engine.ts'

/** A page that a job has read, or is to read, its bytes packed. */
export interface StoredPage {
  url: string | null
  contentType: string | null
  body: Uint8Array
}

interface Row {
  url: string | null
  content_type: string | null
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
  const insert = engine.prepare(`
    INSERT INTO job_files (job, kind, url, content_type, body, packed, size, kept_at)
    VALUES (@job, @kind, @url, @contentType, @body, @packed, @size, @now)
  `)
  const drop = engine.prepare('DELETE FROM job_files WHERE job = ? AND kind = ?')
  const find = engine.prepare<Row>(`
    SELECT url, content_type, body, packed FROM job_files JOIN jobs ON jobs.seq = job
    WHERE jobs.id = ? AND account_id = ? AND kind = ?
  `)
  const ofBatch = engine.prepare<{ id: string } & Row>(`
    SELECT jobs.id, url, content_type, body, packed FROM job_files JOIN jobs ON jobs.seq = job
    WHERE jobs.id IN (SELECT value FROM json_each(?)) AND kind = 'result'
  `)
  const total = engine.prepare<{ total: number }>('SELECT total FROM job_bytes')
  const expire = engine.prepare('DELETE FROM job_files WHERE kept_at < ?')
  const removeOldest = engine.prepare(
    'DELETE FROM job_files WHERE seq IN (SELECT seq FROM job_files ORDER BY seq LIMIT 20)',
  )

  const value = ({ body, packed }: Row): unknown =>
    JSON.parse((packed ? zlib.zstdDecompressSync(body) : Buffer.from(body)).toString())

  return {
    /** Keeps a result, inside the transaction that ends its job. */
    writeResult(job: number, { body, packed }: PackedResult, now: number): void {
      const row = { job, kind: 'result', url: null, contentType: null, size: body.length, now }
      insert.run({ ...row, body, packed: Number(packed) })
    },
    /** Keeps a page in place of an earlier one, inside a transaction. */
    writePage(job: number, { url, contentType, body }: StoredPage, now: number): void {
      drop.run(job, 'page')
      insert.run({ job, kind: 'page', url, contentType, body, packed: 1, size: body.length, now })
    },
    /** The result in an object of its own, since it may be null; or null where none is kept. */
    result: async (accountId: string, id: string): Promise<{ value: unknown } | null> => {
      const row = find.get(id, accountId, 'result')
      return row ? { value: value(row) } : null
    },
    /** The results of these jobs by id, as far as they are kept. */
    results: async (ids: string[]): Promise<Map<string, unknown>> =>
      new Map(ofBatch.all(JSON.stringify(ids)).map(row => [row.id, value(row)])),
    page: async (accountId: string, id: string): Promise<StoredPage | null> => {
      const row = find.get(id, accountId, 'page')
      return row ? { url: row.url, contentType: row.content_type, body: row.body } : null
    },
    /** Bytes that all take. */
    bytes: async (): Promise<number> => total.get()!.total,
    /** Removes what was kept before (milliseconds), and the oldest while all take more than `megabytes`. */
    expire: (before: number, megabytes: number): Promise<void> =>
      engine.write(() => {
        expire.run(before)
        while (total.get()!.total > megabytes * MEGABYTE) removeOldest.run()
      }),
  }
}

export type JobFileStore = ReturnType<typeof createJobFileStore>
