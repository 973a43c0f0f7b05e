import Database from 'better-sqlite3'
import { ulid } from 'ulid'
import { newId } from '../../server/base/ids.ts'
import { DAY, HOUR } from '../../server/base/times.ts'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { randomFrom } from '../support/seeds.ts'

const RECENT_CALLS = 1_000_000
const OLD_CALLS = 500_000
const JOBS = 150_000
const ROWS = 500_000
const CRONS = 10_000
const BATCH_ITEMS = 10_000
const KEYS = 20
/** The account of the waiting batch. At its start, a service requests the balance of every account with open jobs. */
export const OTHER_ACCOUNT = 'other'
const OPERATIONS = ['scrape-url', 'parse', 'videosite-channel', 'photosocial-profile', 'realty-details']
const WORDS = ['kettle', 'lamp', 'chair', 'table', 'clock', 'mirror', 'basket', 'candle', 'drawer', 'shelf']

/** The records of a large store that calls refer to. */
export interface LargeStore {
  /** A database of 500,000 rows, and one of 100,000 rows without a key. */
  database: string
  keyless: string
  /** A batch of 10,000 waiting items. */
  waiting: string
  /** A call from the middle of all calls. */
  call: string
}

/** Fills the store of a stopped service as if it had been in use for half a year. */
export const fillStore = (folder: string): LargeStore =>
  fill(folder, (db, account, now) => {
    // Keeps the sweep from removing anything before it is measured.
    db.exec("INSERT INTO settings VALUES ('keep_calls_days', '3650')")
    const call = fillCalls(db, account, now)
    fillJobs(db, account, JOBS, now)
    const waiting = fillBatch(db, accountNamed(db, OTHER_ACCOUNT), now)
    fillCrons(db, account, now)
    return {
      call,
      waiting,
      database: fillRows(db, account, ROWS, now),
      keyless: fillRows(db, account, ROWS / 5, now),
    }
  })

/** Fills the store of a stopped service with ended jobs and one database. Returns the id of the database. */
export const fillJobsAndRows = (folder: string, jobs: number, rows: number): string =>
  fill(folder, (db, account, now) => {
    fillJobs(db, account, jobs, now)
    return fillRows(db, account, rows, now)
  })

const accountNamed = (db: Database.Database, name: string) =>
  db.prepare<[string], { id: string }>('SELECT id FROM accounts WHERE name = ?').get(name)!.id

function fill<T>(folder: string, insert: (db: Database.Database, account: string, now: number) => T): T {
  const db = new Database(databaseFile(folder))
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -200000')
  try {
    return db.transaction(() => insert(db, accountNamed(db, 'default'), Date.now()))()
  } finally {
    db.close()
  }
}

/** Makes old records expire, so that the sweep has much to remove. */
export function letExpire(folder: string): void {
  const db = new Database(databaseFile(folder))
  db.exec("DELETE FROM settings WHERE name = 'keep_calls_days'")
  db.close()
}

/** Inserts calls and their lines of the ledger. Returns the id of one call. */
function fillCalls(db: Database.Database, account: string, now: number): string {
  const random = randomFrom(1)
  const insert = db.prepare(`
    INSERT INTO calls (account_id, id, operation, key_id, source, status, error, credits, sources, ms, created_at)
    VALUES (?, ?, ?, ?, 'api', ?, ?, ?, 'browse', 412, ?)
  `)
  const capture = db.prepare(
    "INSERT INTO ledger (account_id, kind, delta, subject, key_id, created_at) VALUES (?, 'capture', -1, ?, ?, ?)",
  )
  const grant = db.prepare(
    "INSERT INTO ledger (account_id, kind, delta, subject, created_at) VALUES (?, 'grant', 10000000, ?, ?)",
  )
  const keys = fillKeys(db, account, now)
  const total = OLD_CALLS + RECENT_CALLS
  let middle = ''
  for (let i = 0; i < total; i++) {
    const isOld = i < OLD_CALLS
    const at = Math.floor(
      isOld
        ? now - 180 * DAY + (i / OLD_CALLS) * 89 * DAY
        : now - 89 * DAY + ((i - OLD_CALLS) / RECENT_CALLS) * 88 * DAY,
    )
    // `newId` never goes back in time within a process, but these ids must.
    const [id, key] = [`req_${ulid(at)}`, keys[Math.floor(random() * KEYS)]!]
    const isFailed = i % 50_000 === 0
    insert.run(
      account, id, OPERATIONS[i % OPERATIONS.length], key, isFailed ? 502 : 200, isFailed ? 'blocked' : null, Number(!isFailed), at,
    ) // biome-ignore format: one row
    if (!isOld) capture.run(account, id, key, at)
    if (i % 100_000 === 0) grant.run(account, `owner: topped up, part ${i / 100_000}`, at)
    if (i === OLD_CALLS + RECENT_CALLS / 2) middle = id
  }
  return middle
}

function fillKeys(db: Database.Database, account: string, now: number): string[] {
  const insert = db.prepare(`
    INSERT INTO keys (id, account_id, name, hash, prefix, last4, scopes, created_at) VALUES (?, ?, 'key', ?, 'wk_', '0000', 'read', ?)
  `)
  return Array.from({ length: KEYS }, (_, i) => {
    const id = newId('key', now - 180 * DAY)
    insert.run(id, account, `hash ${i}`, now - 180 * DAY)
    return id
  })
}

const SPEC = `
  INSERT INTO job_specs (id, account_id, key_id, source, type, parser_id, parser_version, input, priority, max_attempts, price,
    batch_id, idx, created_at)
  VALUES (?, ?, 'key_bench', 'api', 'parse', 'prs_bench', 1, '{"url":"https://example.com/"}', 0, 3, 1, ?, ?, ?)`

/** Inserts ended jobs, half of them in batches. */
function fillJobs(db: Database.Database, account: string, count: number, now: number) {
  const spec = db.prepare(SPEC)
  const end = db.prepare(`
    INSERT INTO job_ends (job, batch_id, state, attempt, run_at, used, started_at, finished_at, expires_at, size, body)
    VALUES (?, ?, ?, 1, ?, 1, ?, ?, ?, 20, '{"title":"Kettle 42"}')
  `)
  const batch = db.prepare(`
    INSERT INTO batches (id, account_id, parser_id, first_job, last_job, created_at, ended_at) VALUES (?, ?, 'prs_bench', ?, ?, ?, ?)
  `)
  for (let i = 0; i < count; ) {
    const at = Math.floor(now - 5 * DAY + (i / count) * 4 * DAY)
    const batchId = i % 2_000 ? newId('bat', at) : null
    const first = i
    if (batchId) batch.run(batchId, account, first + 1, first + 1_000, at, at)
    for (; i < count && i - first < 1_000; i++) {
      const { lastInsertRowid: seq } = spec.run(newId('job', at), account, batchId, i - first, at)
      end.run(seq, batchId, i % 100 ? 'completed' : 'failed', at, at, at, now + DAY)
    }
  }
}

/** Inserts a batch whose items are due far in the future. */
function fillBatch(db: Database.Database, account: string, now: number): string {
  const id = newId('bat', now)
  const spec = db.prepare(SPEC)
  const open = db.prepare(`
    INSERT INTO open_jobs (account_id, priority, seq, state, run_at, price, reserved, batch_id, error)
    VALUES (?, 0, ?, 'pending', ?, 1, 1, ?, '{}')
  `)
  const first = JOBS + 1
  db.prepare(
    "INSERT INTO batches (id, account_id, parser_id, first_job, last_job, created_at) VALUES (?, ?, 'prs_bench', ?, ?, ?)",
  ).run(id, account, first, first + BATCH_ITEMS - 1, now)
  for (let i = 0; i < BATCH_ITEMS; i++) {
    const { lastInsertRowid: seq } = spec.run(newId('job', now), account, id, i, now)
    open.run(account, seq, now + 30 * DAY, id)
  }
  return id
}

function fillCrons(db: Database.Database, account: string, now: number) {
  const insert = db.prepare(`
    INSERT INTO crons (id, account_id, key_id, version, document, enabled, next_at, due_at, created_at, updated_at)
    VALUES (?, ?, 'key_bench', 1, ?, 1, ?, ?, ?, ?)
  `)
  const from = Math.ceil(now / DAY) * DAY
  for (let i = 0; i < CRONS; i++) {
    const [minute, hour] = [i % 60, Math.floor(i / 60) % 24]
    const expression = i % 5 ? `${minute} ${hour} * * *` : `${minute} * * * 1-5`
    const target = { type: 'api', api_id: 'scrape-url', input: { url: 'https://example.com/' } }
    const document = {
      name: `cron ${i}`,
      expression,
      timezone: i % 2 ? 'Europe/Berlin' : 'America/New_York',
      misfire: 'skip',
      overlap: 'skip',
      jitter_s: 0,
      target,
    }
    const next = from + DAY + hour * HOUR + minute * 60_000
    insert.run(newId('crn', now), account, JSON.stringify(document), next, next, now - DAY, now - DAY)
  }
}

/** Inserts a database with `count` rows. Returns its id. */
function fillRows(db: Database.Database, account: string, count: number, now: number): string {
  const random = randomFrom(2)
  const id = newId('db', now)
  const columns = [
    { name: 'sku', path: 'sku', type: 'string', nullable: false },
    { name: 'title', path: 'title', type: 'string', nullable: true },
    { name: 'price', path: 'price', type: 'number', nullable: true },
    { name: 'stock', path: 'stock', type: 'integer', nullable: true },
    { name: 'rating', path: 'rating', type: 'number', nullable: true },
  ]
  const document = {
    name: `rows ${count}`,
    description: '',
    columns,
    rows_path: '',
    primary_key: [],
    write_mode: 'append',
    track_history: false,
    on_missing: 'keep',
    from_parser: null,
  }
  db.prepare(
    'INSERT INTO databases (id, account_id, version, document, row_count, writes, created_at, updated_at) VALUES (?, ?, 1, ?, ?, 1, ?, ?)',
  ).run(id, account, JSON.stringify(document), count, now, now)
  const insert = db.prepare(`
    INSERT INTO database_rows (database_id, id, data, source, seen_in, first_seen_at, last_seen_at, changed_at)
    VALUES (?, ?, ?, '{"job_id":null,"parser_version":null,"url":null}', 1, ?, ?, ?)
  `)
  const word = () => WORDS[Math.floor(random() * WORDS.length)]!
  for (let i = 0; i < count; i++) {
    const suffix = Math.floor(random() * 2 ** 32).toString(36)
    const data = {
      sku: `sku-${i}-${suffix}`,
      title: `${word()} ${word()} ${word()} ${suffix}`,
      price: Math.floor(random() * 100_000) / 100,
      stock: Math.floor(random() * 1_000),
      rating: Math.floor(random() * 1_000_000) / 1_000,
    }
    insert.run(id, newId('row', now), JSON.stringify(data), now, now, now)
  }
  return id
}
