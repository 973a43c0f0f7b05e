import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const FOREIGN = 'https://page.example'
const LISTED_ORIGIN = 'https://dashboard.example'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp({ allowed_origins: [LISTED_ORIGIN] }, createSampleCall().more)
})
after(() => winnow.stop())

const preflight = (path: string, headers: Record<string, string> = { origin: FOREIGN }) =>
  fetch(winnow.url + path, { method: 'OPTIONS', headers })

const corsOf = (headers: Headers) =>
  [...headers.keys()].filter(name => name.startsWith('access-control-')).sort()

describe('a CORS preflight', () => {
  test('needs no key, is answered with 204, and allows GET and POST to any origin', async () => {
    const { status, headers } = await preflight('/v1/sample-call')
    assert.equal(status, 204)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('access-control-allow-methods'), 'GET, POST')
    assert.equal(headers.get('access-control-allow-credentials'), null)
    assert.match(headers.get('x-request-id')!, /^req_/)
  })

  for (const header of ['X-API-Key', 'Content-Type', 'Idempotency-Key', 'If-Match'])
    test(`allows the header ${header}`, async () => {
      const allowed = (await preflight('/v1/sample-call')).headers.get('access-control-allow-headers')!
      assert.ok(allowed.toLowerCase().split(', ').includes(header.toLowerCase()))
    })

  test("allows PUT and DELETE too to the service's own origin and to listed origins", async () => {
    for (const origin of [LISTED_ORIGIN, winnow.url]) {
      const { headers } = await preflight('/v1/parsers/prs_x', { origin })
      assert.equal(headers.get('access-control-allow-methods'), 'GET, POST, PUT, DELETE')
    }
  })

  test('on /admin allows nothing to any origin', async () => {
    for (const origin of [FOREIGN, LISTED_ORIGIN]) {
      const { status, headers } = await preflight('/admin/keys', { origin })
      assert.equal(status, 204)
      assert.equal(headers.get('access-control-allow-origin'), null)
    }
  })
})

describe('a page of any origin', () => {
  const EXPOSED =
    'X-Credits-Used, X-Credits-Remaining, X-Request-Id, X-Source, X-Notice, Retry-After, Location, ETag, Link, Idempotency-Replayed'
  const cases: [method: string, path: string, status: number][] = [
    ['GET', '/v1/sample-call', 200],
    ['POST', '/v1/sample-call', 200],
    ['GET', '/v1/sample-call?outcome=blocked', 502],
    ['GET', '/v1/nothing', 404],
    ['GET', '/v1/apis', 200],
  ]
  for (const [method, path, status] of cases)
    test(`may ${method} ${path} and read the answer (${status}) and its headers`, async () => {
      const answer = await winnow.call(path, { method, headers: { origin: FOREIGN } })
      assert.equal(answer.status, status)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.equal(answer.headers.get('access-control-expose-headers'), EXPOSED)
    })

  test('needs a key as any caller does, and can read the 401', async () => {
    const answer = await winnow.call('/v1/credits', { headers: { origin: FOREIGN, 'x-api-key': '' } })
    assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [401, '*'])
  })

  test('cannot read answers of /admin', async () => {
    const headers = { origin: winnow.url, authorization: `Bearer ${winnow.app.adminToken}` }
    const answer = await winnow.call('/admin/status', { headers })
    assert.deepEqual([answer.status, corsOf(answer.headers)], [200, []])
  })
})

test('an answer to a request without Origin has no CORS headers', async () => {
  assert.deepEqual(corsOf((await winnow.call('/v1/credits')).headers), [])
})

describe('PUT and DELETE of records', () => {
  const body = { name: 'changed', schema: { fields: { title: 'h1' } } }
  const change = (id: string, method: string, origin?: string, key = winnow.key) =>
    winnow.call(`/v1/parsers/${id}`, {
      method,
      ...(method === 'PUT' && { json: body }),
      headers: { 'x-api-key': key, ...(origin && { origin }) },
    })

  for (const origin of [FOREIGN, 'null', 'http://127.0.0.1:1', `${LISTED_ORIGIN}.evil.example`])
    for (const method of ['PUT', 'DELETE'])
      test(`from ${origin}: ${method} is refused with 403 before the key is checked, and changes nothing`, async () => {
        const id = await winnow.parser(body.schema)
        assert.equal((await change(id, method, origin)).status, 403)
        assert.equal((await change(id, method, origin, 'wrong')).status, 403, 'before the key')
        const { name, version } = (await winnow.call(`/v1/parsers/${id}`)).json
        assert.deepEqual([name, version], ['test', 1])
      })

  for (const [title, origin] of [
    ['no page', () => undefined],
    ['our own page', () => winnow.url],
    ['a listed page', () => LISTED_ORIGIN],
  ] as const)
    test(`from ${title} succeed`, async () => {
      const id = await winnow.parser(body.schema)
      assert.equal((await change(id, 'PUT', origin())).json.name, 'changed')
      assert.equal((await change(id, 'DELETE', origin())).status, 204)
    })
})
