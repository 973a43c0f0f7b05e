import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { rawRequest } from './support/raw-request.ts'
import { until } from './support/until.ts'

let winnow: TestApp
let site: LocalSite
const sampleCall = createSampleCall()

before(async () => {
  site = await startLocalSite()
  winnow = await startTestApp({ allow_hosts: ['127.0.0.1'] }, sampleCall.more)
})
after(async () => {
  await winnow.stop()
  await site.close()
})

interface Call {
  operation: string
  status: number
  error: string | null
  credits: number
}

let accounts = 0
/** Creates an account with one slot. */
async function newAccount() {
  const name = `account ${++accounts}`
  const key = await winnow.keyFor(name)
  await winnow.admin(`/admin/accounts/${name}`, { limits: { concurrency: 1 } })
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  return {
    key,
    headers,
    run: (fields: object, more: object = {}) =>
      winnow.call('/v1/sample-call', { json: fields, headers: { ...headers, ...more } }),
    /** Starts a call that waits at the gate. Returns a function that drops its connection. */
    async begin({ more = {}, deaf = false, waiting = 1 } = {}) {
      const connection = new AbortController()
      const request = {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify({ wait: true, price: 5, deaf }),
      }
      const sent = fetch(`${winnow.url}/v1/sample-call`, { ...request, signal: connection.signal })
      await sampleCall.gate.waiting(waiting)
      return async () => {
        connection.abort()
        await assert.rejects(sent, { name: 'AbortError' })
      }
    },
    balance: async () => (await winnow.admin(`/admin/credits?account=${name}`)).json,
    /** Resolves to the record of the account's only call once it is written. */
    record: () =>
      until(async () => {
        const [call] = (await winnow.admin(`/admin/calls?account=${name}`)).json.data
        return call as Call | undefined
      }),
  }
}

const untouched = { balance: 1_000, held: 0, available: 1_000 }

describe('dropping the connection', () => {
  test('cancels the work of its call, which is free, and frees the slot', async () => {
    const account = await newAccount()
    const drop = await account.begin()
    assert.equal((await account.balance()).held, 5)
    await drop()
    await sampleCall.gate.waiting(0)
    const { status, error, credits } = await account.record()
    assert.deepEqual({ status, error, credits }, { status: 499, error: 'cancelled', credits: 0 })
    assert.deepEqual(await account.balance(), untouched)
    assert.equal((await account.run({})).status, 200)
  })

  test('makes the call free even when its work runs to the end', async () => {
    const [account, other] = [await newAccount(), await newAccount()]
    const drops = [await account.begin({ deaf: true }), await other.begin({ waiting: 2 })]
    for (const drop of drops) await drop()
    await sampleCall.gate.waiting(1)
    sampleCall.gate.open()
    assert.equal((await account.record()).status, 499)
    assert.deepEqual(await account.balance(), untouched)
  })

  test('stops the fetch of a page', async () => {
    const account = await newAccount()
    const parser = await winnow.parser({ fields: { title: 'h1' } }, {}, account.key)
    const connection = new AbortController()
    const disconnected = new Promise<void>(resolve => {
      site.on('/hangs', (_request, response) => {
        response.once('close', resolve)
        connection.abort()
      })
    })
    const request = { method: 'POST', headers: account.headers, body: `{"url": "${site.url}/hangs"}` }
    await assert.rejects(
      fetch(`${winnow.url}/v1/scrape/${parser}`, { ...request, signal: connection.signal }),
    )
    await disconnected
    await until(async () => (await account.balance()).held === 0)
    assert.deepEqual(await account.balance(), untouched)
  })

  test('in the middle of the body ends the call and frees the slot', async () => {
    const account = await newAccount()
    const { client, answer } = rawRequest(`${winnow.url}/v1/sample-call`, {
      method: 'POST',
      headers: { ...account.headers, expect: '100-continue', 'content-length': '5000' },
    })
    client.flushHeaders()
    await once(client, 'continue')
    assert.equal((await account.run({})).status, 429)
    client.write('{"price": ')
    client.destroy()
    await assert.rejects(answer)
    await until(async () => (await account.run({})).status === 200)
  })

  test('before the body has arrived ends a call with an Idempotency-Key too', async () => {
    const account = await newAccount()
    const { client, answer } = rawRequest(`${winnow.url}/v1/sample-call`, {
      method: 'POST',
      headers: {
        ...account.headers,
        expect: '100-continue',
        'content-length': '5000',
        'idempotency-key': 'half',
      },
    })
    client.flushHeaders()
    await once(client, 'continue')
    client.destroy()
    await assert.rejects(answer)
    const anew = await until(async () => {
      const again = await account.run({}, { 'idempotency-key': 'half' })
      return again.status !== 429 && again
    })
    assert.deepEqual([anew.status, anew.headers.get('idempotency-replayed')], [200, null])
  })
})

describe('dropping the connection of a call with an Idempotency-Key', () => {
  test('does not stop its work, which is charged, and a repeat gets the answer', async () => {
    const [account, other] = [await newAccount(), await newAccount()]
    const repeat = { 'idempotency-key': 'go on' }
    const drops = [await account.begin({ more: repeat }), await other.begin({ waiting: 2 })]
    for (const drop of drops) await drop()
    await sampleCall.gate.waiting(1)
    sampleCall.gate.open()

    const { status, credits } = await account.record()
    assert.deepEqual({ status, credits }, { status: 200, credits: 5 })
    const again = await account.run({ wait: true, price: 5 }, repeat)
    assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [200, 'true'])
    assert.deepEqual(await account.balance(), { balance: 995, held: 0, available: 995 })
  })
})

describe('a service that is stopping', () => {
  test('finishes running calls and answers new ones with 503', async () => {
    const own = createSampleCall()
    const service = await startTestApp({}, own.more)
    const running = service.call('/v1/sample-call', { json: { wait: true } })
    await own.gate.waiting(1)
    const stopped = service.stop()
    const refused = await service.call('/v1/sample-call', { json: {} })
    assert.equal(refused.status, 503)
    assert.match(refused.headers.get('retry-after')!, /^\d+$/)
    own.gate.open()
    assert.equal((await running).status, 200)
    await stopped
  })

  test('ends calls that take too long with 503', async () => {
    const own = createSampleCall()
    const service = await startTestApp({ drain_seconds: 0 }, own.more)
    const running = service.call('/v1/sample-call', { json: { wait: true } })
    await own.gate.waiting(1)
    const stopped = service.stop()
    const { status, headers, json } = await running
    await stopped
    assert.deepEqual([status, json.error], [503, 'Winnow is stopping.'])
    assert.match(headers.get('retry-after')!, /^\d+$/)
    assert.equal(headers.get('x-credits-used'), '0')
  })
})
