import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { upload } from './support/upload.ts'

const TITLE = 'Příliš žluťoučký kůň'
const HTML = `<h1>${TITLE}</h1>`

/** The title in two Central European encodings, which differ in ž, ť and š. */
const WINDOWS_1250 = Buffer.from('50f8ed6c699a209e6c759d6f75e86bfd206bf9f2', 'hex')
const ISO_8859_2 = Buffer.from('50f8ed6c69b920be6c75bb6f75e86bfd206bf9f2', 'hex')

const pageWith = (title: Uint8Array, head = '') =>
  Buffer.concat([Buffer.from(`${head}<h1>`), title, Buffer.from('</h1>')])
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
const utf32 = (text: string) =>
  Buffer.concat(
    [...text].map(char => {
      const unit = Buffer.alloc(4)
      unit.writeUInt32LE(char.codePointAt(0)!)
      return unit
    }),
  )

let service: TestApp
let parserId: string
before(async () => {
  service = await startTestApp()
  parserId = await service.parser({ fields: { title: 'h1' } })
})
after(() => service.stop())

const send = (content: Uint8Array, charset?: string) => {
  const page = { name: 'html', content, fileName: 'page.html' }
  const parts = charset === undefined ? [page] : [page, { name: 'charset', content: charset }]
  return service.call(`/v1/parse/${parserId}`, upload(...parts))
}

async function titleOf(content: Uint8Array, charset?: string) {
  const answer = await send(content, charset)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.title
}

describe('an uploaded page is read in the charset', () => {
  const META = '<meta charset="iso-8859-2">'
  const cases: [string, Uint8Array, charset?: string][] = [
    ['of the field `charset`', pageWith(WINDOWS_1250), 'windows-1250'],
    ['of the field `charset`, in capitals', pageWith(WINDOWS_1250), 'WINDOWS-1250'],
    ['of the field `charset` rather than of its meta element', pageWith(WINDOWS_1250, META), 'cp1250'],
    ['of its meta element', pageWith(ISO_8859_2, META)],
    ['of its meta element in the older form', pageWith(ISO_8859_2, '<meta http-equiv="content-type" content="text/html; charset=latin2">')],
    ['of a meta element behind a long style', pageWith(ISO_8859_2, `<style>${'a{}'.repeat(2_000)}</style>${META}`)],
    ['UTF-8 where it names none', Buffer.from(HTML)],
    ['of the byte order mark of UTF-8, whatever the field says', Buffer.from(`\ufeff${HTML}`), 'windows-1250'],
    ['of the byte order mark of UTF-16', Buffer.from(`\ufeff${HTML}`, 'utf16le')],
    ['of the byte order mark of UTF-16 in the other order', bigEndian(`\ufeff${HTML}`)],
    ['of the byte order mark of UTF-32', utf32(`\ufeff${HTML}`)],
  ] // biome-ignore format: a table
  for (const [title, content, type] of cases)
    test(title, async () => assert.equal(await titleOf(content, type), TITLE))

  test('windows-1252 when it names none and is not valid UTF-8', async () => {
    assert.equal(await titleOf(pageWith(Buffer.from('636166e92099', 'hex'))), 'café ™')
  })
})

test('an unknown charset is refused with 400', async () => {
  const { status, json } = await send(Buffer.from(HTML), 'klingon')
  assert.deepEqual([status, json.field, json.hint], [400, 'charset', 'For example: windows-1251.'])
})

describe('an uploaded page without a file name', () => {
  const sendPart = (content: Uint8Array, type?: string) =>
    service.call(`/v1/parse/${parserId}`, upload({ name: 'html', content, ...(type && { type }) }))
  const titleOfPart = async (content: Uint8Array, type?: string) => (await sendPart(content, type)).json.title
  test('keeps its bytes, so its charset is detected as usual', async () => {
    assert.equal(await titleOfPart(Buffer.from(HTML)), TITLE)
    assert.equal(await titleOfPart(pageWith(ISO_8859_2, '<meta charset="iso-8859-2">'), 'text/html'), TITLE)
  })
  test('may declare UTF-8 in its Content-Type', async () => {
    assert.equal(await titleOfPart(Buffer.from(HTML), 'text/html; charset=utf-8'), TITLE)
  })
  test('is refused with 415 when its Content-Type declares another charset', async () => {
    const { status, json } = await sendPart(pageWith(WINDOWS_1250), 'text/html; charset=windows-1250')
    assert.deepEqual([status, json.field], [415, 'html'])
    assert.match(json.hint, /`charset`/)
  })
})

test('the `charset` field is also checked for saved pages of a prebuilt API', async () => {
  const parts = [
    { name: 'page', content: Buffer.from('<p>'), fileName: 'a.html' },
    { name: 'charset', content: 'klingon' },
  ]
  const { status, json } = await service.call('/v1/extract/videosite-channel', upload(...parts))
  assert.deepEqual([status, json.field], [400, 'charset'])
})

test('a byte order mark does not become part of the text', async () => {
  assert.equal(await titleOf(Buffer.from('\ufeff<h1>a</h1>')), 'a')
  const parserId = await service.parser({ fields: { all: 'body' } })
  const answer = await service.call(
    `/v1/parse/${parserId}`,
    upload({ name: 'html', content: Buffer.from('\ufeffwords') }),
  )
  assert.equal(answer.json.all, 'words')
})
