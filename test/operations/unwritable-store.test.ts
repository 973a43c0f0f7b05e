import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { Caller } from '../../server/accounts/caller.ts'
import { createCredits } from '../../server/accounts/credits.ts'
import { createIdempotency } from '../../server/accounts/idempotency.ts'
import { createKeys } from '../../server/accounts/keys.ts'
import { createSlots } from '../../server/accounts/slots.ts'
import { newId } from '../../server/base/ids.ts'
import type { CallEnding } from '../../server/operations/call.ts'
import { createRunner } from '../../server/operations/run-operation.ts'
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
import { createJobStore } from '../../server/store/jobs/jobs.ts'
import type { Store } from '../../server/store/open-store.ts'
import { createParserHealthStore } from '../../server/store/parsers/health.ts'
import { createEventStore } from '../../server/store/webhooks/events.ts'
import { createSampleCall } from './support/sample-call.ts'

let folder: string
let db: Database.Database
let caller: Caller
let balance: () => Promise<unknown>
let run: (input?: Record<string, unknown>, idempotencyKey?: string) => Promise<CallEnding>
let reported: unknown[]
const sampleCall = createSampleCall()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-full-'))
  db = openDatabase(folder)
  migrate(db, folder, new Date())
  await build()
})
afterEach(async () => {
  db.close()
  await rm(folder, { recursive: true, force: true })
})

/** What runs a call, over a store that the test can make read-only. */
async function build() {
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
    jobs: createJobStore(engine),
  } as Store
  const { id } = await store.accounts.ensure('someone', 100, Date.now())
  const keys = createKeys(store, Date.now)
  caller = await keys.authenticate((await keys.create(id, { name: 'key' })).secret)
  const credits = createCredits(store, Date.now)
  const idempotency = createIdempotency(store, Date.now)
  reported = []
  const report = (error: unknown) => reported.push(error)
  const runner = createRunner({ store, slots: createSlots(), credits, idempotency, now: Date.now, report })
  balance = () => credits.balance(caller)
  run = (input = {}, idempotencyKey) =>
    runner({
      operation: sampleCall.more()[0]!,
      caller,
      requestId: newId('req', Date.now()),
      signal: new AbortController().signal,
      idempotencyKey,
      readInput: () => input,
    })
}

const writable = (yes: boolean) => db.pragma(`query_only = ${yes ? 'OFF' : 'ON'}`)
const full = { balance: 100, held: 0, available: 100 }

describe('a call whose capture cannot be committed', () => {
  test('is answered with 503 and the time to wait, and is free', async () => {
    writable(false)
    const ending = await run({ price: 5 })
    assert.equal(ending.status, 503)
    assert.equal(ending.retryAfter, 10)
    assert.deepEqual(ending.credits, { used: 0, remaining: 100 })
    assert.deepEqual(await balance(), full)
  })

  test('is answered with 503 like all other calls of the same transaction', async () => {
    writable(false)
    const endings = await Promise.all([run(), run(), run()])
    assert.deepEqual(
      endings.map(({ status }) => status),
      [503, 503, 503],
    )
    assert.deepEqual(await balance(), full)
  })

  test('does not harm the service: the next call is charged as usual', async () => {
    writable(false)
    await run()
    writable(true)
    const ending = await run({ price: 5 })
    assert.deepEqual([ending.status, ending.credits], [200, { used: 5, remaining: 95 }])
  })

  test('runs again under its Idempotency-Key once the store can be written', async () => {
    const first = run({ wait: true }, 'mine')
    await sampleCall.gate.waiting(1)
    writable(false)
    sampleCall.gate.open()
    assert.equal((await first).status, 503)
    assert.equal((await run({ wait: true }, 'mine')).status, 503, 'and not 409: nothing runs')
    writable(true)
    const repeats = [run({ wait: true }, 'mine'), run({ wait: true }, 'mine')]
    await sampleCall.gate.waiting(1)
    assert.equal((await Promise.race(repeats)).status, 409, 'while the other one runs')
    sampleCall.gate.open()
    // Reading an input pauses after 10 ms, so on a busy machine the second repeat may be the one that runs.
    assert.deepEqual((await Promise.all(repeats)).map(({ status }) => status).sort(), [200, 409])
    assert.equal((await run({ wait: true }, 'mine')).isReplayed, true)
    assert.deepEqual(await balance(), { balance: 99, held: 0, available: 99 })
  })
})

test('a free call succeeds even when its record cannot be written, and the error is reported', async () => {
  writable(false)
  const ending = await run({ price: 0 })
  assert.equal(ending.status, 200)
  await setImmediate()
  assert.match(String(reported[0]), /The store cannot be written/)
})
