import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { HOUR } from '../../server/base/times.ts'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'

let winnow: TestApp
const sampleCall = createSampleCall()

before(async () => {
  winnow = await startTestApp({ log_level: 'debug' }, sampleCall.more)
})
after(() => winnow.stop())

const withKey = (key: string, path = '/v1/credits') => winnow.call(path, { headers: { 'x-api-key': key } })
const without = (path: string, headers: Record<string, string> = {}) => fetch(winnow.url + path, { headers })

/** Creates a key. Returns its id too, so that the test can revoke it. */
const newKey = async (options: Record<string, unknown> = {}) =>
  (await winnow.admin('/admin/keys', { account: 'someone', ...options })).json as {
    id: string
    secret: string
  }

function assertRefused(answer: Answer) {
  assert.equal(answer.status, 401)
  assert.deepEqual(Object.keys(answer.json), ['error', 'hint'])
  assert.equal(answer.json.error, 'The API key is missing or not valid.')
  assert.match(answer.headers.get('x-request-id')!, /^req_/)
}

describe('an API key', () => {
  test('is accepted in the header X-API-Key', async () => {
    assert.equal((await withKey(winnow.key)).status, 200)
  })

  test('is accepted in the query of GET and POST', async () => {
    assert.equal((await without(`/v1/credits?api_key=${winnow.key}`)).status, 200)
    const created = await fetch(`${winnow.url}/v1/sample-call?api_key=${winnow.key}`, { method: 'POST' })
    assert.equal(created.status, 200)
  })

  test('may be sent twice when both are the same', async () => {
    const { key } = winnow
    assert.equal((await without(`/v1/credits?api_key=${key}`, { 'x-api-key': key })).status, 200)
    assert.equal((await without(`/v1/credits?api_key=${key}&api_key=${key}`)).status, 200)
  })

  test('is used when the other place for a key is empty', async () => {
    const { key } = winnow
    assert.equal((await without(`/v1/credits?api_key=${key}`, { 'x-api-key': '' })).status, 200)
    assert.equal((await without('/v1/credits?api_key=', { 'x-api-key': key })).status, 200)
    assertRefused(await withKey('', '/v1/credits?api_key='))
  })

  test('is refused together with a different key, even if one of them is valid', async () => {
    const { key } = winnow
    const answers = [
      await without('/v1/credits?api_key=wrong', { 'x-api-key': key }),
      await without(`/v1/credits?api_key=${key}`, { 'x-api-key': 'wrong' }),
      await without(`/v1/credits?api_key=${key}&api_key=wrong`),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 401)
      assert.match(await answer.text(), /two different keys/)
    }
  })

  test('in the query is not repeated in answers, records or the log', async () => {
    const secret = await winnow.keyFor('secretive')
    const asked = `api_key=${secret}&unknown=1`
    const answers = [
      await without(`/v1/sample-call?${asked}`),
      await without(`/v1/sample-call?api_key=${secret}&outcome=bug`),
      await without(`/v1/nothing?${asked}`),
      await without(`/v1/calls?api_key=${secret}`),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 500, 404, 200],
    )
    for (const answer of answers) assert.doesNotMatch(await answer.text(), new RegExp(secret))
    const log = await logHolding(answers[2]!.headers.get('x-request-id')!)
    assert.doesNotMatch(log, new RegExp(secret))
  })

  test('has the balance of its own account only', async () => {
    const [ownKey, foreignKey] = [await winnow.keyFor('mine'), await winnow.keyFor('theirs')]
    await winnow.call('/v1/sample-call', { method: 'POST', headers: { 'x-api-key': ownKey } })
    assert.equal((await withKey(ownKey)).json.creditBalance, 999)
    assert.equal((await withKey(foreignKey)).json.creditBalance, 1_000)
  })
})

/** Returns the log file once it contains this text, which is written shortly after the answer. */
async function logHolding(text: string): Promise<string> {
  for (;;) {
    const log = await readFile(join(winnow.app.dataDir, 'winnow.log'), 'utf8')
    if (log.includes(text)) return log
    await delay(50)
  }
}

describe('a request without a valid key gets 401', () => {
  const cases: [title: string, headers: () => Record<string, string>][] = [
    ['no key', () => ({ 'x-api-key': '' })],
    ['an unknown key', () => ({ 'x-api-key': 'wk_unknown' })],
    ['a key with one letter changed', () => ({ 'x-api-key': `${winnow.key.slice(0, -1)}!` })],
    ['two keys at once', () => ({ 'x-api-key': `${winnow.key}, ${winnow.key}` })],
    ['the admin token', () => ({ 'x-api-key': winnow.app.adminToken })],
    ['a key as a bearer token', () => ({ 'x-api-key': '', authorization: `Bearer ${winnow.key}` })],
    ['the admin token as a bearer token', () => ({ 'x-api-key': '', authorization: `Bearer ${winnow.app.adminToken}` })],
    ['a cookie', () => ({ 'x-api-key': '', cookie: `api_key=${winnow.key}; x-api-key=${winnow.key}` })],
  ] // biome-ignore format: a table
  for (const [title, headers] of cases)
    test(title, async () => assertRefused(await winnow.call('/v1/credits', { headers: headers() })))

  const paths: [method: string, path: string][] = [
    ['GET', '/credits'],
    ['GET', '/v1/calls'],
    ['GET', '/v1/videosite-channel?handle=@a'],
    ['POST', '/v1/parsers'],
    ['PUT', '/v1/parsers/prs_x'],
    ['DELETE', '/v1/parsers/prs_x'],
    ['POST', '/v1/parse/prs_x'],
    ['POST', '/v1/scrape/prs_x'],
    ['GET', '/v1/there-is-nothing-here'],
  ]
  for (const [method, path] of paths)
    test(`on ${method} ${path}`, async () =>
      assertRefused(await winnow.call(path, { method, headers: { 'x-api-key': '' } })))

  test('also when its body is invalid, since the key is checked first', async () => {
    const answer = await winnow.call('/v1/parsers', { body: '{', headers: { 'x-api-key': 'wrong' } })
    assertRefused(answer)
  })
})

describe('a key stops working', () => {
  test('at once when it is revoked, even after it has just been used', async () => {
    const { id, secret } = await newKey()
    assert.equal((await withKey(secret)).status, 200)
    const revoked = await winnow.admin(`/admin/keys/${id}/revoke`, {})
    assert.equal(revoked.json.active, false)
    assertRefused(await withKey(secret))
    assertRefused(await withKey(secret))
  })

  test('also for a call whose body has not arrived yet', async () => {
    const { id, secret } = await newKey()
    const { hostname, port } = new URL(winnow.url)
    const socket = connect(Number(port), hostname)
    const body = JSON.stringify({ name: 'late', schema: { fields: { title: 'h1' } } })
    socket.write(
      `POST /v1/parsers HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: close\r\nx-api-key: ${secret}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
    )
    const [head] = await once(socket, 'data')
    assert.match(String(head), /^HTTP\/1.1 100/)
    await winnow.admin(`/admin/keys/${id}/revoke`, {})
    socket.end(body)
    assert.match(await text(socket), /^HTTP\/1.1 401/)
  })

  test('without affecting other keys of the account', async () => {
    const [one, other] = [await newKey(), await newKey()]
    await winnow.admin(`/admin/keys/${one.id}/revoke`, {})
    assert.equal((await withKey(other.secret)).status, 200)
  })

  test('when it expires', async t => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const service = await startTestApp()
    t.after(() => service.stop())
    const end = Date.now() + HOUR
    const key = await service.keyFor('brief', { expires_at: new Date(end).toISOString() })
    const call = () => service.call('/v1/credits', { headers: { 'x-api-key': key } })
    assert.equal((await call()).status, 200)
    t.mock.timers.setTime(end)
    assertRefused(await call())
  })

  test('in the year 9999 at the latest, and the list shows that end', async () => {
    const created = await winnow.admin('/admin/keys', { expires_at: '9999-12-31T23:59:59-14:00' })
    assert.deepEqual(
      [created.status, created.json.expires_at],
      [201, '9999-12-31T23:59:59.000Z'],
      created.text,
    )
    assert.equal((await winnow.admin('/admin/keys')).status, 200)
  })

  test('in the future only: an `expires_at` in the past is refused', async () => {
    const created = await winnow.admin('/admin/keys', { expires_at: '2020-01-01T00:00:00Z' })
    assert.equal(created.status, 400)
    assert.equal(created.json.field, 'expires_at')
  })
})

describe('a key can do only what its scopes allow, and otherwise gets 403', () => {
  const cases: [scopes: string[], method: string, path: string, status: number][] = [
    [['read'], 'GET', '/v1/parsers', 200],
    [['read'], 'GET', '/v1/credits', 200],
    [['read'], 'POST', '/v1/sample-call', 403],
    [['read'], 'POST', '/v1/parsers', 403],
    [['run'], 'POST', '/v1/sample-call', 200],
    [['run'], 'GET', '/v1/parsers', 403],
    [['run', 'manage'], 'POST', '/v1/parsers', 400],
    [['manage'], 'DELETE', '/v1/parsers/prs_x', 404],
    [['manage'], 'POST', '/v1/sample-call', 403],
  ]
  for (const [scopes, method, path, status] of cases)
    test(`${scopes.join(' and ')}: ${method} ${path} is ${status}`, async () => {
      const { secret } = await newKey({ scopes })
      const answer = await winnow.call(path, { method, headers: { 'x-api-key': secret } })
      assert.equal(answer.status, status)
      if (status === 403) assert.match(answer.json.error, /does not have the scope `(read|run|manage)`/)
    })
})
