import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Caller } from '../../server/accounts/caller.ts'
import { createCredits, type Hold } from '../../server/accounts/credits.ts'
import { createKeys } from '../../server/accounts/keys.ts'
import { newId } from '../../server/base/ids.ts'
import { openStore, type Store } from '../../server/store/open-store.ts'
import { storedJob } from '../jobs/support/stored-job.ts'

let folder: string
let store: Store
let now: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-months-'))
  store = openStore(folder)
  now = Date.parse('2026-01-31T23:59:50Z')
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true, force: true })
})

const clock = () => now

async function callerWith({ grant = 0, cap }: { grant?: number; cap?: number } = {}): Promise<Caller> {
  const { id } = await store.accounts.ensure('someone', 10, now)
  await store.accounts.update(id, { monthly_grant: grant })
  const keys = createKeys(store, clock)
  const { secret } = await keys.create(id, { name: 'key', monthly_cap: cap })
  return keys.authenticate(secret)
}

/** Ends a call as the runner does: its record and its capture in one transaction. */
async function capture({ account, key }: Caller, hold: Hold) {
  const call = {
    id: newId('req', now), operation: 'sample-call', key_id: key.id, source: 'api' as const, status: 200, error: null,
    credits: hold.amount, sources: [], ms: 1, parser_id: null, created_at: now,
  } // biome-ignore format: one record
  await store.calls.finish({ accountId: account.id, call })
  return hold.captured(hold.amount)
}

describe('when a new month begins (UTC)', () => {
  test('the monthly grant is added again, once', async () => {
    const caller = await callerWith({ grant: 5 })
    const credits = createCredits(store, clock)
    const balance = async () => (await credits.balance(caller)).balance
    assert.equal(await balance(), 15)
    assert.equal(await balance(), 15)
    now = Date.parse('2026-02-01T00:00:00Z')
    assert.equal(await balance(), 20)
    assert.equal(await balance(), 20)
  })

  test('the monthly grant is not added again after a restart in the same month', async () => {
    const caller = await callerWith({ grant: 5 })
    assert.equal((await createCredits(store, clock).balance(caller)).balance, 15)
    assert.equal((await createCredits(store, clock).balance(caller)).balance, 15)
  })

  test('a monthly grant that is larger than now allowed raises the balance only to the maximum', async () => {
    const caller = await callerWith({ grant: Number.MAX_SAFE_INTEGER })
    for (const month of ['2025-11', '2025-12'])
      await store.ledger.add(caller.account.id, Number.MAX_SAFE_INTEGER, `monthly:${month}`, now)
    const MOST = 1_000_000_000_000_000
    for (const credits of [createCredits(store, clock), createCredits(store, clock)]) {
      const [{ balance }, again] = await Promise.all([credits.balance(caller), credits.balance(caller)])
      assert.deepEqual([balance, again.balance], [MOST, MOST])
      await assert.rejects(credits.grant(caller, 1, 'owner:more'), {
        message: 'A balance is 1,000,000,000,000,000 credits at most.',
      })
    }
    const { data } = await store.ledger.list(caller.account.id, { limit: 100 })
    assert.ok(data.every(({ delta }) => Number.isSafeInteger(delta)))
    const { balance } = await createCredits(store, clock).grant(caller, 5 - MOST, 'owner:less')
    assert.equal(balance, 5)
    now = Date.parse('2026-02-01T00:00:00Z')
    assert.equal((await createCredits(store, clock).balance(caller)).balance, MOST)
  })

  test('the monthly cap of a key starts again, and a refused call says how many seconds that takes', async () => {
    const caller = await callerWith({ cap: 2 })
    const credits = createCredits(store, clock)
    await capture(caller, await credits.hold(caller, 2))
    await assert.rejects(async () => credits.hold(caller, 1), {
      code: 'rate_limited',
      facts: {
        field: 'monthly_cap',
        hint: 'Use another key, or wait for the next month (UTC).',
        retryAfter: 10,
      },
    })
    now = Date.parse('2026-02-01T00:00:00Z')
    assert.equal(await capture(caller, await credits.hold(caller, 2)), 6)
  })

  test('what a key has spent in the month counts even after a restart', async () => {
    const caller = await callerWith({ cap: 2 })
    const before = createCredits(store, clock)
    await capture(caller, await before.hold(caller, 2))
    await assert.rejects(async () => createCredits(store, clock).hold(caller, 1), { code: 'rate_limited' })
  })
})

describe('the monthly cap of a key', () => {
  test('counts what its jobs hold, and what they used once they have ended', async () => {
    const caller = await callerWith({ cap: 3 })
    const { account, key } = caller
    const credits = createCredits(store, clock)
    const left = async () => (await credits.spendable(caller)).credits
    const ended = (released: number, used: number) =>
      credits.jobsEnded({ account_id: account.id, key_id: key.id, released, used })
    ;(await credits.hold(caller, 3)).keep()
    assert.equal(await left(), 0)
    ended(1, 0)
    assert.equal(await left(), 1)
    ended(2, 2)
    assert.equal(await left(), 1)
  })

  test('counts what open jobs hold after a restart', async () => {
    const caller = await callerWith({ cap: 3 })
    const { account, key } = caller
    await storedJob(store, account.id, now, { key_id: key.id, price: 2, reserved: 2 })
    const { credits, isCapped } = await createCredits(store, clock).spendable(caller)
    assert.deepEqual([credits, isCapped], [1, true])
  })

  test('leaves room for a run that replaces another one', async () => {
    const caller = await callerWith({ cap: 3 })
    const credits = createCredits(store, clock)
    ;(await credits.hold(caller, 3)).keep()
    await credits.assertAffordable(caller, 2, 2)
    await assert.rejects(credits.assertAffordable(caller, 3, 2), { code: 'rate_limited' })
  })
})

describe('a key with an expiry', () => {
  test('is valid until exactly that time', async () => {
    const { id } = await store.accounts.ensure('someone', 10, now)
    const keys = createKeys(store, clock)
    const end = now + 1_000
    const { secret } = await keys.create(id, { name: 'key', expires_at: new Date(end).toISOString() })
    const authenticate = async () => keys.authenticate(secret)
    now = end - 1
    assert.equal((await authenticate()).account.name, 'someone')
    now = end
    await assert.rejects(authenticate, { code: 'unauthenticated' })
  })
})
