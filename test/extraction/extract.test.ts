import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as pages from '../prebuilt/videosite/channel/channel-pages.ts'
import { ageGate, alert, failure } from '../prebuilt/videosite/refusals.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { CHANNEL } from './support/platform.ts'
import { type Part, upload } from './support/upload.ts'

const PATH = '/v1/extract/videosite-channel'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const savedPart = (content: unknown): Part => ({
  name: 'page',
  content: typeof content === 'string' ? content : JSON.stringify(content),
  fileName: 'saved',
})

const extract = (...parts: Part[]) => service.call(PATH, upload(...parts))

const entry = (text: string, mimeType: string) => ({ response: { content: { text, mimeType } } })
const har = (...entries: object[]) => ({ log: { version: '1.2', entries } })

const header = savedPart(pages.pageHeader)
const about = savedPart(pages.aboutAnswer)
const wholePage = savedPart(pages.html({ ...pages.pageHeader, ...pages.aboutAnswer }))

describe('an extraction from saved pages', () => {
  const uploads: [string, Part[]][] = [
    ['one page of HTML', [wholePage]],
    ['the JSON of a page and of its panel', [header, about]],
    ['the same in the other order', [about, header]],
    ['HTML beside JSON', [savedPart(pages.html(pages.pageHeader)), about]],
    ['a HAR file', [savedPart(har(entry(pages.html(pages.pageHeader), 'text/html'), entry(JSON.stringify(pages.aboutAnswer), 'application/json')))]],
    ['a page among others that hold nothing', [savedPart('{}'), header, savedPart('<p>words</p>'), about]],
    ['eight parts', [header, about, ...Array<Part>(6).fill(savedPart('{}'))]],
    ['a part without file name or type', [{ name: 'page', content: wholePage.content }]],
    ['parameters of the API beside the page', [wholePage, { name: 'handle', content: '@tidepool' }]],
    ['a page in UTF-16', [{ ...wholePage, content: Buffer.from(`\ufeff${wholePage.content}`, 'utf16le') }]],
  ] // biome-ignore format: a table
  for (const [title, parts] of uploads) {
    test(`accepts ${title}`, async () => {
      const answer = await extract(...parts)
      assert.equal(answer.status, 200, answer.text)
      assert.partialDeepStrictEqual(answer.json, CHANNEL)
    })
  }

  test('reports its source, its cost and the remaining credits', async () => {
    const { creditBalance } = (await service.call('/v1/credits')).json
    const answer = await extract(wholePage)
    assert.equal(answer.headers.get('x-source'), 'saved')
    assert.equal(answer.headers.get('x-credits-used'), '1')
    assert.equal(answer.headers.get('x-credits-remaining'), String(creditBalance - 1))
  })
})

describe('an extraction is refused with 400', () => {
  const refused: [string, Part[], field: string][] = [
    ['without a page', [], 'page'],
    ['with parameters alone', [{ name: 'handle', content: '@tidepool' }], 'page'],
    ['with an empty page', [savedPart('')], 'page'],
    ['with an empty page among others', [wholePage, savedPart('')], 'page'],
    ['with nine pages', Array<Part>(9).fill(header), 'page'],
    ['with bytes that are not text', [{ name: 'page', content: Buffer.from([1, 0, 2]) }], 'page'],
    ['with an unknown part', [wholePage, { name: 'lang', content: 'en' }], 'lang'],
    ['with a parameter twice', [wholePage, { name: 'handle', content: '@a' }, { name: 'handle', content: '@b' }], 'handle'],
    ['with a parameter that is not valid', [wholePage, { name: 'handle', content: 'a b' }], 'handle'],
  ] // biome-ignore format: a table
  for (const [title, parts, field] of refused) {
    test(title, async () => {
      const answer = await extract(...parts)
      assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
      assert.ok(answer.json.hint)
    })
  }
})

describe('saved pages that hold no data', () => {
  const meanings: [string, unknown, status: number, detail: string][] = [
    ['tell that nothing is there', failure(404, 'NOT_FOUND'), 404, 'not_found'],
    ['tell that it was removed', pages.html(alert({ simpleText: 'This account has been terminated.' })), 404, 'unavailable'],
    ['tell that it is private', pages.html(alert({ simpleText: 'This channel is private.' })), 404, 'private'],
    ['ask for an age', pages.html(ageGate), 404, 'unavailable'],
    ['are a captcha', '<html><div class="g-recaptcha"></div></html>', 502, 'blocked'],
    ['are something else', '<html><p>Something else</p></html>', 502, 'changed'],
    ['are JSON of something else', { a: 1 }, 502, 'changed'],
    ['are an empty HAR file', har(), 502, 'changed'],
  ] // biome-ignore format: a table
  for (const [title, page, status, detail] of meanings) {
    test(`${title}: ${status} ${detail}, free`, async () => {
      const answer = await extract(savedPart(page))
      assert.deepEqual([answer.status, answer.json.detail], [status, detail], answer.text)
      assert.ok(answer.json.error && answer.json.hint)
      assert.equal(answer.headers.get('x-credits-used'), '0')
    })
  }

  test('are not reported as kept', async () => {
    const { hint } = (await extract(savedPart('<p>Something else</p>'))).json
    assert.doesNotMatch(hint, /is kept/)
  })
})

describe('the path of an extraction', () => {
  for (const path of ['/v1/extract/unknown', '/v1/extract/videosite', '/v1/extract/videosite-channel/x']) {
    test(`${path} is a 404`, async () => {
      const answer = await service.call(path, upload(wholePage))
      assert.equal(answer.status, 404)
      assert.ok(answer.json.error)
    })
  }

  test('refuses JSON with 415', async () => {
    assert.equal((await service.call(PATH, { json: { page: wholePage.content } })).status, 415)
  })
})
