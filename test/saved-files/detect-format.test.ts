import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { WARCRecord, WARCSerializer } from 'warcio'
import { decodeText } from '../../server/pages/charset.ts'
import { readSavedFile } from '../../server/saved-files/read-saved-file.ts'
import type { SavedPage } from '../../server/saved-files/saved-file.ts'

const textOf = ({ bytes, contentType }: SavedPage) => decodeText(bytes, contentType)

describe('JSON with a field `log`', () => {
  const LOGS = ['{"level": "info"}', '{"version": "2", "lines": []}', '{"entries": [{"message": "hi"}]}']
  for (const log of LOGS)
    test(`is read as a page when it is no HAR file: ${log}`, async () => {
      const json = `{"log": ${log}, "title": "Kettle"}`
      const { pages } = await readSavedFile(Buffer.from(json), 'application/json')
      assert.deepEqual(
        [pages.length, textOf(pages[0]!), pages[0]!.contentType],
        [1, json, 'application/json'],
      )
    })
})

describe('a HAR file', () => {
  const har = (...types: string[]) => {
    const entries = types.map((mimeType, at) => ({
      request: { url: `https://a.example/${at}` },
      response: { status: 200, content: { mimeType, text: '<a/>' } },
    }))
    return Buffer.from(JSON.stringify({ log: { entries } }))
  }

  test('has its XML documents as pages when it has no HTML', async () => {
    const { pages } = await readSavedFile(har('application/rss+xml', 'text/xml', 'image/svg+xml'))
    assert.deepEqual(
      pages.map(({ url }) => url),
      ['https://a.example/0', 'https://a.example/1'],
    )
    assert.equal((await readSavedFile(har('text/html', 'text/xml'))).pages.length, 1)
  })
})

describe('a group of a HAR file', () => {
  test('has the document that the file marks as its page, even if other HTML came before it', async () => {
    const entry = (path: string, _resourceType: string) => ({
      pageref: 'page_1',
      _resourceType,
      request: { url: `https://a.example/${path}` },
      response: { status: 200, content: { mimeType: 'text/html', text: '<a/>' } },
    })
    const entries = [entry('part', 'fetch'), entry('', 'document'), entry('frame', 'other')]
    const { pages } = await readSavedFile(Buffer.from(JSON.stringify({ log: { entries } })))
    assert.deepEqual(
      pages.map(({ url, answers }) => [url, answers.map(answer => answer.url)]),
      [['https://a.example/', ['https://a.example/part', 'https://a.example/frame']]],
    )
  })
})

describe('a WARC file', () => {
  test("with resources saved without a server's answer has their pages", async () => {
    const resource = (url: string, type: string, body: string) =>
      WARCSerializer.serialize(
        WARCRecord.create(
          { url, type: 'resource', date: '2026-11-02T00:00:00Z', warcHeaders: { 'Content-Type': type } },
          [Buffer.from(body)],
        ),
        { gzip: true },
      )
    const { pages } = await readSavedFile(
      Buffer.concat([
        await resource('https://a.example/', 'text/html; charset=utf-8', '<h1>Käse</h1>'),
        await resource('https://a.example/data', 'application/json', '{}'),
        await resource('metadata://a.example/log', 'text/html', '<p>log</p>'),
      ]),
    )
    assert.deepEqual(
      pages.map(page => [page.url, textOf(page), page.answers.map(({ url }) => url)]),
      [['https://a.example/', '<h1>Käse</h1>', ['https://a.example/data']]],
    )
  })
})

describe('a page in a HAR file with status 304', () => {
  test("has the text from the browser's cache", async () => {
    const entry = (url: string, text?: string) => ({
      request: { url },
      response: { status: 304, content: { mimeType: 'text/html', ...(text && { text }) } },
    })
    const entries = [entry('https://a.example/', '<h1>Tea</h1>'), entry('https://a.example/lost')]
    const { pages } = await readSavedFile(Buffer.from(JSON.stringify({ log: { entries } })))
    assert.deepEqual(
      pages.map(page => [page.url, textOf(page)]),
      [['https://a.example/', '<h1>Tea</h1>']],
    )
  })
})

describe('a file in MHTML format', () => {
  const body =
    '\r\n--b\r\nContent-Type: text/html\r\nContent-Location: https://a.example/\r\n\r\n<h1>Tea</h1>\r\n--b--\r\n'
  const HEADS: [what: string, head: string][] = [
    [
      'whose first field goes on in the next line',
      'Content-Type:\r\n multipart/related;\r\n\tboundary="b"\r\n',
    ],
    [
      'that begins with empty lines',
      '\r\n\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n',
    ],
    [
      'with a first field of its program',
      'X-Saved-By: a\r\n b\r\nContent-Type: multipart/related; boundary=b\r\n',
    ],
  ]
  for (const [what, head] of HEADS)
    test(`${what} is recognized`, async () => {
      const { format, pages } = await readSavedFile(Buffer.from(head + body))
      assert.deepEqual(
        [format, pages[0]!.url, textOf(pages[0]!)],
        ['mhtml', 'https://a.example/', '<h1>Tea</h1>'],
      )
    })
})

describe('a MIME message', () => {
  const part = 'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable'
  const html = '<h1>K=C3=BCche =3D =\r\nroom</h1>'
  const MESSAGES: Record<string, string> = {
    'a page without pictures': `From: <Saved by Internet Explorer>\r\nMIME-Version: 1.0\r\n${part}\r\nContent-Location: https://a.example/\r\n\r\n${html}`,
    'a mail': `From: a@a.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nRoom\r\n--b\r\n${part}\r\n\r\n${html}\r\n--b--\r\n`,
    'a mail with pictures and files': `From: a@a.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n${part}\r\n\r\n${html}\r\n--b--\r\n--m--\r\n`,
  }
  for (const [what, message] of Object.entries(MESSAGES))
    test(`that is ${what} has its HTML part as page`, async () => {
      const { pages } = await readSavedFile(Buffer.from(message))
      assert.deepEqual(
        pages.map(page => textOf(page).trim()),
        ['<h1>Küche = room</h1>'],
      )
    })

  test('without HTML is refused as having no page', async () => {
    const message =
      'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nTea\r\n--b--\r\n'
    await assert.rejects(readSavedFile(Buffer.from(message)), /holds no page/)
  })
})

describe('a zip archive', () => {
  const page = strToU8('<h1>Tea</h1>')
  const xml = strToU8('<?xml version="1.0"?><a/>')

  test('that is an office document or an e-book is refused', async () => {
    const DOCUMENTS = [
      { '[Content_Types].xml': xml, 'word/document.xml': xml },
      { mimetype: strToU8('application/vnd.oasis.opendocument.text'), 'content.xml': xml },
      { mimetype: strToU8('application/epub+zip'), 'OEBPS/one.xhtml': page },
    ]
    for (const entries of DOCUMENTS)
      await assert.rejects(
        readSavedFile(zipSync(entries)),
        /is a document of an office program, or an e-book/,
      )
  })

  test('by SingleFile has its page without its frames', async () => {
    const savedFile = strToU8(
      '<!DOCTYPE html> <html><!--\n Page saved with SingleFile \n url: https://a.example/ \n--><h1>Tea</h1>',
    )
    const files = {
      'index.html': savedFile,
      'manifest.json': strToU8('{}'),
      'frames/0/index.html': savedFile,
      'frames/0/manifest.json': strToU8('{}'),
    }
    const { pages } = await readSavedFile(zipSync(files))
    assert.deepEqual(
      pages.map(({ name, url }) => [name, url]),
      [['index.html', 'https://a.example/']],
    )
    const others = { 'index.html': page, 'frames/0/index.html': page }
    assert.equal((await readSavedFile(zipSync(others))).pages.length, 2)
  })

  test('inside a self-extracting page by SingleFile is read', async () => {
    const program = Buffer.from(
      '<!DOCTYPE html> <html data-sfz><body hidden><div>Please wait...</div><script>0</script><!--',
    )
    const offset = program.length
    const zip = Buffer.from(zipSync({ 'index.html': page }))
    const end = zip.lastIndexOf('PK\x05\x06')
    const directory = zip.readUInt32LE(end + 16)
    zip.writeUInt32LE(directory + offset, end + 16)
    zip.writeUInt32LE(offset, directory + 42)
    const { format, pages } = await readSavedFile(
      Buffer.concat([program, zip, Buffer.from('--></body></html>')]),
    )
    assert.deepEqual([format, pages.map(textOf)], ['zip', ['<h1>Tea</h1>']])
  })

  test('has the pages that are named after the end of their address', async () => {
    const whole = strToU8('<!-- saved --><!DOCTYPE html><h1>Tea</h1>')
    const { pages } = await readSavedFile(
      zipSync({
        'tea.php': whole,
        'tea.html?page=2': whole,
        'shop/about': whole,
        'script.php': strToU8('<!DOCTYPE html><?php echo 1 ?>'),
        LICENSE: strToU8('Permission is granted'),
        'tea.css': whole,
      }),
    )
    assert.deepEqual(
      pages.map(({ name }) => name),
      ['shop/about', 'tea.html?page=2', 'tea.php'],
    )
  })

  test('with a password is refused with that reason', async () => {
    const locked =
      'UEsDBAoACQAAAHRie10+EBH3GAAAAAwAAAAGAAAAYS5odG1s4QSS4Tc5vweSt2gzRd4RNj79WjfORQx1UEsHCD4QEfcYAAAADAAAAFBLAQIeAwoACQAAAHRie10+EBH3GAAAAAwAAAAGAAAAAAAAAAEAAACkgQAAAABhLmh0bWxQSwUGAAAAAAEAAQA0AAAATAAAAAAA'
    await assert.rejects(readSavedFile(Buffer.from(locked, 'base64')), /is protected by a password/)
  })

  test('with backslashes in its names is read without the files that belong to a page', async () => {
    const { pages } = await readSavedFile(
      zipSync({
        'a\\tea.html': page,
        'a\\tea_files\\frame.html': page,
        '__MACOSX\\a.html': page,
        'a\\.b.html': page,
      }),
    )
    assert.deepEqual(
      pages.map(({ name }) => name),
      ['a\\tea.html'],
    )
  })
})
