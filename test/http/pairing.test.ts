import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createPairings } from '../../server/accounts/pairings.ts'
import { AppError } from '../../server/base/errors.ts'
import { MINUTE } from '../../server/base/times.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const EXTENSION = 'chrome-extension://iaejeeipggalnmhoaicgfakibpaiacoo'
const OTHER = 'chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
const SITES = ['https://page.example', 'null', 'http://127.0.0.1:9', 'https://chrome-extension.example']
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp()
})
after(() => winnow.stop())

const newCode = async () => (await winnow.admin('/admin/pairing-codes', {})).json.code as string
const pair = (code: string, origin?: string) =>
  winnow.call('/v1/pairings', {
    json: { code },
    headers: { 'x-api-key': '', 'user-agent': CHROME, ...(origin && { origin }) },
  })
const parserOf = () => winnow.parser({ fields: { title: 'h1' } })
const callAs = (key: string, path: string, origin: string | undefined, json: unknown) =>
  winnow.call(path, { json, headers: { 'x-api-key': key, ...(origin && { origin }) } })

describe('a browser extension', () => {
  test('gets a key for its code, which has the scope `run`, is named after the browser and is listed', async () => {
    const { status, json } = await pair(await newCode(), EXTENSION)
    assert.deepEqual([status, json.name], [200, 'Chrome on Linux'])
    const { data } = (await winnow.admin('/admin/keys')).json
    const key = data.at(-1)
    assert.deepEqual([key.name, key.scopes, key.origin], ['Chrome on Linux', ['run'], EXTENSION])
    assert.ok(json.key.endsWith(key.last4))
  })

  test('may send the code in lower case and without the dash', async () => {
    const code = await newCode()
    assert.equal((await pair(code.toLowerCase().replace('-', ' '), EXTENSION)).status, 200)
  })

  test('can use a code only once', async () => {
    const code = await newCode()
    await pair(code, EXTENSION)
    const { status, json } = await pair(code, EXTENSION)
    assert.deepEqual([status, json.field], [400, 'code'])
    assert.match(json.hint, /Connect → Browser/)
  })

  test('cannot use a code after five wrong attempts', async () => {
    const code = await newCode()
    for (let i = 0; i < 5; i++) assert.equal((await pair('2222-2222', EXTENSION)).status, 400)
    assert.equal((await pair(code, EXTENSION)).status, 400)
  })

  test('can read the answers, and gets its origin in the CORS preflight', async () => {
    const headers = { origin: EXTENSION }
    const preflight = await fetch(`${winnow.url}/v1/pairings`, { method: 'OPTIONS', headers })
    assert.equal(preflight.headers.get('access-control-allow-origin'), EXTENSION)
    assert.equal((await pair('2222-2222', EXTENSION)).headers.get('access-control-allow-origin'), EXTENSION)
  })
})

test('a code is no longer valid after five minutes, or once there is a newer one', async () => {
  let now = 0
  const keys = { create: async () => ({ name: '', secret: '' }) as never }
  const pairings = createPairings({ keys, now: () => now })
  const from = { origin: EXTENSION, userAgent: CHROME }
  const assertRefused = (code: string) => assert.throws(() => pairings.pair(code, from), AppError)
  const [first, second] = [pairings.offer('acc_1').code, pairings.offer('acc_1').code]
  assertRefused(first)
  now = 5 * MINUTE
  assertRefused(second)
})

describe('any caller but the extension', () => {
  for (const origin of [...SITES, undefined])
    test(`cannot pair as ${origin ?? 'a program without origin'}, even with the right code, which stays valid`, async () => {
      const code = await newCode()
      const assertRefused = await pair(code, origin)
      assert.deepEqual(
        [assertRefused.status, assertRefused.headers.get('access-control-allow-origin')],
        [403, null],
      )
      assert.equal((await pair(code, EXTENSION)).status, 200)
    })

  test('cannot use the key of an extension', async () => {
    const { key } = (await pair(await newCode(), EXTENSION)).json
    const url = 'https://shop.example/'
    assert.equal((await callAs(key, '/v1/pages/matches', EXTENSION, { url })).status, 200)
    for (const origin of [...SITES, OTHER, undefined])
      assert.equal((await callAs(key, '/v1/pages/matches', origin, { url })).status, 403, origin)
    for (const origin of [EXTENSION, undefined])
      assert.equal((await callAs(key, '/mcp', origin, {})).status, 403, 'no tools')
  })
})

test('the key of an extension cannot read or manage records', async () => {
  const { key } = (await pair(await newCode(), EXTENSION)).json
  const id = await parserOf()
  const created = await callAs(key, '/v1/parsers', EXTENSION, { name: 'x', schema: { fields: { a: 'b' } } })
  assert.equal(created.status, 403)
  const read = await winnow.call(`/v1/parsers/${id}`, { headers: { 'x-api-key': key, origin: EXTENSION } })
  assert.equal(read.status, 403)
})

test('a revoked key of an extension gets 401 at once', async () => {
  const { key } = (await pair(await newCode(), EXTENSION)).json
  const { data } = (await winnow.admin('/admin/keys')).json
  await winnow.admin(`/admin/keys/${data.at(-1).id}/revoke`, {})
  assert.equal((await callAs(key, '/v1/pages/matches', EXTENSION, { url: 'https://a.example' })).status, 401)
})
