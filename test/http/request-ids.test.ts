import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { type RequestOptions, startTestApp, type TestApp } from '../support/start-app.ts'

const ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/

let winnow: TestApp
before(async () => {
  winnow = await startTestApp({ public_rate: 30 }, createSampleCall().more)
})
after(() => winnow.stop())

describe('every answer has an X-Request-Id', () => {
  const cases: [status: number, path: string, sent?: RequestOptions][] = [
    [200, '/v1/credits'],
    [200, '/v1/apis'],
    [200, '/v1/apis/videosite-channel'],
    [200, '/v1/sample-call'],
    [201, '/v1/parsers', { json: { name: 'p', schema: { fields: { title: 'h1' } } } }],
    [204, '/v1/sample-call', { method: 'OPTIONS' }],
    [400, '/v1/sample-call?price=much'],
    [401, '/v1/credits', { headers: { 'x-api-key': 'wrong' } }],
    [401, '/admin/status'],
    [402, '/v1/sample-call?price=1000'],
    [403, '/v1/parsers/prs_x', { method: 'DELETE', headers: { origin: 'https://page.example' } }],
    [404, '/v1/sample-call?outcome=not_found'],
    [404, '/nothing'],
    [405, '/v1/credits', { method: 'POST' }],
    [415, '/v1/sample-call', { method: 'POST', body: 'text' }],
    [422, '/v1/sample-call?outcome=unreadable'],
    [429, '/v1/sample-call?outcome=over_quota'],
    [500, '/v1/sample-call?outcome=bug'],
    [502, '/v1/sample-call?outcome=blocked'],
    [503, '/v1/sample-call?outcome=store_full'],
  ]
  for (const [status, path, sent] of cases)
    test(`${status} ${sent?.method ?? ''} ${path}`, async () => {
      const answer = await winnow.call(path, sent)
      assert.equal(answer.status, status)
      assert.match(answer.headers.get('x-request-id')!, ID)
    })

  test('that is different for each request', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => winnow.call('/v1/credits')))
    assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 50)
  })
})

/** Sends these bytes and returns what the service answers until it closes the connection. */
async function say(bytes: string) {
  const socket = connect(Number(new URL(winnow.url).port), '127.0.0.1')
  socket.write(bytes)
  const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string]
  return { status: Number(head.split(' ')[1]), id: /^x-request-id: (.*)$/im.exec(head)?.[1], body }
}

describe('an unusual or invalid request gets an answer in the usual form', () => {
  const cases: [title: string, status: number, bytes: string][] = [
    ['bytes that are not HTTP', 400, 'HELLO\r\n\r\n'],
    ['a head that is too large', 431, `GET /health HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`],
    ['a request without a Host', 403, 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['a request for a tunnel', 400, 'CONNECT example.com:443 HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['an expectation that nobody knows', 200, 'GET /health HTTP/1.1\r\nhost: localhost\r\nexpect: rain\r\nconnection: close\r\n\r\n'],
  ] // biome-ignore format: a table
  for (const [title, status, bytes] of cases)
    test(`${title}: ${status}`, async () => {
      const answer = await say(bytes)
      assert.equal(answer.status, status)
      assert.match(answer.id!, ID)
      if (status >= 400) assert.equal(typeof JSON.parse(answer.body).error, 'string')
    })

  test('with a percent-encoded address of the greatest length in its query is accepted', async () => {
    const url = `http://127.0.0.1/${'é'.repeat(4_000)}`
    const answer = await winnow.call(`/v1/scrape/prs_none?url=${encodeURIComponent(url)}`)
    assert.equal(answer.status, 404)
  })
})
