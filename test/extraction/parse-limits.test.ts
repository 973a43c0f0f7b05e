import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { type RawAnswer, startRequest } from './support/raw-http.ts'
import { CLOSING, MULTIPART, page, partHead, upload } from './support/upload.ts'

const MB = 1_048_576
const MAX_PAGE_BYTES = 16_777_216
const HTML = '<h1>Kettle</h1>'
const HEAD = partHead({ name: 'html', fileName: 'page.html', type: 'text/html' })

/** A page of exactly this many bytes. */
function pageOf(bytes: number): Uint8Array {
  const content = Buffer.alloc(bytes, ' ')
  content.write(HTML)
  return content
}

const chunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

let service: TestApp
let parserId: string
before(async () => {
  service = await startTestApp()
  parserId = await service.parser({ fields: { title: 'h1' } })
})
after(() => service.stop())

function start(head: string[], path = `/v1/parse/${parserId}`) {
  const key = `X-API-Key: ${service.key}`
  return startRequest(service.url + path, [key, `Content-Type: ${MULTIPART}`, ...head])
}

function isTooLarge({ status, json }: Pick<RawAnswer, 'status' | 'json'>, field = 'html') {
  assert.equal(status, 413)
  assert.deepEqual(Object.keys(json), ['error', 'field', 'detail', 'hint'])
  assert.partialDeepStrictEqual(json, { field, detail: 'too_large' })
}

describe('a page', () => {
  test('of 16,777,216 bytes is parsed', async () => {
    const answer = await service.call(`/v1/parse/${parserId}`, page(pageOf(MAX_PAGE_BYTES)))
    assert.deepEqual([answer.status, answer.json], [200, { title: 'Kettle' }])
  })

  test('of one byte more is refused with 413, free', async () => {
    const before = await service.call('/v1/credits')
    isTooLarge(await service.call(`/v1/parse/${parserId}`, page(pageOf(MAX_PAGE_BYTES + 1))))
    assert.deepEqual((await service.call('/v1/credits')).json, before.json)
  })

  for (const [bytes, status] of [
    [MAX_PAGE_BYTES, 200],
    [MAX_PAGE_BYTES + 1, 413],
  ] as const) {
    test(`of ${bytes} bytes sent without a Content-Length is answered with ${status}`, async () => {
      const client = start(['Transfer-Encoding: chunked'])
      for (const piece of [HEAD, pageOf(bytes), `\r\n${CLOSING}`])
        await client.write(chunk(Buffer.from(piece)))
      await client.write('0\r\n\r\n')
      const answer = await client.answer
      client.close()
      if (status === 200) assert.deepEqual(answer.json, { title: 'Kettle' })
      else isTooLarge(answer)
    })
  }

  test('that is too large is also refused as the `html` of a parser test', async () => {
    const json = { html: 'x'.repeat(MAX_PAGE_BYTES + 1) }
    isTooLarge(await service.call(`/v1/parsers/${parserId}/test`, { json }))
  })
})

describe('a client that keeps sending after its upload was refused', () => {
  for (const framing of ['Content-Length: 50000000', 'Transfer-Encoding: chunked']) {
    test(`still receives the whole answer (${framing})`, async () => {
      const client = start([framing])
      const framed = framing.startsWith('T') ? chunk : (bytes: Uint8Array) => bytes
      const block = Buffer.alloc(MB, 'x')
      await client.write(framed(Buffer.from(HEAD)))
      for (let sent = 0; sent < 40; sent++) assert.ok(await client.write(framed(block)), `after ${sent} MB`)
      isTooLarge(await client.answer)
      client.close()
    })
  }

  test('receives the answer before its upload has ended', async () => {
    const client = start(['Transfer-Encoding: chunked'])
    await client.write(chunk(Buffer.from(HEAD)))
    await client.write(chunk(pageOf(MAX_PAGE_BYTES + 1)))
    isTooLarge(await client.answer)
    client.close()
  })
})

describe('a body over 64 MB', () => {
  test('is refused by its Content-Length before any of it is sent', async () => {
    const client = start([`Content-Length: ${64 * MB + 1}`])
    isTooLarge(await client.answer)
    client.close()
  })

  test('is not refused by its Content-Length when that is exactly 64 MB', async () => {
    const client = start([`Content-Length: ${64 * MB}`])
    await client.write(HEAD)
    const first = await Promise.race([client.answer, service.call('/health')])
    assert.equal(first.status, 200, 'another call is answered, this one waits for its body')
    client.close()
  })

  test('is refused while it streams, whatever part its bytes belong to', async () => {
    const client = start(['Transfer-Encoding: chunked'])
    const block = chunk(Buffer.alloc(MB, 'x'))
    await client.write(chunk(Buffer.from(partHead({ name: 'unknown' }))))
    for (let sent = 0; sent < 65; sent++) await client.write(block)
    isTooLarge(await client.answer)
    client.close()
  })

  test('is refused when the saved pages in it are too large together', async () => {
    const parts = Array.from({ length: 5 }, () => ({
      name: 'page',
      content: pageOf(13 * MB),
      fileName: 'a.html',
    }))
    const answer = await service.call('/v1/extract/videosite-channel', upload(...parts))
    isTooLarge(answer, 'page')
  })
})

test('a single saved page over 16 MB is refused', async () => {
  const part = { name: 'page', content: pageOf(MAX_PAGE_BYTES + 1), fileName: 'a.html' }
  isTooLarge(await service.call('/v1/extract/videosite-channel', upload(part)), 'page')
})
