import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { BOUNDARY, MULTIPART, type Part, page, upload } from './support/upload.ts'

const HTML = '<h1>Kettle</h1>'
const DATA = { title: 'Kettle' }

let service: TestApp
let parserId: string
before(async () => {
  service = await startTestApp()
  parserId = await service.parser({ fields: { title: 'h1' } })
})
after(() => service.stop())

const balance = async () => (await service.call('/v1/credits')).json.creditBalance

describe('a parse of uploaded HTML', () => {
  test('answers with the bare data, its cost and the remaining credits', async () => {
    const before = await balance()
    const answer = await service.call(`/v1/parse/${parserId}`, page(HTML))
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json, DATA)
    assert.equal(answer.headers.get('x-credits-used'), '1')
    assert.equal(answer.headers.get('x-credits-remaining'), String(before - 1))
    assert.match(answer.headers.get('x-request-id') ?? '', /^req_\w{26}$/)
    assert.equal(await balance(), before - 1)
  })

  test('accepts a key in the query as well', async () => {
    const path = `/v1/parse/${parserId}?api_key=${service.key}`
    assert.deepEqual((await service.call(path, page(HTML))).json, DATA)
  })

  const forms: [string, Omit<Part, 'name'>][] = [
    ['a file', { content: HTML, fileName: 'page.html', type: 'text/html' }],
    ['a part without a file name', { content: HTML, type: 'text/html' }],
    ['bare octets without a file name', { content: HTML, type: 'application/octet-stream' }],
    ['a part without a type', { content: HTML, fileName: 'page' }],
    ['a part with nothing but its name', { content: HTML }],
    [
      'a file whose name is in another script',
      { content: HTML, fileName: 'čajník ☕.html', type: 'text/html' },
    ],
    ['text that is not HTML', { content: 'just words', type: 'text/plain' }],
  ]
  for (const [title, part] of forms) {
    test(`accepts ${title}`, async () => {
      const answer = await service.call(`/v1/parse/${parserId}`, upload({ name: 'html', ...part }))
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.json.title, part.content === HTML ? 'Kettle' : null)
    })
  }
})

test('a call without multipart says how to send the part that it lacks', async () => {
  const paths = { [`/v1/parse/${parserId}`]: 'html', '/v1/extract/videosite-channel': 'page' }
  for (const [path, part] of Object.entries(paths)) {
    const { status, json } = await service.call(path, {
      method: 'POST',
      headers: { 'content-type': 'text/html' },
      body: HTML,
    })
    assert.deepEqual([status, json.hint], [415, `Send one, for example with curl: -F ${part}=@FILE`])
  }
})

describe('a parse is refused with 400', () => {
  const html: Part = { name: 'html', content: HTML }
  const refused: [string, Part[], field: string][] = [
    ['without any part', [], 'html'],
    ['without a part html', [{ name: 'file', content: HTML, fileName: 'page.html' }], 'html'],
    ['with a large part of another name', [{ name: 'file', content: HTML.repeat(20_000) }], 'html'],
    ['with an empty part', [{ name: 'html', content: '', fileName: 'page.html' }], 'html'],
    ['with a second part html', [html, html], 'html'],
    ['with an empty second part html', [html, { name: 'html', content: '' }], 'html'],
    ['with an unknown part', [html, { name: 'extra', content: 'x' }], 'extra'],
    ['with a large unknown part', [{ name: 'extra', content: HTML.repeat(20_000) }, html], 'extra'],
    ['with the id as a part', [html, { name: 'parserId', content: 'prs_1' }], 'parserId'],
    ['with a NUL in the text', [{ name: 'html', content: '<h1>Ket\0tle</h1>' }], 'html'],
    ['with a picture', [{ name: 'html', content: Buffer.from('89504e470d0a1a0a0000000d', 'hex') }], 'html'],
    ['with UTF-16 without its mark', [{ name: 'html', content: Buffer.from(HTML, 'utf16le') }], 'html'],
  ]
  for (const [title, parts, field] of refused) {
    test(title, async () => {
      const answer = await service.call(`/v1/parse/${parserId}`, upload(...parts))
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.json.field, field)
      assert.equal(typeof answer.json.error, 'string')
      assert.ok(answer.json.hint)
    })
  }

  test('when the body breaks off', async () => {
    const { headers, body } = upload(html)
    const answer = await service.call(`/v1/parse/${parserId}`, { headers, body: body.subarray(0, -10) })
    assert.equal(answer.status, 400, answer.text)
  })

  test('when a part has no name', async () => {
    const body = `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${BOUNDARY}--\r\n`
    const answer = await service.call(`/v1/parse/${parserId}`, {
      headers: { 'content-type': MULTIPART },
      body,
    })
    assert.equal(answer.status, 400, answer.text)
  })

  test('with a field in the query', async () => {
    const answer = await service.call(`/v1/parse/${parserId}?lang=en`, page(HTML))
    assert.deepEqual([answer.status, answer.json.field], [400, 'lang'])
  })

  for (const path of ['/v1/parse', '/v1/parse/']) {
    for (const [body, sent] of Object.entries({ page: page(HTML), nothing: { method: 'POST' } })) {
      test(`at ${path} with ${body}, because the path names no parser`, async () => {
        const answer = await service.call(path, sent)
        assert.deepEqual([answer.status, answer.json.field], [400, 'parserId'], answer.text)
        assert.ok(answer.json.hint)
      })
    }
  }
})

describe('a parse is refused', () => {
  const bodies: [string, { headers?: Record<string, string>; body?: string }][] = [
    ['JSON', { headers: { 'content-type': 'application/json' }, body: '{"html":"<p>"}' }],
    ['a plain form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'html=x' }],
    ['the bare page', { headers: { 'content-type': 'text/html' }, body: HTML }],
    [
      'a multipart body without a boundary',
      { headers: { 'content-type': 'multipart/form-data' }, body: 'x' },
    ],
    ['no body', {}],
  ]
  for (const [title, sent] of bodies) {
    test(`with 415 for ${title}`, async () => {
      const answer = await service.call(`/v1/parse/${parserId}`, { method: 'POST', ...sent })
      assert.equal(answer.status, 415, answer.text)
      assert.match(answer.json.hint, /-F /)
    })
  }

  test('with 405 for GET, with POST in the `Allow` header', async () => {
    const answer = await service.call(`/v1/parse/${parserId}`)
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
  })

  test('with 404 for an unknown parser', async () => {
    const answer = await service.call('/v1/parse/prs_unknown', page(HTML))
    assert.deepEqual([answer.status, Object.keys(answer.json)], [404, ['error']])
  })

  test('with 422 and the name of a missing required field, free', async () => {
    const strict = await service.parser({
      fields: { offers: { css: '.offer', all: true, fields: { price: { css: 'b', required: true } } } },
    })
    const before = await balance()
    const answer = await service.call(`/v1/parse/${strict}`, page('<p class=offer><b>1</b><p class=offer>'))
    assert.equal(answer.status, 422)
    assert.partialDeepStrictEqual(answer.json, { field: 'offers[1].price', detail: 'required_missing' })
    assert.equal(answer.headers.get('x-credits-used'), '0')
    assert.equal(answer.headers.get('x-credits-remaining'), String(before))
    assert.equal(await balance(), before)
  })
})
