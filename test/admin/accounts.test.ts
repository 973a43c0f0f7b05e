import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { callAtOnce } from '../support/at-once.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp({ birth_credits: 70 })
})
after(() => winnow.stop())

const make = (name: string) => winnow.admin('/admin/accounts', { name })
const change = (name: string, fields: Record<string, unknown>) =>
  winnow.admin(`/admin/accounts/${name}`, fields)

describe('an account', () => {
  test('starts with the credits that the setting `birth_credits` names', async () => {
    const created = await make('fresh')
    assert.equal(created.status, 201)
    assert.equal(created.json.name, 'fresh')
    assert.equal((await winnow.admin('/admin/credits?account=fresh')).json.balance, 70)
  })

  test('cannot take the name of another account', async () => {
    await make('one')
    await make('two')
    const refused = [await make('one'), await change('two', { new_name: 'one' })]
    assert.deepEqual(
      refused.map(({ status, json }) => [status, json.field]),
      [
        [409, 'name'],
        [409, 'new_name'],
      ],
    )
  })

  test('is created once, and takes a name once, however many ask for that at once', async () => {
    const json = { name: 'wanted' }
    const request = { path: '/admin/accounts', json, asOwner: true }
    const created = await callAtOnce(winnow, [request, request, request])
    assert.deepEqual(created.map(({ status }) => status).sort(), [201, 409, 409])

    await make('three')
    await make('four')
    const renamed = await callAtOnce(
      winnow,
      ['three', 'four'].map(name => ({
        path: `/admin/accounts/${name}`,
        json: { new_name: 'five' },
        asOwner: true,
      })),
    )
    assert.deepEqual(renamed.map(({ status }) => status).sort(), [200, 409])
  })

  test('keeps its keys, credits and limits when it is renamed', async () => {
    const key = await winnow.keyFor('before')
    await change('before', { limits: { concurrency: 3 } })
    const renamed = await change('before', { new_name: 'after', monthly_grant: 5 })
    assert.deepEqual([renamed.status, renamed.json.name, renamed.json.monthly_grant], [200, 'after', 5])
    const { json } = await winnow.call('/v1/credits', { headers: { 'x-api-key': key } })
    assert.deepEqual([json.concurrency, json.creditBalance], [3, 75])
    assert.equal((await change('before', {})).status, 404)
  })

  test('may be renamed to its own name, but `default` cannot be renamed', async () => {
    assert.equal((await change('one', { new_name: 'one' })).status, 200)
    const { status, json } = await change('default', { new_name: 'mine' })
    assert.deepEqual([status, json.field], [409, 'new_name'])
    assert.ok(json.hint)
  })

  test('refuses a monthly grant so large that its ledger could no longer be summed', async () => {
    await make('greedy')
    const { status, json } = await change('greedy', { monthly_grant: Number.MAX_SAFE_INTEGER })
    assert.deepEqual([status, json.field], [400, 'monthly_grant'])
    assert.equal((await change('greedy', { monthly_grant: 1_000_000_000 })).status, 200)
    assert.equal((await winnow.admin('/admin/credits?account=greedy')).json.balance, 1_000_000_070)
  })

  test('refuses the names `.` and `..`, which cannot stand in a path', async () => {
    await make('dotted')
    const key = (account: string) => winnow.admin('/admin/keys', { account })
    for (const name of ['.', '..'])
      for (const refused of [await make(name), await change('dotted', { new_name: name }), await key(name)])
        assert.equal(refused.status, 400, name)
    assert.equal((await make('a.b')).status, 201)
  })
})
