import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let winnow: TestApp
const sampleCall = createSampleCall()

before(async () => {
  winnow = await startTestApp({}, sampleCall.more)
})
after(() => winnow.stop())

const run = (key: string, fields: Record<string, unknown> = {}) =>
  winnow.call('/v1/sample-call', { json: fields, headers: { 'x-api-key': key } })
const balance = async (account: string) =>
  (await winnow.admin(`/admin/credits?account=${account}`)).json.balance as number
const ledger = async (account: string) =>
  (await winnow.admin(`/admin/ledger?account=${account}&limit=100`)).json.data as {
    kind: string
    delta: number
    subject: string
  }[]

describe('a grant', () => {
  test('adds credits at once, as one entry of the ledger', async () => {
    const key = await winnow.keyFor('granted')
    const granted = await winnow.admin('/admin/credits', { account: 'granted', credits: 50 })
    assert.deepEqual(granted.json, { balance: 1_050, held: 0, available: 1_050 })
    assert.equal((await run(key)).headers.get('x-credits-remaining'), '1049')
    assert.deepEqual(
      (await ledger('granted')).map(({ kind, delta }) => [kind, delta]),
      [
        ['capture', -1],
        ['grant', 50],
        ['grant', 1_000],
      ],
    )
  })

  test('of a negative number removes credits, as an adjustment in the ledger', async () => {
    await winnow.keyFor('adjusted')
    const adjusted = await winnow.admin('/admin/credits', { account: 'adjusted', credits: -400 })
    assert.equal(adjusted.json.balance, 600)
    const [entry] = await ledger('adjusted')
    assert.deepEqual([entry!.kind, entry!.delta], ['adjust', -400])
  })

  test('cannot remove more credits than the account has', async () => {
    await winnow.keyFor('emptied')
    const refused = await winnow.admin('/admin/credits', { account: 'emptied', credits: -1_001 })
    assert.deepEqual([refused.status, refused.json.field], [400, 'credits'])
    assert.equal(await balance('emptied'), 1_000)
    assert.equal((await ledger('emptied')).length, 1)
  })

  for (const credits of [0, 1.5, '5'])
    test(`of ${JSON.stringify(credits)} is refused with 400`, async () => {
      const refused = await winnow.admin('/admin/credits', { credits })
      assert.deepEqual([refused.status, refused.json.field], [400, 'credits'])
    })
})

describe('an unlimited account', () => {
  test('pays nothing, even without credits, as soon as the owner makes it unlimited', async () => {
    const key = await winnow.keyFor('guest')
    await run(key, { price: 1_000 })
    assert.equal((await run(key)).status, 402)
    await winnow.admin('/admin/accounts/guest', { unlimited: true })
    const free = await run(key, { price: 9 })
    assert.equal(free.status, 200)
    assert.equal(free.headers.get('x-credits-used'), '0')
    assert.equal(free.headers.get('x-credits-remaining'), '0')
    await winnow.admin('/admin/accounts/guest', { unlimited: false })
    assert.equal((await run(key)).status, 402)
  })

  test('still has its calls recorded, at no credits', async () => {
    const key = await winnow.keyFor('free rider')
    await winnow.admin('/admin/accounts/free rider', { unlimited: true })
    await run(key, { price: 9 })
    const { data } = (await winnow.admin('/admin/calls?account=free rider')).json
    assert.deepEqual([data[0].operation, data[0].credits], ['sample-call', 0])
    assert.equal((await ledger('free rider')).length, 1)
  })
})

describe('a monthly grant', () => {
  test('is added once, with the first call of the month', async () => {
    const key = await winnow.keyFor('subscriber')
    await winnow.admin('/admin/accounts/subscriber', { monthly_grant: 500 })
    const first = await Promise.all(Array.from({ length: 6 }, () => run(key)))
    assert.ok(first.every(({ status }) => status === 200))
    assert.equal(await balance('subscriber'), 1_494)
    const grants = (await ledger('subscriber')).filter(({ subject }) => subject.startsWith('monthly:'))
    assert.deepEqual(grants.map(({ kind, delta }) => [kind, delta]), [['grant', 500]]) // biome-ignore format: one line
  })

  test('lets an account without credits make calls again', async () => {
    const key = await winnow.keyFor('late')
    await run(key, { price: 1_000 })
    await winnow.admin('/admin/accounts/late', { monthly_grant: 10 })
    assert.equal((await run(key)).headers.get('x-credits-remaining'), '9')
  })
})

describe("a key's monthly cap", () => {
  test('is enforced with 429 and the seconds until the next month, and does not affect other keys', async () => {
    const [capped, other] = [
      await winnow.keyFor('thrifty', { monthly_cap: 3 }),
      await winnow.keyFor('thrifty'),
    ]
    assert.equal((await run(capped, { price: 2 })).status, 200)
    const refused = await run(capped, { price: 2 })
    assert.equal(refused.status, 429)
    assert.deepEqual(Object.keys(refused.json), ['error', 'field', 'hint'])
    assert.equal(refused.json.field, 'monthly_cap')
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(Number.isInteger(wait) && wait > 0 && wait <= 31 * 86_400)
    assert.equal((await run(capped, { price: 1 })).status, 200, 'what still fits passes')
    assert.equal((await run(other, { price: 2 })).status, 200)
    assert.equal(await balance('thrifty'), 995)
  })

  test('counts the prices of running calls, and a call that fails no longer counts', async () => {
    const key = await winnow.keyFor('careful', { monthly_cap: 2 })
    const slow = run(key, { price: 2, wait: true, outcome: 'not_found' })
    await sampleCall.gate.waiting(1)
    assert.equal((await run(key)).status, 429)
    sampleCall.gate.open()
    assert.equal((await slow).status, 404)
    assert.equal((await run(key, { price: 2 })).status, 200)
  })

  test('is not exceeded when many calls arrive at once', async () => {
    const key = await winnow.keyFor('hasty', { monthly_cap: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => run(key)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 3)
    assert.equal(await balance('hasty'), 997)
  })
})
