import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'
import { createSampleCall, OUTCOMES, type SampleOutcome } from './support/sample-call.ts'

let winnow: TestApp
const sampleCall = createSampleCall()

before(async () => {
  winnow = await startTestApp({}, sampleCall.more)
})
after(() => winnow.stop())

let keys = 0
const newKey = () => `key ${++keys}`

const run = (repeatKey: string, fields: unknown = {}, headers: Record<string, string> = {}) =>
  winnow.call('/v1/sample-call', { json: fields, headers: { 'idempotency-key': repeatKey, ...headers } })

const balance = async () => (await winnow.call('/v1/credits')).json.creditBalance as number
const isReplay = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true'

describe('a repeat under the same Idempotency-Key', () => {
  test('gets the same status and body, is free, and has a request id of its own', async () => {
    const [key, runs] = [newKey(), sampleCall.runs()]
    const first = await run(key, { price: 3 })
    const again = await run(key, { price: 3 })
    assert.equal(sampleCall.runs(), runs + 1, 'the work ran once')
    assert.deepEqual([again.status, again.text], [first.status, first.text])
    assert.deepEqual([isReplay(first), isReplay(again)], [false, true])
    assert.equal(again.headers.get('x-credits-used'), '0')
    assert.equal(again.headers.get('x-credits-remaining'), first.headers.get('x-credits-remaining'))
    assert.equal(again.headers.get('x-source'), first.headers.get('x-source'))
    assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'))
  })

  test('gets the same answer over GET, also after a POST', async () => {
    const [key, before] = [newKey(), await balance()]
    const runByGet = () => winnow.call('/v1/sample-call?price=2', { headers: { 'idempotency-key': key } })
    const first = await runByGet()
    for (const again of [await runByGet(), await run(key, { price: 2 })]) {
      assert.deepEqual([again.status, again.text, isReplay(again)], [200, first.text, true])
      assert.equal(again.headers.get('x-credits-used'), '0')
    }
    assert.equal(await balance(), before - 2)
  })

  test('gets the first answer each time, and only the first call is charged', async () => {
    const [key, before] = [newKey(), await balance()]
    for (let i = 0; i < 4; i++) assert.equal((await run(key)).status, 200)
    assert.equal(await balance(), before - 1)
  })

  test('is not possible under an empty key, which is refused', async () => {
    const [runs, before] = [sampleCall.runs(), await balance()]
    const refused = await run('')
    assert.deepEqual([refused.status, refused.json.field], [400, 'Idempotency-Key'])
    assert.deepEqual([sampleCall.runs(), await balance()], [runs, before])
  })

  test('counts as the same input when the keys are in another order, also in nested objects', async () => {
    const key = newKey()
    await run(key, { price: 2, note: { a: 1, b: { c: [1, 2], d: null } } })
    assert.ok(isReplay(await run(key, { note: { b: { d: null, c: [1, 2] }, a: 1 }, price: 2 })))
  })

  test('counts as the same input when it spells out the defaults', async () => {
    const key = newKey()
    await run(key)
    assert.ok(isReplay(await run(key, { outcome: 'done', price: 1, wait: false, deaf: false })))
  })

  const others: [title: string, fields: Record<string, unknown>][] = [
    ['another value', { price: 2 }],
    ['one field more', { note: {} }],
    ['a list in another order', { note: { list: [2, 1] } }],
  ]
  for (const [title, fields] of others)
    test(`is refused with 422, for free, when the input differs: ${title}`, async () => {
      const key = newKey()
      await run(key, { note: { list: [1, 2] } })
      const [before, runs] = [await balance(), sampleCall.runs()]
      const other = await run(key, fields)
      assert.deepEqual([other.status, other.json.detail], [422, 'idempotency_mismatch'])
      assert.deepEqual([await balance(), sampleCall.runs()], [before, runs])
      assert.ok(isReplay(await run(key, { note: { list: [1, 2] } })), 'the first answer stays')
    })

  test('is refused with 400 when its input is invalid, before the kept answer is looked up', async () => {
    const key = newKey()
    await run(key)
    assert.equal((await run(key, { price: 'much' })).status, 400)
  })

  test('is refused with 409 and the time to wait while the first call still runs', async () => {
    const key = newKey()
    const first = run(key, { wait: true })
    await sampleCall.gate.waiting(1)
    const early = await run(key, { wait: true })
    assert.deepEqual([early.status, early.json.detail], [409, 'still_running'])
    assert.equal(early.headers.get('retry-after'), '1')
    assert.equal((await run(key)).status, 422, 'another input is a 422 at any time')
    sampleCall.gate.open()
    assert.equal((await first).status, 200)
    assert.ok(isReplay(await run(key, { wait: true })))
  })

  test('does not run again when several arrive at the same time', async () => {
    const [key, runs, before] = [newKey(), sampleCall.runs(), await balance()]
    const answers = await Promise.all(Array.from({ length: 6 }, () => run(key)))
    assert.equal(sampleCall.runs(), runs + 1)
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    assert.equal(await balance(), before - 1)
  })

  test('needs no credits', async () => {
    const [key, poorHeaders] = [newKey(), { 'x-api-key': await winnow.keyFor('poor') }]
    await run(key, { price: 1_000 }, poorHeaders)
    const again = await run(key, { price: 1_000 }, poorHeaders)
    assert.deepEqual([again.status, again.headers.get('x-credits-remaining')], [200, '0'])
    assert.equal((await run(newKey(), { price: 1 }, poorHeaders)).status, 402)
  })
})

describe('an answer under an Idempotency-Key', () => {
  const storedOutcomes: SampleOutcome[] = ['done', 'not_found', 'unreadable']
  for (const outcome of Object.keys(OUTCOMES) as SampleOutcome[]) {
    const isKept = storedOutcomes.includes(outcome)
    test(`of ${OUTCOMES[outcome]} (${outcome}) is kept for the repeat: ${isKept ? 'yes' : 'no, a repeat runs anew'}`, async () => {
      const [key, runs] = [newKey(), sampleCall.runs()]
      const first = await run(key, { outcome })
      const again = await run(key, { outcome })
      assert.deepEqual([first.status, again.status], [OUTCOMES[outcome], OUTCOMES[outcome]])
      assert.equal(isReplay(again), isKept)
      assert.equal(sampleCall.runs() - runs, isKept ? 1 : 2)
      if (isKept) assert.equal(again.text, first.text)
      assert.equal(again.headers.get('x-credits-used'), '0')
    })
  }

  test('of 402 is not kept: the repeat runs once there are credits', async () => {
    const [key, owner] = [newKey(), { 'x-api-key': await winnow.keyFor('saver') }]
    await winnow.admin('/admin/credits', { account: 'saver', credits: -1_000 })
    assert.equal((await run(key, {}, owner)).status, 402)
    await winnow.admin('/admin/credits', { account: 'saver', credits: 1 })
    const again = await run(key, {}, owner)
    assert.deepEqual([again.status, isReplay(again)], [200, false])
  })

  test('of 429 because no slot is free is not kept', async () => {
    const [key, owner] = [newKey(), { 'x-api-key': await winnow.keyFor('narrow') }]
    await winnow.admin('/admin/accounts/narrow', { limits: { concurrency: 1 } })
    const slow = run(newKey(), { wait: true }, owner)
    await sampleCall.gate.waiting(1)
    assert.equal((await run(key, {}, owner)).status, 429)
    sampleCall.gate.open()
    await slow
    assert.equal(isReplay(await run(key, {}, owner)), false)
  })
})

describe('an Idempotency-Key', () => {
  test('is shared by all API keys of an account, and means nothing to other accounts', async () => {
    const key = newKey()
    const [one, same] = [await winnow.keyFor('shared'), await winnow.keyFor('shared')]
    await run(key, {}, { 'x-api-key': one })
    assert.ok(isReplay(await run(key, {}, { 'x-api-key': same })))
    const other = await run(key, { price: 2 }, { 'x-api-key': await winnow.keyFor('stranger') })
    assert.deepEqual([other.status, isReplay(other)], [200, false])
  })

  test('counts for each operation separately', async () => {
    const key = newKey()
    await run(key)
    const created = await winnow.call('/v1/parsers', {
      json: { name: 'p', schema: { fields: { title: 'h1' } } },
      headers: { 'idempotency-key': key },
    })
    assert.deepEqual([created.status, isReplay(created)], [201, false])
  })

  test('is ignored by a GET that is free', async () => {
    const headers = { 'idempotency-key': newKey() }
    const before = await winnow.call('/v1/credits', { headers })
    await run(newKey())
    const after = await winnow.call('/v1/credits', { headers })
    assert.equal(after.json.creditBalance, before.json.creditBalance - 1)
  })
})
