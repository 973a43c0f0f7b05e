import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { load } from 'cheerio'
import { strToU8, zipSync } from 'fflate'
import { WARCRecord, WARCSerializer } from 'warcio'
import { decodeText } from '../../server/pages/charset.ts'
import { readSavedFile } from '../../server/saved-files/read-saved-file.ts'
import type { SavedPage } from '../../server/saved-files/saved-file.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { type Saved, savePage, serveShop } from './save-page.ts'

const textOf = ({ bytes, contentType }: Pick<SavedPage, 'bytes' | 'contentType'>) =>
  decodeText(bytes, contentType)
const itemsOf = (page: SavedPage) => load(textOf(page))('li').get().length
const namesIn = ({ answers }: SavedPage) =>
  answers
    .filter(({ contentType }) => contentType.includes('json'))
    .flatMap(answer => JSON.parse(textOf(answer)).items.map(({ name }: { name: string }) => name))

const failure = (code: string, message: RegExp) => (error: Error & { code?: string }) => {
  assert.equal(error.code, code)
  assert.match(error.message, message)
  return true
}

describe('a visit that a browser saved', () => {
  let site: LocalSite
  let saved: Saved
  before(async () => {
    site = await startLocalSite()
    serveShop(site)
    saved = await savePage(site, '/shop')
  })
  after(() => site.close())

  test('as MHTML is the page as it stood, without its frames', async () => {
    const { format, pages } = await readSavedFile(saved.mhtml)
    assert.deepEqual([format, pages.length], ['mhtml', 1])
    const [page] = pages
    assert.equal(page!.url, `${site.url}/shop`)
    assert.equal(load(textOf(page!))('h1').text(), 'Käse & Brot')
    assert.equal(itemsOf(page!), 50)
  })

  test('as HAR is the page as it came, and what it fetched', async () => {
    const { format, pages } = await readSavedFile(saved.har)
    assert.deepEqual([format, pages.length], ['har', 1])
    const [page] = pages
    assert.equal(page!.url, `${site.url}/shop`)
    assert.match(textOf(page!), /Käse &amp; Brot/)
    assert.equal(itemsOf(page!), 0)
    assert.deepEqual(
      namesIn(page!),
      Array.from({ length: 50 }, (_, at) => `Käse ${at}`),
    )
  })

  test('with others in a zip is one page each, in the order of their names', async () => {
    const zip = zipSync({
      'b.mhtml': saved.mhtml,
      'a 10.html': strToU8('<h1>Ten</h1>'),
      'a 9.html': strToU8('<h1>Nine</h1>'),
      'shop_files/frame.html': strToU8('<h1>Not this one</h1>'),
      'visit.har': saved.har,
      'notes.txt': strToU8('nothing'),
      '__MACOSX/._b.html': strToU8('nothing'),
    })
    const { format, pages } = await readSavedFile(zip)
    assert.equal(format, 'zip')
    assert.deepEqual(
      pages.map(page => [page.name, load(textOf(page))('h1').text()]),
      [
        ['a 9.html', 'Nine'],
        ['a 10.html', 'Ten'],
        ['b.mhtml', 'Käse & Brot'],
        ['visit.har', 'Käse & Brot'],
      ],
    )
  })
})

describe('a page of HTML', () => {
  const NOTED: [by: string, html: string][] = [
    [
      'SingleFile',
      '<!DOCTYPE html> <html><!--\n Page saved with SingleFile \n url: https://shop.example/kettle?a=1 \n saved date: Mon Nov 02 2026\n--><h1>Kettle</h1>',
    ],
    [
      'a browser',
      '<!DOCTYPE html>\n<!-- saved from url=(0032)https://shop.example/kettle?a=1 -->\n<h1>Kettle</h1>',
    ],
  ]
  for (const [by, html] of NOTED)
    test(`tells its address in the note of ${by}`, async () => {
      const { format, pages } = await readSavedFile(Buffer.from(html))
      assert.deepEqual([format, pages[0]!.url], ['page', 'https://shop.example/kettle?a=1'])
    })

  test('keeps its type and bytes, and names no address where it has none', async () => {
    const [page] = (
      await readSavedFile(Buffer.from('<h1>K\xe4se</h1>', 'latin1'), 'text/html; charset=latin1')
    ).pages
    assert.deepEqual([page!.url, textOf(page!)], [null, '<h1>Käse</h1>'])
  })

  test('is no other file because it speaks of one', async () => {
    for (const text of ['From: a\n\n<h1>x</h1>', '{"log": []}', '<p>WARC/1.0</p>', 'Subject: x'])
      assert.equal((await readSavedFile(Buffer.from(text))).format, 'page')
  })
})

describe('a file whose pages do not say their charset', () => {
  const cyrillic = Buffer.from('<h1>\xd6\xe5\xed\xe0</h1>', 'latin1')
  const mhtml = (charset: string) =>
    Buffer.concat([
      Buffer.from(
        `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`,
      ),
      cyrillic,
      Buffer.from('\r\n--b--\r\n'),
    ])
  const FILES: [what: string, bytes: Uint8Array, named: string, text: string][] = [
    ['a page', cyrillic, 'windows-1251', 'Цена'],
    ['a page in gzip', gzipSync(cyrillic), 'windows-1251', 'Цена'],
    ['MHTML', mhtml(''), 'windows-1251', 'Цена'],
    ['MHTML that says it', mhtml('; charset=windows-1251'), 'windows-1252', 'Цена'],
    ['a zip', zipSync({ 'a.html': cyrillic }), 'windows-1251', 'Цена'],
    ['MHTML in a zip', zipSync({ 'a.mht': mhtml('') }), 'windows-1251', 'Цена'],
  ]
  for (const [what, bytes, named, text] of FILES)
    test(`is read by that which the sender names: ${what}`, async () => {
      const { pages } = await readSavedFile(bytes, `text/html; charset=${named}`)
      assert.equal(load(textOf(pages[0]!))('h1').text(), text)
    })
})

describe('a web archive', () => {
  const response = (
    url: string,
    type: string,
    body: Uint8Array,
    more: Record<string, string> = {},
    status = '200 OK',
  ) =>
    WARCRecord.create(
      {
        url,
        type: 'response',
        warcVersion: 'WARC/1.1',
        date: '2026-11-02T00:00:00Z',
        statusline: `HTTP/1.1 ${status}`,
        httpHeaders: { 'Content-Type': type, ...more },
      },
      [body],
    )
  const archive = async (gzip: boolean) => {
    const records = [
      WARCRecord.createWARCInfo({ filename: 'shop.warc', warcVersion: 'WARC/1.1' }, { software: 'test' }),
      response('https://shop.example/', 'text/html; charset=utf-8', gzipSync('<h1>Käse</h1>'), {
        'Content-Encoding': 'gzip',
      }),
      response('https://shop.example/api', 'application/json', Buffer.from('{"items":[{"name":"one"}]}')),
      response('https://shop.example/gone', 'text/html', Buffer.from('<h1>Gone</h1>'), {}, '404 Not Found'),
      response(
        'https://shop.example/2',
        'text/html',
        Buffer.from('5\r\n<h1>T\r\n8\r\nwo</h1> \r\n0\r\n\r\n'),
        {
          'Transfer-Encoding': 'chunked',
        },
      ),
    ]
    const written: Uint8Array[] = []
    for (const record of records) written.push(await WARCSerializer.serialize(record, { gzip }))
    return Buffer.concat(written)
  }
  for (const gzip of [false, true])
    test(`${gzip ? 'with gzip ' : ''}gives its pages with what followed each`, async () => {
      const { format, pages } = await readSavedFile(await archive(gzip))
      assert.equal(format, 'warc')
      assert.deepEqual(
        pages.map(page => [page.url, load(textOf(page))('h1').text(), namesIn(page)]),
        [
          ['https://shop.example/', 'Käse', ['one']],
          ['https://shop.example/2', 'Two', []],
        ],
      )
    })
})

describe('a web archive that is damaged', () => {
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

  test('is refused where it is cut off in what a record holds', async () => {
    const whole = Buffer.concat([page, page])
    const body = whole.length - '<h1>Kettle</h1>\r\n\r\n'.length
    for (let length = body; length < whole.length - 4; length++)
      await assert.rejects(
        readSavedFile(whole.subarray(0, length)),
        failure('invalid_input', /WARC file cannot be read/),
      )
  })

  test('is read without what it has beside its pages and cannot be unpacked', async () => {
    const picture = record('https://shop.example/a.png', 'image/png', Buffer.from('raw'), PACKED)
    const { pages } = await readSavedFile(Buffer.concat([page, picture]))
    assert.deepEqual(
      pages.map(({ url }) => url),
      ['https://shop.example/'],
    )
    assert.deepEqual(await pages[0]!.looks!(), [])
  })

  test('is refused where that is a page', async () => {
    const broken = record('https://shop.example/b', 'text/html', Buffer.from('raw'), PACKED)
    await assert.rejects(
      readSavedFile(Buffer.concat([page, broken])),
      failure('invalid_input', /WARC file cannot be read/),
    )
  })

  test('is refused where it unpacks to too much', async () => {
    const bomb = gzipSync(new Uint8Array(70_000_000))
    await assert.rejects(
      readSavedFile(record('https://shop.example/b', 'text/html', bomb, PACKED)),
      failure('body_too_large', /larger than 64 MB/),
    )
  })
})

describe('a file that cannot be read', () => {
  const HAR = (entries: unknown) => Buffer.from(JSON.stringify({ log: { entries } }))
  const entry = (text: string, more = {}) => ({
    request: { url: 'https://a.example/' },
    response: { status: 200, content: { mimeType: 'text/html', text, ...more } },
  })
  const REFUSED: [what: string, bytes: Uint8Array, code: string, message: RegExp][] = [
    [
      'a HAR file that is cut off',
      Buffer.from('{"log": {"entries": [{'),
      'invalid_input',
      /HAR file cannot be read/,
    ],
    ['a HAR file without pages', HAR([{}, 1, null, entry('')]), 'invalid_input', /HAR file holds no page/],
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
      'gzip that unpacks to too much',
      gzipSync(new Uint8Array(70_000_000)),
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

  test('names in an archive that objects have of their own are names like others', async () => {
    const zip = zipSync({
      'constructor.html': strToU8('<h1>One</h1>'),
      '__proto__/a.html': strToU8('<h1>Two</h1>'),
    })
    const { pages } = await readSavedFile(zip)
    assert.deepEqual(pages.map(({ name }) => name).sort(), ['__proto__/a.html', 'constructor.html'])
  })
})
