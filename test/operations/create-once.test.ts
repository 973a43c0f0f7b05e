import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type Database from 'better-sqlite3'
import type { Caller } from '../../server/accounts/caller.ts'
import { createCredits } from '../../server/accounts/credits.ts'
import { createIdempotency } from '../../server/accounts/idempotency.ts'
import { createKeys } from '../../server/accounts/keys.ts'
import { createSlots } from '../../server/accounts/slots.ts'
import { newId } from '../../server/base/ids.ts'
import type { CallEnding } from '../../server/operations/call.ts'
import type { Operation } from '../../server/operations/operation.ts'
import { parserOperations } from '../../server/operations/parsers/parsers.ts'
import { createRunner } from '../../server/operations/run-operation.ts'
import type { Services } from '../../server/operations/services.ts'
import { createAccountStore } from '../../server/store/accounts/accounts.ts'
import { createCallStore } from '../../server/store/accounts/calls.ts'
import { createIdempotencyStore } from '../../server/store/accounts/idempotency.ts'
import { createKeyStore } from '../../server/store/accounts/keys.ts'
import { createLedgerStore } from '../../server/store/accounts/ledger.ts'
import { createResultStore } from '../../server/store/accounts/results.ts'
import { createSums } from '../../server/store/accounts/sums.ts'
import { createEngine } from '../../server/store/engine.ts'
import { migrate } from '../../server/store/file/migrate.ts'
import { openDatabase } from '../../server/store/file/open-database.ts'
import type { Store } from '../../server/store/open-store.ts'
import { createParserHealthStore } from '../../server/store/parsers/health.ts'
import { createParserStore } from '../../server/store/parsers/parsers.ts'
import { createEventStore } from '../../server/store/webhooks/events.ts'
import { tempFolder } from '../support/temp-folder.ts'

let db: Database.Database
let create: () => Promise<CallEnding>

beforeEach(async () => {
  const folder = tempFolder()
  db = openDatabase(folder)
  migrate(db, folder, new Date())
  const engine = createEngine(db)
  const store = {
    accounts: createAccountStore(engine),
    keys: createKeyStore(engine),
    ledger: createLedgerStore(engine),
    calls: createCallStore(engine, {
      health: createParserHealthStore(engine, createEventStore(engine)),
      results: createResultStore(engine),
      sums: createSums(engine),
    }),
    idempotency: createIdempotencyStore(engine),
    parsers: createParserStore(engine),
  } as Store
  const caller = await newCaller(store)
  const run = createRunner({
    store,
    slots: createSlots(),
    credits: createCredits(store, Date.now),
    idempotency: createIdempotency(store, Date.now),
    now: Date.now,
    report: () => {},
  })
  const operations = parserOperations({ store, now: Date.now } as Services) as readonly Operation[]
  const operation = operations.find(({ id }) => id === 'parser-create')!
  create = () =>
    run({
      operation,
      caller,
      requestId: newId('req'),
      signal: new AbortController().signal,
      idempotencyKey: 'once',
      readInput: () => ({ name: 'shop', schema: { fields: { title: 'h1' } } }),
    })
})
afterEach(() => db.close())

async function newCaller(store: Store): Promise<Caller> {
  const { id } = await store.accounts.ensure('someone', 100, Date.now())
  const keys = createKeys(store, Date.now)
  return keys.authenticate((await keys.create(id, { name: 'key' })).secret)
}

const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

/** Makes the next update of this table fail, as if the process ended between two writes of one call. */
const breakAt = (table: string) =>
  db.exec(
    `CREATE TRIGGER break_${table} BEFORE UPDATE ON ${table} BEGIN SELECT RAISE(ABORT, 'broken off'); END`,
  )

test('a record and the answer kept for its Idempotency-Key are stored together or not at all', async () => {
  breakAt('idempotency')
  assert.equal((await create()).status, 500)
  assert.deepEqual([count('parsers'), count('parser_versions')], [0, 0])
  db.exec('DROP TRIGGER break_idempotency')
  const created = await create()
  const again = await create()
  assert.deepEqual([created.status, again.status, again.isReplayed], [201, 201, true])
  assert.deepEqual(again.value, JSON.parse(JSON.stringify(created.value)))
  assert.equal(count('parsers'), 1)
})
