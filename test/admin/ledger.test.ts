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

const ledger = async (query: string) => (await winnow.admin(`/admin/ledger?${query}`)).json

describe('the ledger', () => {
  test('can be filtered by kind and searched by subject, and its next pages keep the filter', async () => {
    for (let i = 0; i < 5; i++) await winnow.call('/v1/sample-call', { json: { price: 2 } })
    await winnow.admin('/admin/credits', { credits: 30 })
    await winnow.admin('/admin/credits', { credits: -4 })
    const deltas = async (query: string) =>
      (await ledger(query)).data.map(({ delta }: { delta: number }) => delta)
    assert.deepEqual(await deltas('kind=adjust'), [-4])
    assert.deepEqual(await deltas('kind=grant'), [30, 1_000])
    assert.deepEqual(await deltas('q=owner:'), [-4, 30])
    assert.deepEqual(await deltas('q=owner:&kind=grant'), [30])
    assert.deepEqual(await deltas('q=100%25'), [])
    const first = await ledger('kind=capture&limit=3')
    assert.equal(first.data.length, 3)
    const second = await ledger(`kind=capture&limit=3&cursor=${first.next_cursor}`)
    assert.deepEqual([second.data.length, second.has_more], [2, false])
  })

  test('refuses a kind that does not exist', async () => {
    assert.equal((await winnow.admin('/admin/ledger?kind=gift')).status, 400)
  })
})

describe('the list of holds', () => {
  test('contains each running call with its operation, credits and key', async () => {
    const listHolds = async () => (await winnow.admin('/admin/credits/holds')).json.data
    assert.deepEqual(await listHolds(), [])
    const answer = winnow.call('/v1/sample-call', { json: { price: 3, wait: true } })
    await sampleCall.gate.waiting(1)
    const [hold, ...others] = await listHolds()
    assert.deepEqual(others, [])
    assert.deepEqual([hold.kind, hold.operation, hold.credits, hold.key], ['call', 'sample-call', 3, 'key'])
    assert.equal((await winnow.admin('/admin/credits')).json.held, 3)
    sampleCall.gate.open()
    assert.equal((await answer).headers.get('x-request-id'), hold.id)
    assert.deepEqual(await listHolds(), [])
  })
})

describe('the usage of keys in this month', () => {
  test('counts the calls, failed calls and credits of each key', async () => {
    const key = await winnow.keyFor('default', { name: 'counted' })
    const ask = (json: object) => winnow.call('/v1/sample-call', { json, headers: { 'x-api-key': key } })
    await ask({ price: 4 })
    await ask({ price: 1 })
    await ask({ price: -1 })
    const { data: keys } = (await winnow.admin('/admin/keys')).json
    const { id } = keys.find(({ name }: { name: string }) => name === 'counted')
    const { data } = (await winnow.admin('/admin/keys/usage')).json
    assert.deepEqual(
      data.find(({ key_id }: { key_id: string }) => key_id === id),
      { key_id: id, calls: 3, failed: 1, credits: 5 },
    )
  })
})
