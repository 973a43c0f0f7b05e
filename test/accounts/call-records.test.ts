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

interface Call {
  id: string
  operation: string
  key_id: string
  status: number
  error: string | null
  credits: number
  sources: string[]
  ms: number
  created_at: string
}

/** Creates an account; gives its key as the key list shows it, and its calls, newest first. */
async function newAccount(name: string) {
  const key = (await winnow.admin('/admin/keys', { account: name })).json as { id: string; secret: string }
  const headers = { 'x-api-key': key.secret }
  return {
    key,
    run: (fields: Record<string, unknown> = {}) => winnow.call('/v1/sample-call', { json: fields, headers }),
    get: (path: string) => winnow.call(path, { headers }),
    calls: async () => (await winnow.admin(`/admin/calls?account=${name}&limit=100`)).json.data as Call[],
  }
}

describe('every call has one record', () => {
  test('with its id, operation, key, interface, status, credits, sources and duration', async () => {
    const account = await newAccount('recorded')
    const answer = await account.run({ price: 4 })
    const [call, ...others] = (await account.get('/v1/calls')).json.data
    assert.deepEqual(others, [])
    const { ms, created_at, ...rest } = call
    assert.deepEqual(rest, {
      id: answer.headers.get('x-request-id'),
      operation: 'sample-call',
      key_id: account.key.id,
      source: 'api',
      status: 200,
      error: null,
      credits: 4,
      sources: ['sample-call'],
      parser_id: null,
      job_id: null,
      run_id: null,
    })
    assert.ok(Number.isInteger(ms) && ms >= 0)
    assert.equal(new Date(created_at).toISOString(), created_at)
  })

  const failures: [fields: Record<string, unknown>, status: number, error: string][] = [
    [{ outcome: 'not_found' }, 404, 'not_found'],
    [{ outcome: 'unreadable' }, 422, 'extraction_failed'],
    [{ outcome: 'blocked' }, 502, 'blocked'],
    [{ outcome: 'bug' }, 500, 'internal'],
    [{ outcome: 'broken_promise' }, 500, 'internal'],
    [{ price: 1_000, outcome: 'done' }, 200, ''],
    [{ price: 1 }, 402, 'insufficient_credits'],
    [{ unknown: 1 }, 400, 'invalid_input'],
  ]
  test('with its error code and no credits when it fails', async () => {
    const account = await newAccount('unlucky')
    for (const [fields] of failures) await account.run(fields)
    const recorded = (await account.calls()).reverse().map(({ status, error }) => [status, error ?? ''])
    assert.deepEqual(
      recorded,
      failures.map(([, status, error]) => [status, error]),
    )
    const paid = (await account.calls()).filter(({ credits }) => credits)
    assert.deepEqual(
      paid.map(({ credits }) => credits),
      [1_000],
    )
  })

  test('also when it is refused because no slot is free', async () => {
    const account = await newAccount('crowded')
    await winnow.admin('/admin/accounts/crowded', { limits: { concurrency: 1 } })
    const slow = account.run({ wait: true })
    await sampleCall.gate.waiting(1)
    assert.equal((await account.run()).status, 429)
    sampleCall.gate.open()
    await slow
    assert.deepEqual(
      (await account.calls()).map(({ status, error }) => [status, error]),
      [
        [200, null],
        [429, 'too_many_calls'],
      ],
    )
  })

  test('unless it has no valid key', async () => {
    const account = await newAccount('unknown')
    await winnow.call('/v1/sample-call', { json: {}, headers: { 'x-api-key': 'wrong' } })
    await winnow.call('/v1/apis')
    assert.deepEqual(await account.calls(), [])
  })
})

describe('the list of calls', () => {
  test('can show only failed calls, newest first, page by page', async () => {
    const account = await newAccount('paged')
    for (const outcome of ['done', 'blocked', 'not_found', 'done', 'bug']) await account.run({ outcome })
    const first = (await account.get('/v1/calls?failed=true&limit=2')).json
    assert.deepEqual(
      first.data.map(({ status }: Call) => status),
      [500, 404],
    )
    assert.equal(first.has_more, true)
    const rest = (await account.get(`/v1/calls?failed=true&limit=2&cursor=${first.next_cursor}`)).json
    assert.deepEqual(
      rest.data.map(({ status }: Call) => status),
      [502],
    )
    assert.deepEqual([rest.has_more, rest.next_cursor], [false, null])
  })

  test('has only calls of the account', async () => {
    const [one, other] = [await newAccount('left'), await newAccount('right')]
    await one.run()
    assert.equal((await one.get('/v1/calls')).json.data.length, 1)
    assert.equal((await other.get('/v1/calls')).json.data.length, 0)
  })

  test('contains neither inputs nor results', async () => {
    const account = await newAccount('discreet')
    await account.run({ note: { diary: 'dear diary' } })
    assert.doesNotMatch((await account.get('/v1/calls')).text, /diary/)
  })

  test('agrees with the time when a key was last used', async () => {
    const account = await newAccount('busy')
    const lastUse = async () =>
      (await winnow.admin('/admin/keys?account=busy')).json.data[0].last_used_at as string | null
    assert.equal(await lastUse(), null)
    await account.run({ outcome: 'blocked' })
    assert.equal(await lastUse(), (await account.calls())[0]!.created_at)
  })
})

test('the ledger has one capture for each call that cost credits, of the same amount', async () => {
  const account = await newAccount('balanced')
  for (const fields of [{ price: 3 }, { outcome: 'bug' }, { price: 0 }, { price: 7 }, { price: 5_000 }])
    await account.run(fields)
  const { data } = (await winnow.admin('/admin/ledger?account=balanced')).json
  const captures = data.filter(({ kind }: { kind: string }) => kind === 'capture')
  const paid = (await account.calls()).filter(({ credits }) => credits)
  assert.deepEqual(
    captures.map(({ subject, delta, key_id }: Record<string, unknown>) => [subject, delta, key_id]),
    paid.map(({ id, credits, key_id }) => [id, -credits, key_id]),
  )
  assert.deepEqual(
    paid.map(({ credits }) => credits),
    [7, 3],
  )
})
