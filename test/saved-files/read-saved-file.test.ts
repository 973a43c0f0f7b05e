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
import { type SavedVisit, savePage, serveShop } from './save-page.ts'

const textOf = ({ bytes, contentType }: Pick<SavedPage, 'bytes' | 'contentType'>) =>
  decodeText(bytes, contentType)
const itemsOf = (page: SavedPage) => load(textOf(page))('li').get().length
const namesIn = ({ answers }: SavedPage) =>
  answers
    .filter(({ contentType }) => contentType.includes('json'))
    .flatMap(answer => JSON.parse(textOf(answer)).items.map(({ name }: { name: string }) => name))

describe('a visit saved by a browser', () => {
  let site: LocalSite
  let visit: SavedVisit
  before(async () => {
    site = await startLocalSite()
    serveShop(site)
    visit = await savePage(site, '/shop')
  })
  after(() => site.close())

  test('as MHTML has the page as it was shown, without its frames', async () => {
    const { format, pages } = await readSavedFile(visit.mhtml)
    assert.deepEqual([format, pages.length], ['mhtml', 1])
    const [page] = pages
    assert.equal(page!.url, `${site.url}/shop`)
    assert.equal(load(textOf(page!))('h1').text(), 'Käse & Brot')
    assert.equal(itemsOf(page!), 50)
  })

  test('as HAR has the page as it was received, and the data that it fetched', async () => {
    const { format, pages } = await readSavedFile(visit.har)
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

  test('in a zip archive with others has one page per file, sorted by name', async () => {
    const zip = zipSync({
      'b.mhtml': visit.mhtml,
      'a 10.html': strToU8('<h1>Ten</h1>'),
      'a 9.html': strToU8('<h1>Nine</h1>'),
      'shop_files/frame.html': strToU8('<h1>Not this one</h1>'),
      'visit.har': visit.har,
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

describe('an HTML file', () => {
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
    test(`has the address in the comment written by ${by}`, async () => {
      const { format, pages } = await readSavedFile(Buffer.from(html))
      assert.deepEqual([format, pages[0]!.url], ['page', 'https://shop.example/kettle?a=1'])
    })

  test('has no address where the comment names a file or a script', async () => {
    for (const address of ['file:///home/me/kettle.html', 'javascript:alert(1)']) {
      const html = `<html><!--\n Page saved with SingleFile \n url: ${address} \n--><h1>Kettle</h1>`
      assert.equal((await readSavedFile(Buffer.from(html))).pages[0]!.url, null)
    }
  })

  test('keeps its type and bytes, and has no address without such a comment', async () => {
    const [page] = (
      await readSavedFile(Buffer.from('<h1>K\xe4se</h1>', 'latin1'), 'text/html; charset=latin1')
    ).pages
    assert.deepEqual([page!.url, textOf(page!)], [null, '<h1>Käse</h1>'])
  })

  test('is not mistaken for another format that its text mentions', async () => {
    for (const text of ['From: a\n\n<h1>x</h1>', '{"log": []}', '<p>WARC/1.0</p>', 'Subject: x'])
      assert.equal((await readSavedFile(Buffer.from(text))).format, 'page')
  })
})

describe('a saved file', () => {
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
  for (const [what, bytes, charset, text] of FILES)
    test(`is decoded with the charset that the sender names, unless it names one itself: ${what}`, async () => {
      const { pages } = await readSavedFile(bytes, `text/html; charset=${charset}`)
      assert.equal(load(textOf(pages[0]!))('h1').text(), text)
    })
})

test('an MHTML file whose header fields are folded has the whole addresses', async () => {
  const part = (type: string, address: string, content: string) =>
    `--b\r\nContent-Type: ${type}\r\nContent-Location:\r\n ${address}\r\n\r\n${content}\r\n`
  const file = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n${part('text/html', 'https://shop.example/very/\r\n long', '<p>x')}${part('text/css', 'https://shop.example/\r\n\ta.css', 'p{}')}--b--\r\n`
  const { pages } = await readSavedFile(Buffer.from(file))
  const looks = await pages[0]!.looks!()
  assert.deepEqual(
    [pages[0]!.url, looks.map(({ url }) => url)],
    ['https://shop.example/very/long', ['https://shop.example/a.css']],
  )
})

describe('a WARC file', () => {
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
    const serialized: Uint8Array[] = []
    for (const record of records) serialized.push(await WARCSerializer.serialize(record, { gzip }))
    return Buffer.concat(serialized)
  }
  for (const gzip of [false, true])
    test(`${gzip ? 'with gzip ' : ''}has its pages, each with the data that followed it`, async () => {
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

  test('in a zip archive or a WACZ file is read whether it is gzipped or not', async () => {
    const about = strToU8('{}')
    const files = { 'data.warc.gz': await archive(true), 'more.warc': await archive(false) }
    const wacz = { 'archive/data.warc.gz': files['data.warc.gz'], 'datapackage.json': about }
    for (const [entries, count] of [
      [files, 4],
      [wacz, 2],
    ] as const) {
      const { pages } = await readSavedFile(zipSync(entries))
      assert.equal(pages.filter(({ url }) => url?.startsWith('https://shop.example/')).length, count)
      assert.equal(pages.length, count)
    }
  })
})
