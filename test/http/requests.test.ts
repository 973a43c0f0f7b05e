import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { upload } from '../extraction/support/upload.ts'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let winnow: TestApp
let parserId: string
before(async () => {
  winnow = await startTestApp({}, createSampleCall().more)
  parserId = await winnow.parser({ fields: { title: 'h1' } })
})
after(() => winnow.stop())

describe('HEAD answers like GET, but without a body', () => {
  const head = (path: string, method = 'HEAD') =>
    fetch(winnow.url + path, { method, headers: { 'x-api-key': winnow.key }, redirect: 'manual' })

  const paths = ['/v1/apis', '/v1/credits', '/v1/jobs?limit=x', '/v1/nothing', '/health', '/app/', '/']
  for (const path of paths)
    test(path, async () => {
      const [answer, full] = [await head(path), await head(path, 'GET')]
      assert.deepEqual([answer.status, await answer.text()], [full.status, ''])
      assert.equal(answer.headers.get('content-type'), full.headers.get('content-type'))
    })

  test('to an export that is streamed', async () => {
    const json = { name: 'a', columns: [{ name: 'n', type: 'integer' }], primary_key: ['n'] }
    const { id } = (await winnow.call('/v1/databases', { json })).json
    await winnow.call(`/v1/databases/${id}/rows`, { json: { rows: [{ n: 1 }] } })
    assert.equal((await head(`/v1/databases/${id}/export`)).status, 200)
  })

  test('to an endless stream of events', async () => {
    const { id } = (
      await winnow.call('/v1/jobs', {
        json: { type: 'scrape', parser_id: parserId, input: { url: 'http://nowhere.invalid/' } },
      })
    ).json
    assert.equal((await head(`/v1/jobs/${id}/events`)).status, 200)
  })

  test('but is refused where an answer costs credits', async () => {
    const balance = async () => (await winnow.call('/v1/credits')).json.creditBalance
    const before = await balance()
    const answer = await head('/v1/sample-call')
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, POST'])
    assert.equal(await balance(), before)
  })
})

test('a path may have percent-encoded letters', async () => {
  const id = parserId.replace('_', '%5f')
  assert.equal((await winnow.call(`/v1/%70arsers/${id}`)).json.id, parserId)
  for (const path of ['/v1/%2570arsers', `/v1%2Fparsers/${parserId}`])
    assert.equal((await winnow.call(path)).status, 404)
})

test('every answer tells browsers not to guess its type', async () => {
  for (const path of ['/v1/apis', '/v1/nothing', '/app/', '/', '/mcp', '/admin/status', '/v1/apis?a=1'])
    assert.equal((await winnow.call(path)).headers.get('x-content-type-options'), 'nosniff', path)
})

describe('a query', () => {
  test('is refused if a field occurs more than once', async () => {
    const { status, json } = await winnow.call('/v1/parsers?limit=5&limit=6')
    assert.deepEqual([status, json.error], [400, '`limit` occurs more than once in the query.'])
  })

  test('is refused with the bound of its field if a number is too large for any field', async () => {
    const { status, json } = await winnow.call('/v1/parsers?limit=9007199254740993')
    assert.deepEqual([status, json.error], [400, '`limit` must be at most 100.'])
    const long = await winnow.call('/v1/pages/read', {
      headers: { 'content-type': 'application/json' },
      body: `{"url": "https://shop.example/", "max_tokens": ${'9'.repeat(20)}}`,
    })
    assert.deepEqual([long.status, long.json.error], [400, '`max_tokens` has too many digits.'])
    assert.doesNotMatch(long.json.hint, /Numbers are written as/)
  })

  test('may have at most 256 parameters', async () => {
    const pathWithParameters = (count: number) =>
      `/v1/credits?${Array.from({ length: count }, (_, n) => `p${n}=1`).join('&')}`
    assert.equal((await winnow.call(pathWithParameters(256))).json.field, 'p0')
    const { status, json } = await winnow.call(pathWithParameters(257))
    assert.deepEqual([status, json.error], [400, 'The query has more than 256 parameters.'])
  })

  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    test(`may have the name ${name} once or twice, which is refused like any unknown name`, async () => {
      for (const query of [`${name}=1`, `${name}=1&${name}=2`]) {
        const { status, json } = await winnow.call(`/v1/credits?${query}`)
        assert.deepEqual([status, json.field], [400, name])
      }
    })
})

describe('a part of an upload is refused, with its name, when it', () => {
  const html = { name: 'html', content: '<h1>Kettle</h1>', fileName: 'page.html' }
  const refused: [
    title: string,
    part: { name: string; content: string; fileName?: string },
    status: number,
  ][] = [
    ['is unknown', { name: 'toString', content: 'x' }, 400],
    ['is an unknown file', { name: 'constructor', content: 'x', fileName: 'a' }, 400],
    ['is called like no field may be', { name: '__proto__', content: 'x' }, 400],
    ['has brackets in its name', { name: 'a[b][c]', content: 'x' }, 400],
    ['comes twice', html, 400],
    ['is a text that is too large', { name: 'charset', content: 'x'.repeat(65_537) }, 413],
    [
      'is too large a text with a file name',
      { name: 'charset', content: 'x'.repeat(65_537), fileName: 'blob' },
      413,
    ],
  ]
  for (const [title, part, status] of refused)
    test(title, async () => {
      const answer = await winnow.call(`/v1/parse/${parserId}`, upload(html, part))
      assert.deepEqual([answer.status, answer.json.field], [status, part.name], answer.text)
    })

  test('is too large, with a hint that fits what it is', async () => {
    const text = { name: 'charset', content: 'x'.repeat(65_537) }
    const value = await winnow.call(`/v1/parse/${parserId}`, upload(html, text))
    assert.equal(value.json.hint, 'Send a shorter value.')
    const file = { name: 'items', fileName: 'items.csv', content: 'x'.repeat(33_554_433) }
    const items = await winnow.call('/v1/batches/upload', upload(file))
    assert.deepEqual([items.status, items.json.hint], [413, 'Split the items over several calls.'])
  })

  test('is one of more than 64 parts', async () => {
    const parts = Array.from({ length: 65 }, (_, n) => ({ name: `p${n}`, content: 'x' }))
    const { status, json } = await winnow.call(`/v1/parse/${parserId}`, upload(...parts))
    assert.deepEqual([status, json.error], [400, 'The body has more than 64 parts.'])
    assert.equal(json.hint, 'Send only the parts that the call needs.')
  })

  test('has a name of more than 200 bytes', async () => {
    const part = { name: 'n'.repeat(201), content: 'x' }
    const { status, json } = await winnow.call(`/v1/parse/${parserId}`, upload(part))
    assert.equal(status, 400)
    assert.match(json.hint, /a name of at most 200 bytes/)
  })
})

test('a head that is too large is refused with its limits', async () => {
  const { status, json } = await winnow.call('/v1/credits', { headers: { 'x-long': 'x'.repeat(70_000) } })
  assert.equal(status, 431)
  assert.match(json.hint, /^They may have 64 KB and 100 headers\./)
})

test('a text field of an upload may have a file name', async () => {
  const html = { name: 'html', content: Buffer.from('<h1>Küche</h1>', 'latin1'), fileName: 'page.html' }
  const charset = { name: 'charset', content: 'windows-1252', fileName: 'blob' }
  const { json, text } = await winnow.call(`/v1/parse/${parserId}`, upload(html, charset))
  assert.deepEqual(json, { title: 'Küche' }, text)
})

describe('an upload is refused', () => {
  const send = (headers: Record<string, string>, body = 'x') =>
    winnow.call(`/v1/parse/${parserId}`, { method: 'POST', headers, body })

  test('when its boundary is longer than the standard allows', async () => {
    const { status, json } = await send({
      'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}`,
    })
    assert.equal(status, 415)
    assert.match(json.hint, /70 characters/)
  })

  test('when its boundary needs quotes and has none', async () => {
    const headers = { 'content-type': "multipart/form-data; boundary='()+_,-./:=?" }
    assert.equal((await send(headers, "--'()+_,-./:=?--\r\n")).status, 415)
  })

  test('when it is compressed', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': 'gzip' }
    const { status, json } = await send(headers)
    assert.deepEqual([status, json.error], [415, 'Compressed bodies are not accepted.'])
  })

  test('when it has no body', async () => {
    const { status, json } = await send({ 'content-type': 'multipart/form-data; boundary=b' }, '')
    assert.deepEqual([status, json.field], [400, 'html'])
  })
})

test('a stream of events has headers that keep proxies from buffering it', async () => {
  const response = await fetch(`${winnow.url}/v1/updates`, { headers: { 'x-api-key': winnow.key } })
  await response.body!.cancel()
  assert.deepEqual(
    ['content-type', 'cache-control', 'x-accel-buffering'].map(name => response.headers.get(name)),
    ['text/event-stream; charset=utf-8', 'no-cache, no-transform', 'no'],
  )
})
