import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { createSampleCall, OUTCOMES } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { rawRequest } from './support/raw-request.ts'

let winnow: TestApp
const sampleCall = createSampleCall()

before(async () => {
  winnow = await startTestApp({}, sampleCall.more)
})
after(() => winnow.stop())

let accounts = 0
/** Creates an account that may run this many calls at once. */
async function accountWith(concurrency: number) {
  const name = `account ${++accounts}`
  const key = await winnow.keyFor(name)
  const limit = (calls: number) => winnow.admin(`/admin/accounts/${name}`, { limits: { concurrency: calls } })
  await limit(concurrency)
  const headers = { 'x-api-key': key }
  return {
    key,
    limit,
    run: (fields: Record<string, unknown> = {}) => winnow.call('/v1/sample-call', { json: fields, headers }),
    get: (path: string) => winnow.call(path, { headers }),
    /** Starts a POST whose body the test sends later or never. */
    open: (more: Record<string, string>, path = '/v1/sample-call') =>
      rawRequest(winnow.url + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', ...more },
      }),
    /** Takes all slots of the account. Returns a function that frees them. */
    async fill() {
      const running = Array.from({ length: concurrency }, () => this.run({ wait: true }))
      await sampleCall.gate.waiting(concurrency)
      return async () => {
        sampleCall.gate.open()
        await Promise.all(running)
      }
    },
  }
}

describe('a call beyond the concurrency limit of its account', () => {
  test('gets 429 with the numbers of running and allowed calls', async () => {
    const account = await accountWith(2)
    const free = await account.fill()
    const refused = await account.run()
    assert.equal(refused.status, 429)
    assert.equal(typeof refused.json.error, 'string')
    const { pending, limit, accepted } = refused.json
    assert.deepEqual({ pending, limit, accepted }, { pending: 2, limit: 2, accepted: 0 })
    assert.match(refused.headers.get('retry-after')!, /^\d+$/)
    await free()
    assert.equal((await account.run()).status, 200)
  })

  test('is the ninth by default', async () => {
    const key = await winnow.keyFor('fresh')
    const run = (fields: object) =>
      winnow.call('/v1/sample-call', { json: fields, headers: { 'x-api-key': key } })
    const running = Array.from({ length: 8 }, () => run({ wait: true }))
    await sampleCall.gate.waiting(8)
    assert.equal((await run({})).json.limit, 8)
    sampleCall.gate.open()
    for (const { status } of await Promise.all(running)) assert.equal(status, 200)
  })

  test('is accepted as soon as the owner raises the limit', async () => {
    const account = await accountWith(1)
    const free = await account.fill()
    assert.equal((await account.run()).status, 429)
    await account.limit(2)
    assert.equal((await account.run()).status, 200)
    await free()
  })

  test('does not affect other accounts or calls that only read records', async () => {
    const [full, other] = [await accountWith(1), await accountWith(1)]
    const free = await full.fill()
    assert.equal((await other.run()).status, 200)
    for (const path of ['/v1/credits', '/v1/calls', '/v1/parsers'])
      assert.equal((await full.get(path)).status, 200)
    await free()
  })
})

describe('a slot is free again', () => {
  for (const [outcome, status] of Object.entries(OUTCOMES))
    test(`after ${status} (${outcome})`, async () => {
      const account = await accountWith(1)
      for (let i = 0; i < 2; i++) assert.equal((await account.run({ outcome })).json.pending, undefined)
    })

  test('after a body that is not valid JSON', async () => {
    const account = await accountWith(1)
    const bad = () =>
      winnow.call('/v1/sample-call', {
        body: '{',
        headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
      })
    assert.deepEqual([(await bad()).status, (await bad()).status], [400, 400])
  })
})

describe('the slot is taken before the body is read', () => {
  test('so a client that waits for `100 Continue` gets 429 without sending the body', async () => {
    const account = await accountWith(1)
    const free = await account.fill()
    const heldHeaders = { expect: '100-continue', connection: 'keep-alive' }
    const { client, answer } = account.open({ ...heldHeaders, 'content-length': '1000000' })
    let continued = false
    client.once('continue', () => {
      continued = true
    })
    client.flushHeaders()
    const { status, text, headers } = await answer
    assert.equal(status, 429)
    assert.equal(JSON.parse(text).accepted, 0)
    assert.equal(headers.connection, 'close', 'what may still come is no next request')
    assert.equal(continued, false)
    client.destroy()
    await free()
  })

  const bodies: [title: string, headers: Record<string, string>][] = [
    ['of unknown length', { 'transfer-encoding': 'chunked' }],
    ['of a large length', { 'content-length': '60000000' }],
    ['of a small length', { 'content-length': '20' }],
  ]
  for (const [title, headers] of bodies)
    test(`so a call whose body ${title} never arrives gets 429 as well`, async () => {
      const account = await accountWith(1)
      const free = await account.fill()
      const { client, answer } = account.open(headers)
      client.flushHeaders()
      assert.equal((await answer).status, 429)
      client.destroy()
      await free()
    })

  test('and is kept while the body arrives', async () => {
    const account = await accountWith(1)
    const { client, answer } = account.open({ expect: '100-continue', 'content-length': '12' })
    client.flushHeaders()
    await once(client, 'continue')
    assert.equal((await account.run()).status, 429)
    client.end('{"price": 2}')
    const { status, headers } = await answer
    assert.deepEqual([status, headers['x-credits-used']], [200, '2'])
    assert.equal((await account.run()).status, 200)
  })
})
