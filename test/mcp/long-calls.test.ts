import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createRunningCalls } from '../../server/mcp/running-calls.ts'
import { createWaiter, leave } from '../../server/mcp/waiter.ts'
import type { CallEnding } from '../../server/operations/call.ts'
import { until } from '../http/support/until.ts'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { connect, type ToolAnswer, type ToolClient } from './support/clients.ts'

/** A call that takes longer than clients wait: it is answered in time, goes on, and is charged once. */

let winnow: TestApp
const sampleCall = createSampleCall()
const asTool = () =>
  sampleCall.more().map(operation => ({
    ...operation,
    faces: { tool: { name: 'sample-call', group: 'test', hints: HINTS } },
  }))
const HINTS = { readOnly: true, destructive: false, idempotent: true, openWorld: false }

before(async () => {
  winnow = await startTestApp({}, asTool)
})
after(() => winnow.stop())

let accounts = 0
/** Creates a new account with a client. */
async function newCaller() {
  const name = `account ${++accounts}`
  const key = await winnow.keyFor(name)
  const client = await connect(winnow.url, key)
  return {
    name,
    key,
    client,
    run: (args: object = {}, signal?: AbortSignal) =>
      client.call('sample-call', { wait: true, ...args }, signal ? { signal } : undefined),
    balance: async () => (await winnow.admin(`/admin/credits?account=${name}`)).json,
    calls: async () => (await winnow.admin(`/admin/calls?account=${name}`)).json.data,
  }
}

const read = (client: ToolClient, id: string) => client.call('result_read', { id })
const spent = { balance: 999, held: 0, available: 999 }
const untouched = { balance: 1_000, held: 0, available: 1_000 }

/** Runs `call` with a short time limit for waiting, after which long calls are answered with the id of their result. */
async function withShortWait<T>(call: () => Promise<T>): Promise<T> {
  winnow.app.settings.change('mcp_wait_ms', 100)
  return call().finally(() => winnow.app.settings.change('mcp_wait_ms', undefined))
}

/** Starts a call that is answered with the id of its result while it still runs. */
async function startPendingCall(
  caller: Awaited<ReturnType<typeof newCaller>>,
  args: object = {},
): Promise<ToolAnswer> {
  const answer = await withShortWait(() => caller.run(args))
  await sampleCall.gate.waiting(1)
  return answer
}

/** Starts the same call again, and resolves once the service has received it. */
async function repeatCall({ client }: Awaited<ReturnType<typeof newCaller>>) {
  let isThere = false
  const onprogress = () => {
    isThere = true
  }
  const answer = client.call('sample-call', { wait: true }, { onprogress })
  await until(async () => isThere)
  return { answer }
}

describe('a long tool call', () => {
  test('is answered with the id of its result, as text and as structured content', async () => {
    const caller = await newCaller()
    const { content, structuredContent, isError, _meta } = await startPendingCall(caller)
    assert.ok(!isError)
    assert.match(String(_meta?.['winnow/request_id']), /^req_/)
    assert.equal(structuredContent.status, 'running')
    assert.deepEqual(structuredContent.next_call, {
      tool: 'result_read',
      arguments: { id: structuredContent.result_id },
    })
    assert.deepEqual(JSON.parse(content[0]!.text!), structuredContent)
    sampleCall.gate.open()
  })

  test('names a call that shows the same parts of its result', async () => {
    const caller = await newCaller()
    const args = { fields: ['run'] }
    const { structuredContent } = await startPendingCall(caller, args)
    const { next_call } = structuredContent
    assert.deepEqual(next_call.arguments, { id: structuredContent.result_id, ...args })
    const early = await withShortWait(() => caller.client.call('result_read', next_call.arguments))
    assert.deepEqual(early.structuredContent.next_call, next_call)
    sampleCall.gate.open()
    const result = await caller.client.call('result_read', next_call.arguments)
    assert.deepEqual(Object.keys(result.structuredContent), ['run'])
  })

  test('goes on, and reading its result later is free', async () => {
    const caller = await newCaller()
    const { structuredContent } = await startPendingCall(caller)
    sampleCall.gate.open()
    await until(async () => (await caller.balance()).balance === 999)
    const { structuredContent: result } = await read(caller.client, structuredContent.result_id)
    assert.deepEqual(Object.keys(result), ['run'])
    assert.deepEqual(await caller.balance(), spent)
    assert.deepEqual((await read(caller.client, structuredContent.result_id)).structuredContent, result)
  })

  test('is joined by the same call while it runs, and both are charged once', async () => {
    const caller = await newCaller()
    await startPendingCall(caller)
    const before = sampleCall.runs()
    const joined = await repeatCall(caller)
    sampleCall.gate.open()
    assert.equal((await joined.answer).structuredContent.run, before)
    assert.equal(sampleCall.runs(), before)
    assert.deepEqual(await caller.balance(), spent)
  })

  test('says to one of the clients that wait for it what it cost, and to the others that it cost nothing more', async () => {
    const caller = await newCaller()
    const { structuredContent } = await startPendingCall(caller)
    const reading = read(caller.client, structuredContent.result_id)
    const joined = [await repeatCall(caller), await repeatCall(caller)]
    sampleCall.gate.open()
    const costs = joined.map(async ({ answer }) => (await answer)._meta['winnow/credits'])
    assert.deepEqual(await Promise.all(costs), [
      { used: 1, remaining: 999 },
      { used: 0, remaining: 999 },
    ])
    assert.ok(!(await reading).isError)
  })

  test('is joined by a call that reads its result, which waits for it', async () => {
    const caller = await newCaller()
    const { structuredContent } = await startPendingCall(caller)
    const reading = read(caller.client, structuredContent.result_id)
    sampleCall.gate.open()
    assert.deepEqual(Object.keys((await reading).structuredContent), ['run'])
  })

  test('is reported as still running when its result is read too early', async () => {
    const caller = await newCaller()
    const { structuredContent } = await startPendingCall(caller)
    const early = await withShortWait(() => read(caller.client, structuredContent.result_id))
    assert.equal(early.structuredContent.status, 'running')
    sampleCall.gate.open()
  })

  test('gives its result to the same call made later once, and after that the call runs again', async () => {
    const caller = await newCaller()
    await startPendingCall(caller)
    const first = sampleCall.runs()
    sampleCall.gate.open()
    await until(async () => (await caller.balance()).balance === 999)
    const again = await caller.run()
    assert.equal(again.structuredContent.run, first)
    assert.deepEqual(await caller.balance(), spent)
    const anew = caller.run()
    await sampleCall.gate.waiting(1)
    sampleCall.gate.open()
    assert.equal((await anew).structuredContent.run, first + 1)
    assert.equal((await caller.balance()).balance, 998)
  })

  test('is not joined by a call with other arguments or of another account', async () => {
    const [caller, other] = [await newCaller(), await newCaller()]
    await startPendingCall(caller)
    const others = Promise.all([caller.run({ note: { a: 1 } }), other.run()])
    await sampleCall.gate.waiting(3)
    sampleCall.gate.open()
    await others
    await until(
      async () => (await caller.balance()).balance === 998 && (await other.balance()).balance === 999,
    )
  })

  test('has a result that no other account can read', async () => {
    const [caller, other] = [await newCaller(), await newCaller()]
    const { structuredContent } = await startPendingCall(caller)
    sampleCall.gate.open()
    await until(async () => (await caller.balance()).balance === 999)
    const foreign = await read(other.client, structuredContent.result_id)
    const absent = await read(other.client, 'res_nothing')
    assert.equal(foreign.isError, true)
    assert.equal(foreign.content[0]!.text, absent.content[0]!.text)
  })

  test('that fails returns its error when its result is read, and is free', async () => {
    const caller = await newCaller()
    const { structuredContent } = await startPendingCall(caller, { outcome: 'blocked' })
    sampleCall.gate.open()
    await until(async () =>
      (await caller.calls()).some((call: { error: string }) => call.error === 'blocked'),
    )
    const answer = await read(caller.client, structuredContent.result_id)
    assert.equal(answer.isError, true)
    assert.match(answer.content[0]!.text!, /^blocked: The door is shut\./)
    assert.deepEqual(await caller.balance(), untouched)
  })

  test('is recorded as a call over MCP', async () => {
    const caller = await newCaller()
    await startPendingCall(caller)
    sampleCall.gate.open()
    const [call] = await until(async () => {
      const calls = await caller.calls()
      return calls.length > 0 && calls
    })
    assert.deepEqual([call.operation, call.source, call.credits], ['sample-call', 'mcp', 1])
  })
})

describe('a client that goes away', () => {
  test('before its call is answered ends the call, frees the slot and is not charged', async () => {
    const caller = await newCaller()
    await winnow.admin(`/admin/accounts/${caller.name}`, { limits: { concurrency: 1 } })
    const controller = new AbortController()
    const call = caller.run({}, controller.signal)
    await sampleCall.gate.waiting(1)
    assert.equal((await caller.balance()).held, 1)
    controller.abort()
    await assert.rejects(call)
    await sampleCall.gate.waiting(0)
    await until(async () => (await caller.balance()).held === 0)
    assert.deepEqual(await caller.balance(), untouched)
    const [{ status, error }] = await caller.calls()
    assert.deepEqual([status, error], [499, 'cancelled'])
    assert.ok(!(await caller.run({ wait: false })).isError, 'the slot is free')
  })

  test('does not have the same call joined to the one that is being ended for it', async () => {
    const running = createRunningCalls(() => 60_000)
    const name = { call: 'the call', id: 'res_1' }
    const { promise: ending, resolve } = Promise.withResolvers<CallEnding>()
    const { signal } = new AbortController()
    const flight = { signal, assertKeyValid: () => undefined, abort: () => undefined, end: () => undefined }
    const call = running.add(name, () => ({ requestId: 'req_1', ending, flight }))
    const waiter = createWaiter()
    const wait = running.wait(call, waiter)
    const before = running.find(name)
    leave(waiter)
    const after = [running.find(name), running.findById('res_1')]
    resolve({ status: 499, value: null, failed: true, sources: [] })
    assert.equal(await wait, 'running')
    assert.deepEqual([before, ...after], [call, undefined, undefined])
  })

  test('does not end the call while another client waits for the same call', async () => {
    const caller = await newCaller()
    const controller = new AbortController()
    const abortedCall = caller.run({}, controller.signal)
    await sampleCall.gate.waiting(1)
    const staying = await repeatCall(caller)
    controller.abort()
    await assert.rejects(abortedCall)
    sampleCall.gate.open()
    assert.ok((await staying.answer).structuredContent.run > 0)
    assert.deepEqual(await caller.balance(), spent)
  })
})

describe('progress', () => {
  test('is sent to a client that asks for it', async () => {
    const caller = await newCaller()
    const messages: (string | undefined)[] = []
    const call = caller.client.call(
      'sample-call',
      { wait: true },
      { onprogress: ({ message }) => messages.push(message) },
    )
    await until(async () => messages.length > 0)
    sampleCall.gate.open()
    await call
    assert.match(messages[0]!, /sample-call/)
  })

  test('is not sent to a client that does not ask for it: the answer is plain JSON', async () => {
    const caller = await newCaller()
    const answer = await fetch(`${winnow.url}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': caller.key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'credits',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'credits',
          arguments: {},
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type')!, /^application\/json/)
  })
})
