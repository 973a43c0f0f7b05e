import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore } from '../../server/store/open-store.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp()
  await winnow.admin('/admin/accounts', { name: 'other' })
})
after(() => winnow.stop())

const set = (name: string, body: Record<string, unknown>) => winnow.admin(`/admin/variables/${name}`, body)
const listVariables = async (account = 'default') =>
  (await winnow.admin(`/admin/variables?account=${account}`)).json.data.map(
    ({ name, value, secret }: { name: string; value: string | null; secret: boolean }) => [
      name,
      value,
      secret,
    ],
  )
const values = async () => (await winnow.admin('/admin/variables/values')).json.data

describe('a variable', () => {
  test('is set, changed and deleted in one account without effect on others', async () => {
    assert.equal((await set('city', { value: 'Hillside' })).status, 200)
    await set('city', { value: 'Tidepool' })
    await set('city', { value: 'Elsewhere', account: 'other' })
    assert.deepEqual(await listVariables(), [['city', 'Tidepool', false]])
    assert.deepEqual(await listVariables('other'), [['city', 'Elsewhere', false]])
    const deletion = await winnow.admin('/admin/variables/city', undefined, 'DELETE')
    assert.equal(deletion.status, 204)
    assert.deepEqual(await listVariables(), [])
    assert.equal((await winnow.admin('/admin/variables/city', undefined, 'DELETE')).status, 404)
    assert.equal((await listVariables('other')).length, 1)
  })

  test('is hidden in lists when it is secret, and only given for requests to be sent', async () => {
    const { json } = await set('token', { value: 'open sesame', secret: true })
    assert.equal(json.value, null)
    assert.deepEqual(await listVariables(), [['token', null, true]])
    assert.deepEqual(await values(), [{ name: 'token', value: 'open sesame' }])
  })

  test('is refused with a name that cannot stand in braces', async () => {
    for (const name of ['1st', 'a b', 'a.b', 'a'.repeat(65)]) {
      const { status, json } = await set(encodeURIComponent(name), { value: '' })
      assert.deepEqual([status, json.field], [400, 'name'], name)
    }
    assert.equal((await set('__proto__', { value: 'plain' })).status, 200)
    assert.ok((await values()).some(({ name }: { name: string }) => name === '__proto__'))
  })

  test('is refused when its account already has 200', async () => {
    for (let at = 0; at < 200; at++) await set(`v${at}`, { value: '', account: 'other' })
    const { status, json } = await set('beyond', { value: '', account: 'other' })
    assert.equal(status, 409)
    assert.ok(json.hint)
    assert.equal((await set('city', { value: 'changed', account: 'other' })).status, 200)
  })

  test('can only be read by the owner', async () => {
    assert.equal((await winnow.call('/admin/variables/values')).status, 401)
  })
})

describe('a saved request', () => {
  const body = { name: 'Ours', operation: 'videosite-channel', input: { handle: '{{who}}' } }

  test('is created, changed and deleted in one account, and other accounts cannot reach it', async () => {
    const { status, json } = await winnow.admin('/admin/saved-requests', body)
    assert.equal(status, 201)
    const { id, created_at, updated_at, ...saved } = json
    assert.deepEqual(saved, { ...body, method: null })
    const path = `/admin/saved-requests/${id}`
    const renamed = await winnow.admin(path, { ...body, name: 'Theirs', method: 'POST' }, 'PUT')
    assert.deepEqual([renamed.json.name, renamed.json.method], ['Theirs', 'POST'])
    assert.equal((await winnow.admin(path, { ...body, account: 'other' }, 'PUT')).status, 404)
    assert.equal((await winnow.admin(`${path}?account=other`, undefined, 'DELETE')).status, 404)
    assert.equal((await winnow.admin('/admin/saved-requests')).json.data.length, 1)
    assert.equal((await winnow.admin(path, undefined, 'DELETE')).status, 204)
    assert.deepEqual((await winnow.admin('/admin/saved-requests')).json.data, [])
  })

  test('keeps every field of its input, and refuses an input of 500,000 characters', async () => {
    const input = JSON.parse('{"__proto__":{"a":1},"url":"x"}')
    const { json } = await winnow.admin('/admin/saved-requests', { ...body, input })
    assert.equal(JSON.stringify(json.input), JSON.stringify(input))
    const [listed] = (await winnow.admin('/admin/saved-requests')).json.data
    assert.deepEqual(listed, json)
    const large = { ...body, input: { html: 'x'.repeat(500_000) } }
    const refused = await winnow.admin('/admin/saved-requests', large)
    assert.deepEqual([refused.status, refused.json.field], [400, 'input'])
  })

  test('is listed while other calls are served, however many large ones there are', async () => {
    const store = openStore(tempFolder())
    const { id: account } = await store.accounts.ensure('one', 0, 0)
    const large = {
      name: 'Large',
      operation: 'page-read',
      method: null,
      input: { html: 'x'.repeat(499_000) },
    }
    for (let i = 0; i < 100; i++) await store.savedRequests.create(account, `srq_${i}`, large, 0)
    let turns = 0
    const counter = setInterval(() => turns++)
    let requests = 0
    for await (const { input } of store.savedRequests.list(account))
      if (JSON.parse(input).html === large.input.html) requests++
    clearInterval(counter)
    assert.equal(requests, 100)
    assert.ok(turns > 1, `${turns} turns`)
    store.close()
  })
})
