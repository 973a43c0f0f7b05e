import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSampleCall, OUTCOMES, type SampleOutcome } from '../operations/support/sample-call.ts'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'

let winnow: TestApp
const sampleCall = createSampleCall()

before(async () => {
  winnow = await startTestApp({}, sampleCall.more)
})
after(() => winnow.stop())

let accounts = 0
/** Creates an account with a key of its own. */
async function newAccount(options: Record<string, unknown> = {}) {
  const name = `account ${++accounts}`
  const key = await winnow.keyFor(name, options)
  const headers = { 'x-api-key': key }
  return {
    name,
    key,
    run: (fields: Record<string, unknown> = {}) => winnow.call('/v1/sample-call', { json: fields, headers }),
    get: (path: string) => winnow.call(path, { headers }),
    balance: async () => (await winnow.admin(`/admin/credits?account=${name}`)).json,
    grant: (credits: number) => winnow.admin('/admin/credits', { account: name, credits }),
    ledger: async () => (await winnow.admin(`/admin/ledger?account=${name}&limit=100`)).json.data,
  }
}

const creditsOf = ({ headers }: Answer) => [headers.get('x-credits-used'), headers.get('x-credits-remaining')]

describe('an account', () => {
  test('starts with 1,000 credits, which its keys can see', async () => {
    const account = await newAccount()
    const wanted = { creditBalance: 1_000, concurrency: 8, available: 1_000, held: 0 }
    assert.deepEqual((await account.get('/v1/credits')).json, wanted)
    assert.deepEqual((await account.get('/credits')).json, wanted)
  })

  test('starts with the credits of the setting `birth_credits` at that time', async () => {
    await winnow.admin('/admin/settings/birth_credits', { value: 7 })
    const poorAccount = await newAccount()
    await winnow.admin('/admin/settings/birth_credits', {})
    assert.equal((await poorAccount.balance()).balance, 7)
    assert.equal((await (await newAccount()).balance()).balance, 1_000)
  })
})

describe('a call that succeeds', () => {
  test('costs its price, and its headers say so', async () => {
    const account = await newAccount()
    assert.deepEqual(creditsOf(await account.run({ price: 3 })), ['3', '997'])
    assert.deepEqual(creditsOf(await account.run()), ['1', '996'])
    assert.deepEqual(creditsOf(await account.run({ price: 0 })), ['0', '996'])
  })

  test('adds one capture to the ledger, with the id of the call as subject', async () => {
    const account = await newAccount()
    const answer = await account.run({ price: 2 })
    const [capture, birth] = await account.ledger()
    assert.equal(capture.kind, 'capture')
    assert.equal(capture.delta, -2)
    assert.equal(capture.subject, answer.headers.get('x-request-id'))
    assert.deepEqual([birth.kind, birth.delta, birth.subject], ['grant', 1_000, 'birth'])
  })

  test('and that never costs credits has no credit headers', async () => {
    const account = await newAccount()
    assert.deepEqual(creditsOf(await account.get('/v1/credits')), [null, null])
    assert.deepEqual(creditsOf(await account.get('/v1/parsers')), [null, null])
  })
})

describe('a call that fails is free', () => {
  const outcomes = Object.entries(OUTCOMES).filter(([, status]) => status >= 400) as [SampleOutcome, number][]
  for (const [outcome, status] of outcomes)
    test(`with ${status} (${outcome}), and its headers have the remaining credits`, async () => {
      const account = await newAccount()
      const answer = await account.run({ outcome, price: 5 })
      assert.equal(answer.status, status)
      assert.deepEqual(creditsOf(answer), ['0', '1000'])
      assert.deepEqual(await account.balance(), { balance: 1_000, held: 0, available: 1_000 })
      assert.equal((await account.ledger()).length, 1)
    })

  test('with 400, and no credits were held for it', async () => {
    const account = await newAccount()
    const answer = await account.run({ price: 'much' })
    assert.equal(answer.status, 400)
    assert.deepEqual(creditsOf(answer), [null, null])
    assert.equal((await account.balance()).balance, 1_000)
  })
})

describe('a call of an account with too few credits', () => {
  test('gets 402 with the credits required and available', async () => {
    const account = await newAccount()
    await account.grant(-997)
    const answer = await account.run({ price: 4 })
    assert.equal(answer.status, 402)
    assert.equal(answer.json.required, 4)
    assert.equal(answer.json.available, 3)
    assert.equal(typeof answer.json.error, 'string')
    assert.equal((await account.run({ price: 3 })).status, 200)
    assert.deepEqual(await account.balance(), { balance: 0, held: 0, available: 0 })
  })

  test('does not start its work, unless the call is free', async () => {
    const account = await newAccount()
    await account.grant(-1_000)
    const before = sampleCall.runs()
    assert.equal((await account.run()).status, 402)
    assert.equal(sampleCall.runs(), before)
    assert.equal((await account.run({ price: 0 })).status, 200)
    assert.equal((await account.get('/v1/credits')).status, 200)
  })
})

describe('credits held by running calls', () => {
  test('are not available to other calls, and are charged at the end', async () => {
    const account = await newAccount()
    const slow = account.run({ price: 600, wait: true })
    await sampleCall.gate.waiting(1)
    assert.deepEqual((await account.get('/v1/credits')).json, {
      creditBalance: 1_000,
      concurrency: 8,
      available: 400,
      held: 600,
    })
    const refused = await account.run({ price: 401 })
    assert.deepEqual([refused.status, refused.json.available], [402, 400])
    assert.deepEqual(creditsOf(await account.run({ price: 100 })), ['100', '900'], 'holds are not subtracted')
    sampleCall.gate.open()
    assert.deepEqual(creditsOf(await slow), ['600', '300'])
    assert.deepEqual(await account.balance(), { balance: 300, held: 0, available: 300 })
  })

  test('are available again when the call fails', async () => {
    const account = await newAccount()
    const slow = account.run({ price: 1_000, wait: true, outcome: 'blocked' })
    await sampleCall.gate.waiting(1)
    assert.equal((await account.run()).status, 402)
    sampleCall.gate.open()
    assert.equal((await slow).status, 502)
    assert.equal((await account.run({ price: 1_000 })).status, 200)
  })

  test('never exceed the balance, however many calls arrive at once', async () => {
    const account = await newAccount()
    await account.grant(-996)
    const calls = Array.from({ length: 8 }, () => account.run({ wait: true }))
    await sampleCall.gate.waiting(4)
    sampleCall.gate.open()
    const statuses = (await Promise.all(calls)).map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 200, 200, 200, 402, 402, 402, 402])
    assert.equal((await account.balance()).balance, 0)
  })

  test('cannot be taken away by the owner', async () => {
    const account = await newAccount()
    const slow = account.run({ price: 10, wait: true })
    await sampleCall.gate.waiting(1)
    const refused = await account.grant(-991)
    assert.deepEqual([refused.status, refused.json.field], [400, 'credits'])
    assert.deepEqual((await account.grant(-990)).json, { balance: 10, held: 10, available: 0 })
    sampleCall.gate.open()
    assert.deepEqual(creditsOf(await slow), ['10', '0'])
  })
})
