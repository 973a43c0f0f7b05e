import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { rawRequest } from '../http/support/raw-request.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp()
})
after(() => winnow.stop())

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const post = (headers: Record<string, string>, body: string = JSON.stringify(LIST)) =>
  fetch(`${winnow.url}/mcp`, { method: 'POST', headers: { ...JSON_HEADERS, ...headers }, body })

/** Sends what `fetch` cannot: a chosen Host or Origin. */
const raw = (headers: Record<string, string>, path = '/mcp', method = 'POST') => {
  const { client, answer } = rawRequest(winnow.url + path, {
    method,
    headers: { ...JSON_HEADERS, ...headers },
  })
  client.end(method === 'POST' ? JSON.stringify(LIST) : undefined)
  return answer
}

describe('the endpoint accepts', () => {
  test('a key as X-API-Key or as Bearer', async () => {
    assert.equal((await post({ 'x-api-key': winnow.key })).status, 200)
    assert.equal((await post({ authorization: `Bearer ${winnow.key}` })).status, 200)
    const both = { 'x-api-key': winnow.key, authorization: `Bearer ${winnow.key}` }
    assert.equal((await post(both)).status, 200)
    assert.equal((await post({ ...both, 'x-api-key': '' })).status, 200)
  })
})

describe('the endpoint', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'ping' }

  test('answers a client that accepts any type, like one that names both types', async () => {
    for (const accept of ['*/*', 'application/json, text/plain, */*'])
      for (const body of [LIST, message]) {
        const answer = await post({ 'x-api-key': winnow.key, accept }, JSON.stringify(body))
        assert.equal(answer.status, 200, await answer.text())
      }
  })

  test('answers a client without an Accept header', async () => {
    const headers = { 'content-type': 'application/json', 'x-api-key': winnow.key }
    const { client, answer } = rawRequest(`${winnow.url}/mcp`, { method: 'POST', headers })
    client.end(JSON.stringify(message))
    assert.equal((await answer).status, 200)
  })

  test('answers 406 to a client that does not accept both JSON and event streams', async () => {
    for (const accept of ['application/json', 'text/event-stream', 'text/html'])
      assert.equal((await post({ 'x-api-key': winnow.key, accept })).status, 406)
  })
})

describe('the endpoint refuses', () => {
  const refusals: [title: string, headers: () => Record<string, string>][] = [
    ['no key', () => ({})],
    ['an unknown key', () => ({ 'x-api-key': 'wk_unknown' })],
    ['an unknown bearer', () => ({ authorization: 'Bearer nobody' })],
    ['two credentials that differ', () => ({ 'x-api-key': winnow.key, authorization: 'Bearer wk_other' })],
  ]
  for (const [title, headers] of refusals)
    test(`${title} with 401, and names no authorization server`, async () => {
      const answer = await post(headers())
      assert.equal(answer.status, 401)
      assert.equal(answer.headers.get('www-authenticate'), null)
      assert.equal(typeof ((await answer.json()) as { error: string }).error, 'string')
    })

  test('a key in the query with 401', async () => {
    const answer = await fetch(`${winnow.url}/mcp?api_key=${winnow.key}`, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: JSON.stringify(LIST),
    })
    assert.equal(answer.status, 401)
  })

  test('a foreign Host or Origin with 403, even with a valid key', async () => {
    const key = { 'x-api-key': winnow.key }
    for (const headers of [{ host: 'evil.test' }, { origin: 'https://evil.test' }, { origin: 'null' }]) {
      const { status, text } = await raw({ ...key, ...headers })
      assert.equal(status, 403)
      assert.equal(typeof JSON.parse(text).error, 'string')
    }
  })

  test('cross-origin reading: it sends no CORS headers', async () => {
    const { headers } = await raw({ 'x-api-key': winnow.key, origin: winnow.url })
    assert.equal(headers['access-control-allow-origin'], undefined)
  })

  for (const method of ['GET', 'DELETE', 'PUT'])
    test(`the method ${method} with 405`, async () => {
      const { status, headers, text } = await raw({ 'x-api-key': winnow.key }, '/mcp', method)
      assert.deepEqual([status, headers.allow], [405, 'POST'])
      assert.equal(typeof JSON.parse(text).error, 'string')
    })

  test('a request without a key before its body has arrived', async () => {
    const { client, answer } = rawRequest(`${winnow.url}/mcp`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, 'content-length': '4000000' },
    })
    client.flushHeaders()
    assert.equal((await answer).status, 401)
    client.destroy()
  })
})

describe('the endpoint answers with JSON', () => {
  const bad: [title: string, body: string, status: number, code: number][] = [
    ['what is not JSON', '{"jsonrpc": ', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['what is no message', '{"hello": 1}', 400, -32_600],
  ]
  for (const [title, body, status, code] of bad)
    test(`and an error code to ${title}`, async () => {
      const answer = await post({ 'x-api-key': winnow.key }, body)
      assert.equal(answer.status, status)
      assert.equal(((await answer.json()) as { error: { code: number } }).error.code, code)
    })

  test('and a sentence to an `initialize` request with wrong parameters', async () => {
    const init = (params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const client = { capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    for (const [params, says] of [
      [{ ...client, protocolVersion: null }, '`protocolVersion` must be a string.'],
      [undefined, '`protocolVersion` is missing.'],
      [
        { ...client, protocolVersion: '2025-06-18', clientInfo: { name: 'a' } },
        '`clientInfo.version` is missing.',
      ],
    ] as const) {
      const answer = await (await post({ 'x-api-key': winnow.key }, init(params))).text()
      const { error } = JSON.parse(/^data: (.*)$/m.exec(answer)?.[1] ?? answer)
      assert.equal(error.code, -32_602)
      assert.ok(error.message.startsWith(says), error.message)
    }
  })

  test('and 413 to a message that is too large', async () => {
    const answer = await post({ 'x-api-key': winnow.key }, ' '.repeat(4_194_305))
    assert.equal(answer.status, 413)
    assert.equal(((await answer.json()) as { detail: string }).detail, 'too_large')
  })

  test('and 415 to a body that is not sent as JSON', async () => {
    const answer = await post({ 'x-api-key': winnow.key, 'content-type': 'text/plain' })
    assert.equal(answer.status, 415)
    assert.ok(((await answer.json()) as { error: unknown }).error)
  })

  test('and 404 when a client looks for an authorization server and none is set', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/register',
      '/mcp/',
    ]) {
      const answer = await fetch(winnow.url + path)
      assert.equal(answer.status, 404, path)
      assert.match(answer.headers.get('content-type')!, /^application\/json/)
      assert.equal(typeof ((await answer.json()) as { error: string }).error, 'string')
    }
  })

  test('and the id of the request in a header', async () => {
    const answer = await post({ 'x-api-key': winnow.key })
    assert.match(answer.headers.get('x-request-id')!, /^req_/)
  })
})

describe('a tool result has the id of its request', () => {
  const callOf = (id: number, more = {}) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'credits', arguments: {}, ...more },
  })
  const call = async (message: unknown) => {
    const answer = await post({ 'x-api-key': winnow.key }, JSON.stringify(message))
    assert.equal(answer.status, 200)
    const ids = (await answer.text()).matchAll(/"winnow\/request_id":"(req_\w+)"/g)
    return { header: answer.headers.get('x-request-id'), ids: [...ids].map(([, id]) => id) }
  }

  test('when it is answered without the library', async () => {
    const { header, ids } = await call(callOf(1))
    assert.deepEqual(ids, [header])
  })

  test('when it is answered by the library', async () => {
    const { header, ids } = await call(callOf(1, { _meta: { progressToken: 1 } }))
    assert.deepEqual(ids, [header])
  })

  test('and ids of their own for several calls in one request', async () => {
    const { ids } = await call([callOf(1), callOf(2)])
    assert.equal(new Set(ids).size, 2)
  })
})

describe('a tool call whose arguments are not an object', () => {
  const call = async (id: number, name: string, args: unknown, more = {}) => {
    const params = { name, arguments: args, ...more }
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params }
    const answer = await post({ 'x-api-key': winnow.key }, JSON.stringify(message))
    return answer.text()
  }

  for (const [title, more] of [
    ['answered without the library', {}],
    ['answered by the library', { _meta: { progressToken: 1 } }],
  ] as const) {
    test(`works when they are empty (${title})`, async () => {
      for (const args of [null, '', []]) assert.match(await call(1, 'credits', args, more), /"creditBalance"/)
    })

    test(`gets the arguments that the tool takes, and an example (${title})`, async () => {
      const answer = await call(1, 'realty_details', 'https://a.test/', more)
      assert.match(answer, /"isError":true/)
      assert.match(answer, /Arguments: .*For example: realty_details/)
    })
  }
})
