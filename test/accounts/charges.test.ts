import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { defineOperation, type Operation } from '../../server/operations/operation.ts'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'

/** Holds 5 credits and charges as many as the test says. */
const bargain = defineOperation({
  id: 'bargain',
  group: 'test',
  summary: 'Cost less than its price.',
  method: 'POST',
  path: '/v1/bargain',
  access: 'run',
  input: z.strictObject({ charge: z.int().describe('Credits to take.') }),
  output: z.object({ fine: z.boolean() }),
  example: { input: { charge: 2 }, output: { fine: true } },
  answer: 'value',
  cost: () => 5,
  run({ charge }, context) {
    context.charge(charge)
    return { fine: true }
  },
})

let winnow: TestApp
before(async () => {
  winnow = await startTestApp({}, () => [bargain as unknown as Operation])
})
after(() => winnow.stop())

const keyOf = (account: string, options = {}) => winnow.keyFor(account, options)
const pay = (key: string, charge: number, headers: Record<string, string> = {}) =>
  winnow.call('/v1/bargain', { json: { charge }, headers: { 'x-api-key': key, ...headers } })
const balanceOf = async (key: string) =>
  (await winnow.call('/v1/credits', { headers: { 'x-api-key': key } })).json
const credits = ({ status, headers }: Answer) => [
  status,
  headers.get('x-credits-used'),
  headers.get('x-credits-remaining'),
]

describe('a call that costs less than was held for it', () => {
  test('is charged only what it costs, and the rest is available again', async () => {
    const key = await keyOf('haggler')
    assert.deepEqual(credits(await pay(key, 2)), [200, '2', '998'])
    assert.deepEqual(credits(await pay(key, 0)), [200, '0', '998'])
    const { creditBalance, available, held } = await balanceOf(key)
    assert.deepEqual([creditBalance, available, held], [998, 998, 0])
  })

  test('is never charged more than was held', async () => {
    assert.deepEqual(credits(await pay(await keyOf('generous'), 50)), [200, '5', '995'])
  })

  test('is recorded with what it was charged', async () => {
    const key = await keyOf('bookkeeper')
    for (const charge of [2, 0]) await pay(key, charge)
    const { data } = (await winnow.call('/v1/calls', { headers: { 'x-api-key': key } })).json
    const paid = data.filter((call: { operation: string }) => call.operation === 'bargain')
    assert.deepEqual(
      paid.map((call: { credits: number }) => call.credits),
      [0, 2],
    )
  })

  test('counts towards the monthly cap of its key with what it was charged', async () => {
    const key = await keyOf('thrifty', { monthly_cap: 7 })
    assert.deepEqual(credits(await pay(key, 1)), [200, '1', '999'])
    assert.deepEqual(credits(await pay(key, 1)), [200, '1', '998'])
    assert.deepEqual(credits(await pay(key, 1)), [200, '1', '997'])
    assert.equal((await pay(key, 1)).status, 429)
  })

  test('costs an unlimited account nothing', async () => {
    const key = await keyOf('unlimited')
    await winnow.admin('/admin/accounts/unlimited', { unlimited: true })
    assert.deepEqual(credits(await pay(key, 2)), [200, '0', '1000'])
  })

  test('is replayed for free, even when it was charged nothing', async () => {
    const key = await keyOf('repeater')
    const once = { 'idempotency-key': 'same' }
    assert.deepEqual(credits(await pay(key, 0, once)), [200, '0', '1000'])
    const again = await pay(key, 0, once)
    assert.deepEqual(credits(again), [200, '0', '1000'])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })
})
