import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { readSavedFile } from '../../server/saved-files/read-saved-file.ts'

const failure = (code: string, message: RegExp) => (error: Error & { code?: string }) => {
  assert.equal(error.code, code)
  assert.match(error.message, message)
  return true
}

describe('a damaged WARC file', () => {
  const record = (url: string, type: string, body: Uint8Array, head = '') => {
    const http = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n${head}\r\n`), body])
    return Buffer.concat([
      Buffer.from(
        `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nContent-Length: ${http.length}\r\n\r\n`,
      ),
      http,
      Buffer.from('\r\n\r\n'),
    ])
  }
  const page = record('https://shop.example/', 'text/html', Buffer.from('<h1>Kettle</h1>'))
  const PACKED = 'Content-Encoding: gzip\r\n'

  test('is refused when it ends inside the content of a record', async () => {
    const bytes = Buffer.concat([page, page])
    const body = bytes.length - '<h1>Kettle</h1>\r\n\r\n'.length
    for (let length = body; length < bytes.length - 4; length++)
      await assert.rejects(
        readSavedFile(bytes.subarray(0, length)),
        failure('invalid_input', /WARC file cannot be read/),
      )
  })

  test('is refused when it ends inside the header of a record', async () => {
    for (const length of [7, 30, 70, page.indexOf('\r\n\r\n') + 3])
      await assert.rejects(
        readSavedFile(Buffer.concat([page, page.subarray(0, length)])),
        failure('invalid_input', /WARC file cannot be read/),
      )
  })

  test('is refused at its first page too many, and before the rest of it is read', async () => {
    const bomb = record('https://shop.example/b', 'text/html', gzipSync(new Uint8Array(70_000_000)), PACKED)
    const pages = Array.from({ length: 1_001 }, () => page)
    await assert.rejects(
      readSavedFile(Buffer.concat([...pages, bomb])),
      failure('invalid_input', /more than 1,000 pages/),
    )
  })

  test('is read without copying the rest of it for each record', async t => {
    const slice = t.mock.method(Uint8Array.prototype, 'slice')
    await readSavedFile(new Uint8Array(Buffer.concat(Array(50).fill(page))))
    const copied = slice.mock.calls.reduce((sum, { result }) => sum + (result?.length ?? 0), 0)
    assert.ok(copied < 10 * page.length, `${copied} bytes`)
  })

  test('is read without a broken resource that is not a page', async () => {
    const picture = record('https://shop.example/a.png', 'image/png', Buffer.from('raw'), PACKED)
    const { pages } = await readSavedFile(Buffer.concat([page, picture]))
    assert.deepEqual(
      pages.map(({ url }) => url),
      ['https://shop.example/'],
    )
    assert.deepEqual(await pages[0]!.looks!(), [])
  })

  test('is read where content is unpacked already, but its header says otherwise', async () => {
    const unpacked = record(
      'https://shop.example/b',
      'text/html',
      Buffer.from('\n<!doctype html><h1>Cup</h1>'),
      PACKED,
    )
    const data = record('https://shop.example/c', 'application/json', Buffer.from('{"a": 1}'), PACKED)
    const { pages } = await readSavedFile(Buffer.concat([page, unpacked, data]))
    assert.deepEqual(
      pages.map(({ bytes, answers }) => [Buffer.from(bytes).toString().trim(), answers.length]),
      [
        ['<h1>Kettle</h1>', 0],
        ['<!doctype html><h1>Cup</h1>', 1],
      ],
    )
  })

  test('is refused when a page in it is broken', async () => {
    const broken = record('https://shop.example/b', 'text/html', Buffer.from('raw'), PACKED)
    await assert.rejects(
      readSavedFile(Buffer.concat([page, broken])),
      failure('invalid_input', /WARC file cannot be read/),
    )
  })

  test('is refused when it is too large once it is unpacked', async () => {
    const bomb = gzipSync(new Uint8Array(70_000_000))
    await assert.rejects(
      readSavedFile(record('https://shop.example/b', 'text/html', bomb, PACKED)),
      failure('body_too_large', /larger than 64 MB/),
    )
  })

  test('is refused when its records are too large together once they are unpacked', async () => {
    const large = record('https://shop.example/b', 'image/png', gzipSync(new Uint8Array(14_000_000)), PACKED)
    await assert.rejects(
      readSavedFile(Buffer.concat([page, ...Array(5).fill(large)])),
      failure('body_too_large', /larger than 64 MB/),
    )
  })
})

describe('reading saved files:', () => {
  const HAR = (entries: unknown) => Buffer.from(JSON.stringify({ log: { entries } }))
  const entry = (text: string, more = {}) => ({
    request: { url: 'https://a.example/' },
    response: { status: 200, content: { mimeType: 'text/html', text, ...more } },
  })
  /** Changes the size that the directory of an archive names for its file. */
  const claiming = (size: number, zip: Uint8Array) => {
    const bytes = Buffer.from(zip)
    bytes.writeUInt32LE(size, bytes.lastIndexOf('PK\x01\x02') + 24)
    return bytes
  }
  const REFUSED: [what: string, bytes: Uint8Array, code: string, message: RegExp][] = [
    [
      'a HAR file that is cut off',
      Buffer.from('{"log": {"entries": [{'),
      'invalid_input',
      /HAR file cannot be read/,
    ],
    ['a HAR file without pages', HAR([{}, 1, null, entry('')]), 'invalid_input', /HAR file holds no page/],
    [
      'a HAR file without the contents of its pages',
      HAR([entry('', { size: 812 }), entry('{}', { mimeType: 'application/json' })]),
      'invalid_input',
      /HAR file was saved without the contents/,
    ],
    [
      'a HAR file of an empty page',
      HAR([entry('', { size: 0 }), entry('{}', { mimeType: 'application/json' })]),
      'invalid_input',
      /HAR file holds no page/,
    ],
    [
      'a HAR file with too many entries',
      HAR(Array(20_001).fill(0)),
      'invalid_input',
      /more than 20,000 entries/,
    ],
    [
      'a HAR file with too many pages',
      HAR(Array.from({ length: 1_001 }, (_, at) => ({ ...entry('<p>'), pageref: `p${at}` }))),
      'invalid_input',
      /more than 1,000 pages/,
    ],
    [
      'an MHTML file without a page',
      Buffer.from(
        'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: image/gif\r\n\r\nx\r\n--b--\r\n',
      ),
      'invalid_input',
      /MHTML file holds no page/,
    ],
    [
      'an MHTML file with too large a head',
      Buffer.from(
        `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
      ),
      'invalid_input',
      /MHTML file cannot be read/,
    ],
    [
      'an MHTML file that is cut off in its page',
      Buffer.from(
        'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<h1>One</h1>\r\n<p>Tw',
      ),
      'invalid_input',
      /MHTML file cannot be read/,
    ],
    [
      'a zip archive that is cut off',
      zipSync({ 'a.html': strToU8('<p>') }).subarray(0, 40),
      'invalid_input',
      /zip archive cannot be read/,
    ],
    [
      'a zip archive without pages',
      zipSync({ 'a.txt': strToU8('x') }),
      'invalid_input',
      /zip archive holds no page/,
    ],
    [
      'a zip archive that unpacks to a page too large',
      zipSync({ 'a.html': new Uint8Array(17_000_000) }),
      'body_too_large',
      /larger than 16 MB/,
    ],
    [
      'a zip archive that unpacks to too much',
      zipSync(
        Object.fromEntries(
          ['a', 'b', 'c', 'd', 'e'].map(name => [`${name}.html`, new Uint8Array(16_000_000)]),
        ),
      ),
      'body_too_large',
      /larger than 64 MB/,
    ],
    [
      'a zip archive whose directory names too small a size for a page',
      claiming(10, zipSync({ 'a.html': new Uint8Array(10_000_000) })),
      'invalid_input',
      /zip archive cannot be read/,
    ],
    [
      'gzip that unpacks to too much',
      gzipSync(new Uint8Array(70_000_000)),
      'body_too_large',
      /larger than 64 MB/,
    ],
    [
      'web archives in a zip archive that unpack to too much',
      zipSync({
        'a.warc.gz': gzipSync(new Uint8Array(40_000_000)),
        'b.warc.gz': gzipSync(new Uint8Array(40_000_000)),
      }),
      'body_too_large',
      /larger than 64 MB/,
    ],
    ['gzip in gzip', gzipSync(gzipSync('<p>')), 'invalid_input', /gzip file cannot be read/],
    [
      'gzip that is cut off',
      gzipSync('<p>text</p>').subarray(0, 15),
      'invalid_input',
      /gzip file cannot be read/,
    ],
    [
      'a web archive without pages',
      Buffer.from('WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n'),
      'invalid_input',
      /WARC file holds no page/,
    ],
  ]
  for (const [what, bytes, code, message] of REFUSED)
    test(`${what} is refused`, async () => {
      await assert.rejects(readSavedFile(bytes), failure(code, message))
    })

  test('entries of a zip archive may have names such as `__proto__` and `constructor`', async () => {
    const zip = zipSync({
      'constructor.html': strToU8('<h1>One</h1>'),
      '__proto__/a.html': strToU8('<h1>Two</h1>'),
    })
    const { pages } = await readSavedFile(zip)
    assert.deepEqual(pages.map(({ name }) => name).sort(), ['__proto__/a.html', 'constructor.html'])
  })
})
