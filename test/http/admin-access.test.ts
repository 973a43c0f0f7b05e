import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let winnow: TestApp

before(async () => {
  winnow = await startTestApp({}, createSampleCall().more)
})
after(() => winnow.stop())

const asOwner = (path: string, headers: Record<string, string> = {}, body?: unknown) =>
  winnow.call(path, {
    headers: { 'x-api-key': '', authorization: `Bearer ${winnow.app.adminToken}`, ...headers },
    ...(body !== undefined && { json: body }),
  })

describe('/admin needs the admin token', () => {
  const cases: [title: string, headers: () => Record<string, string>][] = [
    ['nothing', () => ({ authorization: '' })],
    ['another token', () => ({ authorization: `Bearer ${'x'.repeat(43)}` })],
    ['a longer token', () => ({ authorization: `Bearer ${winnow.app.adminToken}x` })],
    ['the token without its word', () => ({ authorization: winnow.app.adminToken })],
    ['a data key', () => ({ authorization: '', 'x-api-key': winnow.key })],
    ['a data key as a bearer token', () => ({ authorization: `Bearer ${winnow.key}` })],
    ['the token in the wrong header', () => ({ authorization: '', 'x-api-key': winnow.app.adminToken })],
  ]
  for (const [title, headers] of cases)
    test(`and with ${title} answers 401`, async () => {
      const answer = await asOwner('/admin/status', headers())
      assert.equal(answer.status, 401)
      assert.equal(answer.json.error, 'Only the owner of this machine may do that.')
    })

  test('and answers 401 to the token in the query', async () => {
    const answer = await asOwner(`/admin/status?api_key=${winnow.app.adminToken}`, { authorization: '' })
    assert.equal(answer.status, 401)
  })

  test('and accepts it as a bearer token', async () => {
    assert.equal((await asOwner('/admin/status')).json.pid, process.pid)
  })

  test('and answers 401 to the token of another running Winnow', async () => {
    const other = await startTestApp()
    const answer = await asOwner('/admin/status', { authorization: `Bearer ${other.app.adminToken}` })
    await other.stop()
    assert.equal(answer.status, 401)
  })
})

describe('a page of another origin', () => {
  const origins = ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost']
  for (const origin of origins)
    test(`${origin} gets 403 on /admin, with or without the token`, async () => {
      assert.equal((await asOwner('/admin/status', { origin })).status, 403)
      assert.equal((await asOwner('/admin/status', { origin, authorization: '' })).status, 403)
    })

  test("changes nothing on /admin, while the service's own page is allowed to", async () => {
    const evil = await asOwner('/admin/credits', { origin: 'https://evil.example' }, { credits: 5 })
    assert.equal(evil.status, 403)
    assert.equal((await asOwner('/admin/credits')).json.balance, 1_000)
    assert.equal((await asOwner('/admin/status', { origin: winnow.url })).status, 200)
  })
})

describe('the key of an interface, such as the app or the command line', () => {
  const faceKey = async (fields: Record<string, unknown>) => {
    if (fields.account) await winnow.admin('/admin/accounts', { name: fields.account })
    return (await winnow.admin('/admin/sign-in', fields)).json.key as string
  }

  test('is valid on /v1 for its account, and not on /admin', async () => {
    const key = await faceKey({ face: 'cli', account: 'seamstress' })
    const paid = await winnow.call('/v1/sample-call', { method: 'POST', headers: { 'x-api-key': key } })
    assert.equal(paid.headers.get('x-credits-remaining'), '999')
    assert.equal((await asOwner('/admin/status', { authorization: `Bearer ${key}` })).status, 401)
  })

  test('is not listed, and its calls are recorded with the interface as their source', async () => {
    const key = await faceKey({ face: 'window', account: 'painter' })
    await winnow.call('/v1/parsers', { headers: { 'x-api-key': key }, json: {} })
    assert.deepEqual((await winnow.admin('/admin/keys?account=painter')).json.data, [])
    const { data } = (await winnow.admin('/admin/calls?account=painter')).json
    assert.deepEqual([data[0].operation, data[0].source], ['parser-create', 'app'])
  })

  test('stays the same while the service runs, and differs for each interface and account', async () => {
    const keys = [
      await faceKey({ face: 'cli' }),
      await faceKey({ face: 'window' }),
      await faceKey({ face: 'cli', account: 'baker' }),
    ]
    assert.equal(new Set(keys).size, 3)
    assert.equal(await faceKey({ face: 'cli' }), keys[0])
  })

  test('has the new limits of its account at once', async () => {
    const key = await faceKey({ face: 'cli', account: 'miller' })
    await winnow.admin('/admin/accounts/miller', { limits: { concurrency: 3 } })
    const shown = await winnow.call('/v1/credits', { headers: { 'x-api-key': key } })
    assert.equal(shown.json.concurrency, 3)
  })
})

describe('the owner of the machine', () => {
  test('changes the limits of an account, which apply at once to keys in use', async () => {
    const key = await winnow.keyFor('potter')
    const concurrency = async () =>
      (await winnow.call('/v1/credits', { headers: { 'x-api-key': key } })).json.concurrency
    assert.equal(await concurrency(), 8)
    await winnow.admin('/admin/accounts/potter', { limits: { concurrency: 2 } })
    assert.equal(await concurrency(), 2)
  })

  test('creates an account with its first key, and gets 404 for an unknown account anywhere else', async () => {
    await winnow.keyFor('newcomer')
    const names = (await winnow.admin('/admin/accounts')).json.data.map(({ name }: { name: string }) => name)
    assert.ok(names.includes('newcomer'))
    assert.equal((await winnow.admin('/admin/credits?account=nobody')).status, 404)
    assert.equal((await winnow.admin('/admin/accounts/nobody', { unlimited: true })).status, 404)
    for (const face of ['cli', 'window'])
      assert.equal((await winnow.admin('/admin/sign-in', { account: 'nobody', face })).status, 404)
    assert.equal((await winnow.admin('/admin/pairing-codes', { account: 'nobody' })).status, 404)
    assert.equal((await winnow.admin('/admin/credits?account=nobody')).status, 404)
  })

  test('sees the secret of a key once: lists have neither the secret nor its hash', async () => {
    const created = await winnow.admin('/admin/keys', { account: 'smith', name: 'one' })
    const { text, json } = await winnow.admin('/admin/keys?account=smith')
    assert.ok(created.json.secret.endsWith(json.data[0].last4))
    assert.ok(!text.includes(created.json.secret))
    assert.ok(!('hash' in json.data[0]) && !('secret' in json.data[0]))
  })
})
