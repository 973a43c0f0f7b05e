import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { CLIENTS, connect, type ToolClient } from './support/clients.ts'
import { asTool } from './support/sample-tool.ts'

/** An assistant may call many tools at once: calls beyond the slots of its account wait in line. */

let winnow: TestApp
const sampleCall = createSampleCall()
const { gate } = sampleCall

before(async () => {
  winnow = await startTestApp({}, asTool(sampleCall))
})
after(() => winnow.stop())

let accounts = 0
/** Creates a new account with this many slots. */
async function newCaller(slots: number) {
  const name = `account ${++accounts}`
  const key = await winnow.keyFor(name)
  const limitTo = (concurrency: number) =>
    winnow.admin(`/admin/accounts/${name}`, { limits: { concurrency } })
  await limitTo(slots)
  const balance = async () => (await winnow.admin(`/admin/credits?account=${name}`)).json
  return { key, limitTo, balance }
}

const startWaitingCall = (client: ToolClient, at: number, signal?: AbortSignal) =>
  client.call('sample_call', { wait: true, note: { at } }, signal && { signal })

describe('of fifty calls at once', () => {
  for (const [title, open] of Object.entries(CLIENTS))
    test(`all succeed, and eight run at a time (${title})`, async () => {
      const { key, balance } = await newCaller(8)
      const client = await open({ url: `${winnow.url}/mcp`, headers: { 'x-api-key': key } })
      const runs: number[] = []
      const calls: Promise<void>[] = []
      for (let at = 0; at < 50; at++) {
        const call = startWaitingCall(client, at).then(({ isError, structuredContent }) => {
          assert.ok(!isError)
          runs[at] = structuredContent.run
        })
        calls.push(call)
      }
      for (const group of [8, 8, 8, 8, 8, 8, 2]) {
        await gate.waiting(group)
        gate.open()
      }
      await Promise.all(calls)
      assert.equal(new Set(runs).size, 50)
      assert.equal((await balance()).balance, 950)
      await client.close()
    })
})

describe('a call that waits for a slot', () => {
  /** Creates an account whose only slot is taken, with this many further calls waiting. */
  async function withLine(length: number) {
    const caller = await newCaller(1)
    const client = await connect(winnow.url, caller.key)
    const before = winnow.app.running()
    const leaving: AbortController[] = []
    const calls: ReturnType<typeof startWaitingCall>[] = []
    for (let at = 0; at <= length; at++) {
      leaving.push(new AbortController())
      calls.push(startWaitingCall(client, at, leaving[at]!.signal))
      await until(async () => winnow.app.running() === before + at + 1)
    }
    await gate.waiting(1)
    return { ...caller, client, calls, leaving }
  }

  /** Lets this many calls finish, one after another. */
  async function passCalls(count: number) {
    for (let at = 0; at < count; at++) {
      await gate.waiting(1)
      gate.open()
    }
  }

  test('starts in the order of arrival', async () => {
    const { client, calls } = await withLine(3)
    const first = sampleCall.runs()
    await passCalls(4)
    const runs = (await Promise.all(calls)).map(({ structuredContent }) => structuredContent.run)
    assert.deepEqual(runs, [first, first + 1, first + 2, first + 3])
    await client.close()
  })

  test('starts at once when the limit of its account is raised', async () => {
    const { client, calls, limitTo } = await withLine(3)
    await limitTo(3)
    await gate.waiting(3)
    gate.open()
    await passCalls(1)
    for (const { isError } of await Promise.all(calls)) assert.ok(!isError)
    await client.close()
  })

  test('leaves the line when its client cancels it, and is free', async () => {
    const {
      client,
      calls,
      leaving,
      balance,
      calls: [first, abortedCall, last],
    } = await withLine(2)
    const runs = sampleCall.runs()
    const under = winnow.app.running()
    leaving[1]!.abort()
    await assert.rejects(abortedCall!)
    await until(async () => winnow.app.running() === under - 1)
    await passCalls(2)
    assert.ok(!(await first!).isError && !(await last!).isError)
    assert.equal(calls.length, 3)
    assert.deepEqual([sampleCall.runs() - runs, (await balance()).balance], [1, 998])
    await client.close()
  })

  test('does not hold up other accounts or calls that need no slot', async () => {
    const { client, calls } = await withLine(1)
    const other = await newCaller(1)
    const others = await connect(winnow.url, other.key)
    assert.ok(!(await others.call('sample_call')).isError)
    assert.ok(!(await client.call('credits')).isError)
    await passCalls(2)
    await Promise.all(calls)
    await Promise.all([client.close(), others.close()])
  })

  test('is answered as running after a while, and its result can be read later', async () => {
    const { client, calls, balance } = await withLine(0)
    winnow.app.settings.change('mcp_wait_ms', 100)
    const { structuredContent } = await startWaitingCall(client, 1)
    winnow.app.settings.change('mcp_wait_ms', undefined)
    assert.equal(structuredContent.status, 'running')
    const reading = client.call('result_read', { id: structuredContent.result_id })
    await passCalls(2)
    assert.ok(!(await calls[0]!).isError)
    assert.ok((await reading).structuredContent.run > 0)
    assert.equal((await balance()).balance, 998)
    await client.close()
  })

  test('does not make a REST call wait: that is refused with 429 at once', async () => {
    const { client, calls, key } = await withLine(1)
    const headers = { 'x-api-key': key }
    assert.equal((await winnow.call('/v1/sample-call', { json: {}, headers })).status, 429)
    await passCalls(2)
    await Promise.all(calls)
    await client.close()
  })
})
