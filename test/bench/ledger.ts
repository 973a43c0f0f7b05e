import { join } from 'node:path'
import Database from 'better-sqlite3'
import { newId } from '../../server/base/ids.ts'
import { openStore } from '../../server/store/open-store.ts'

const CALLS = 30_000
const AT_ONCE = 32

/** Microseconds to end a paid call: its record and its capture, committed together with those of the same turn. */
export async function ledgerMicroseconds(folder: string): Promise<number> {
  const store = openStore(folder)
  const account = await store.accounts.ensure('bench', 1_000, Date.now())
  const end = () => store.calls.finish(endOf(account.id))
  const startedAt = performance.now()
  for (let i = 0; i < CALLS; i += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, end))
  const elapsed = performance.now() - startedAt
  store.close()
  return (elapsed / CALLS) * 1000
}

const endOf = (accountId: string) => ({
  accountId,
  call: {
    id: newId('req'),
    operation: 'null',
    key_id: 'key_01KF0H6A1C3E5G7J9L2N4Q6S8U',
    source: 'api' as const,
    status: 200,
    error: null,
    credits: 1,
    sources: [],
    ms: 0,
    parser_id: null,
    created_at: Date.now(),
  },
})

/**
 * The same for the obvious implementation: one transaction per call that lowers a balance and inserts a ledger line. The
 * call itself is not recorded.
 */
export function naiveMicroseconds(folder: string): number {
  const db = new Database(join(folder, 'naive-ledger.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.exec(`
    CREATE TABLE account (id INTEGER PRIMARY KEY, credits INTEGER NOT NULL);
    CREATE TABLE ledger (id INTEGER PRIMARY KEY, account INTEGER, delta INTEGER, op TEXT, at INTEGER);
    INSERT INTO account VALUES (1, 1000000000);
  `)
  const take = db.prepare(
    'UPDATE account SET credits = credits - 1 WHERE id = ? AND credits >= 1 RETURNING credits',
  )
  const note = db.prepare('INSERT INTO ledger (account, delta, op, at) VALUES (?, -1, ?, ?)')
  const debit = db.transaction(() => {
    take.get(1)
    note.run(1, 'null', Date.now())
  })
  const startedAt = performance.now()
  for (let i = 0; i < CALLS; i++) debit()
  const elapsed = performance.now() - startedAt
  db.close()
  return (elapsed / CALLS) * 1000
}
