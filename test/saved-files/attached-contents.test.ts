import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { decodeText } from '../../server/pages/charset.ts'
import { readSavedFile } from '../../server/saved-files/read-saved-file.ts'

const entry = (path: string, mimeType: string, content: object) => ({
  pageref: 'page@1',
  request: { url: `https://shop.example${path}` },
  response: { status: 200, content: { mimeType, size: 1, ...content } },
})
const harOf = (entries: object[]) => strToU8(JSON.stringify({ log: { version: '1.2', entries } }))

/**
 * A HAR file as Playwright writes it into a zip archive: each content is a separate file, with texts already decoded.
 */
const HAR = harOf([
  entry('/', 'text/html; charset=shift_jis', { _file: 'aa.html' }),
  entry('/api', 'application/json', { _file: 'bb.json' }),
  entry('/style.css', 'text/css', { _file: 'cc.css' }),
  entry('/lost', 'application/json', { _file: '../secret.json' }),
])
const FILES = {
  'aa.html': strToU8('<link rel="stylesheet" href="style.css"><h1>日本</h1>'),
  'bb.json': strToU8('{"items":[1]}'),
  'cc.css': strToU8('h1 { color: red }'),
}

describe('a HAR file whose contents are in separate files', () => {
  for (const folder of ['', 'visit/'])
    test(`is read from an archive${folder && ', in a folder as well'}`, async () => {
      const inFolder = Object.entries({ 'har.har': HAR, ...FILES }).map(([name, file]) => [
        folder + name,
        file,
      ])
      const zip = zipSync({ ...Object.fromEntries(inFolder), 'secret.json': strToU8('{"secret":1}') })
      const { pages } = await readSavedFile(zip)
      assert.deepEqual(
        pages.map(({ name }) => name),
        [`${folder}har.har`, 'secret.json'].sort(),
      )
      const page = pages.find(({ url }) => url === 'https://shop.example/')!
      assert.match(decodeText(page.bytes, page.contentType), /日本/)
      const { answers } = page
      assert.deepEqual(
        answers.filter(({ contentType }) => /json/.test(contentType)).map(({ url }) => url),
        ['https://shop.example/api'],
      )
      const looks = (await page.looks?.()) ?? []
      assert.deepEqual(
        looks.map(({ url }) => url),
        ['https://shop.example/style.css'],
      )
    })

  test('without these files is refused with an error that says so', async () => {
    await assert.rejects(readSavedFile(HAR), {
      message: 'The contents of the HAR file are in files beside it.',
    })
  })

  test('is refused when a page in it is too large, and read without other contents that are', async () => {
    const zip = zipSync({ 'har.har': HAR, ...FILES, 'bb.json': new Uint8Array(17_000_000).fill(32) })
    await assert.rejects(readSavedFile(zip), { message: /page in the file is larger/ })
    const video = harOf([
      entry('/', 'text/html', { _file: 'aa.html' }),
      entry('/film', 'video/mp4', { _file: 'film.mp4' }),
    ])
    const { pages } = await readSavedFile(
      zipSync({ 'har.har': video, ...FILES, 'film.mp4': new Uint8Array(17_000_000) }),
    )
    assert.equal(pages.filter(({ url }) => url === 'https://shop.example/').length, 1)
  })
})
