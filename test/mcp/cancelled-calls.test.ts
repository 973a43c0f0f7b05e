import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { CLIENTS } from './support/clients.ts'
import { asTool } from './support/sample-tool.ts'

/** Calls that their client cancels; in the revisions with a handshake there is a message for it. */

let winnow: TestApp
const sampleCall = createSampleCall()
const { gate } = sampleCall

before(async () => {
  winnow = await startTestApp({}, asTool(sampleCall))
})
after(() => winnow.stop())

let accounts = 0
async function newCaller() {
  const name = `account ${++accounts}`
  const key = await winnow.keyFor(name)
  return {
    key,
    balance: async () => (await winnow.admin(`/admin/credits?account=${name}`)).json,
    calls: async () => (await winnow.admin(`/admin/calls?account=${name}`)).json.data,
  }
}
const untouched = { balance: 1_000, held: 0, available: 1_000 }

describe('a call that its client cancels stops and is free', () => {
  for (const [title, open] of Object.entries(CLIENTS))
    for (const withProgress of [false, true])
      test(`${title}${withProgress ? ', with progress' : ''}`, async () => {
        const { key, balance, calls } = await newCaller()
        const client = await open({ url: `${winnow.url}/mcp`, headers: { 'x-api-key': key } })
        const cancelling = new AbortController()
        const call = client.call(
          'sample_call',
          { wait: true },
          { signal: cancelling.signal, ...(withProgress && { onprogress: () => undefined }) },
        )
        await gate.waiting(1)
        cancelling.abort()
        await assert.rejects(call)
        await gate.waiting(0)
        await until(async () => (await balance()).held === 0)
        assert.deepEqual(await balance(), untouched)
        const [{ status, error }] = await until(async () => {
          const records = await calls()
          return records.length > 0 && records
        })
        assert.deepEqual([status, error], [499, 'cancelled'])
        await client.close()
      })
})

/** Sends messages as a client of the older revisions does. */
function wire(key: string, session?: string) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-api-key': key,
    ...(session && { 'mcp-session-id': session }),
  }
  const post = (message: object) =>
    fetch(`${winnow.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) })
  const params = (at: number) => ({ name: 'sample_call', arguments: { wait: true, note: { at } } })
  return {
    initialize: () =>
      post({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      }),
    call: (id: string | number, at = 0) =>
      post({ jsonrpc: '2.0', id, method: 'tools/call', params: params(at) }),
    cancel: async (requestId: unknown) => {
      const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }
      assert.equal((await post(message)).status, 202)
    },
  }
}

describe('the message `notifications/cancelled`', () => {
  test('ends only the call that it names, which gets no result', async () => {
    const { key, balance } = await newCaller()
    const { call, cancel } = wire(key)
    const first = call(1)
    await gate.waiting(1)
    const text = call('1')
    await gate.waiting(1)
    for (const none of [2, '2', null, { a: 1 }]) await cancel(none)
    await cancel(1)
    const answer = await first
    assert.deepEqual([answer.status, await answer.text()], [202, ''])
    await cancel('1')
    assert.equal((await text).status, 202)
    assert.equal((await balance()).held, 0)
  })

  test('has no effect on calls of another key', async () => {
    const [caller, other] = [await newCaller(), await newCaller()]
    const call = wire(caller.key).call(1)
    await gate.waiting(1)
    await wire(other.key).cancel(1)
    gate.open()
    assert.equal((await call).status, 200)
  })

  test('ends only the call of its own session when two clients share a key', async () => {
    const { key } = await newCaller()
    const sessions = await Promise.all(
      [0, 1].map(async () => (await wire(key).initialize()).headers.get('mcp-session-id')!),
    )
    assert.equal(new Set(sessions).size, 2)
    const [ownSession, otherSession] = sessions.map(session => wire(key, session))
    const calls = [ownSession!.call(5, 1), otherSession!.call(5, 2)]
    await gate.waiting(2)
    await ownSession!.cancel(5)
    await gate.waiting(1)
    gate.open()
    assert.deepEqual(
      (await Promise.all(calls)).map(({ status }) => status),
      [202, 200],
    )
  })

  test('ends neither of two calls with the same id when no session tells them apart', async () => {
    const { key } = await newCaller()
    const [one, two] = [wire(key), wire(key)]
    const calls = [one.call(5, 1), two.call(5, 2)]
    await gate.waiting(2)
    await one.cancel(5)
    gate.open()
    assert.deepEqual(
      (await Promise.all(calls)).map(({ status }) => status),
      [200, 200],
    )
  })
})
