import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import * as pages from '../prebuilt/videosite/channel/channel-pages.ts'
import { ageGate, alert, failure } from '../prebuilt/videosite/refusals.ts'
import { withEnoughTime } from '../support/enough-time.ts'
import type { SiteHandler } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { CHANNEL, json, type Platform, reset, startPlatform } from './support/platform.ts'

const PATH = '/v1/videosite-channel'

let platform: Platform
let service: TestApp
before(async () => {
  platform = await startPlatform()
})
// Each test starts its own service, because a service remembers which sources refused.
beforeEach(async () => {
  service = await startTestApp({ videosite_url: platform.url })
})
afterEach(async () => {
  await service.stop()
  reset(platform)
})
after(() => platform.close())

const get = (handle: string) => service.call(`${PATH}?handle=${encodeURIComponent(handle)}`)
const post = (handle: string) => service.call(PATH, { json: { handle } })
const answerWith = (changes: Partial<Platform['answers']>) => Object.assign(platform.answers, changes)

const breakOff: SiteHandler = (_, response) => void response.destroy()
const BLOCKED: SiteHandler = { status: 429, body: '<div class="g-recaptcha"></div>' }

describe('a call for a channel', () => {
  test('answers with the bare data and headers for its sources, cost and remaining credits', async () => {
    const { creditBalance } = (await service.call('/v1/credits')).json
    const answer = await get('@tidepool')
    assert.equal(answer.status, 200, answer.text)
    assert.partialDeepStrictEqual(answer.json, CHANNEL)
    assert.equal(answer.headers.get('x-source'), 'browse, about')
    assert.equal(answer.headers.get('x-credits-used'), '1')
    assert.equal(answer.headers.get('x-credits-remaining'), String(creditBalance - 1))
    assert.deepEqual(platform.asked(), ['resolve', 'page', 'about'])
  })

  const addressWithoutScheme = `${new URL(pages.ADDRESS).host}/@tidepool/videos`
  for (const handle of ['@tidepool', 'tidepool', pages.ID, pages.ADDRESS, addressWithoutScheme]) {
    test(`gives the same answer by GET and by POST for ${handle}`, async () => {
      const [byGet, byPost] = [await get(handle), await post(handle)]
      assert.equal(byGet.status, 200, byGet.text)
      assert.equal(byPost.text, byGet.text)
      for (const header of ['x-source', 'x-credits-used', 'content-type'])
        assert.equal(byPost.headers.get(header), byGet.headers.get(header))
    })
  }

  test('sends each request to the platform once, and skips resolving the handle when given an id', async () => {
    await get(pages.ID)
    assert.deepEqual(platform.asked(), ['page', 'about'])
  })

  test('leaves out the about data when the request for the about panel fails', async () => {
    for (const about of [BLOCKED, json({}, 500)]) {
      answerWith({ about })
      const answer = await get(pages.ID)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.json.about, { joined_date: null, country: null })
      assert.equal(answer.json.metrics.view_count, null)
      assert.equal(answer.headers.get('x-source'), 'browse')
    }
  })

  test('falls back to the HTML page when the data calls are refused', async () => {
    answerWith({ resolve: BLOCKED })
    const answer = await get('@tidepool')
    assert.partialDeepStrictEqual(answer.json, CHANNEL)
    assert.equal(answer.headers.get('x-source'), 'page')
    assert.deepEqual(platform.asked(), ['resolve', 'html'])
  })

  test('follows a redirect on the base address, whatever host the redirect names', async () => {
    answerWith({ page: { status: 307, headers: { location: 'https://elsewhere.example/moved?a=1' } } })
    platform.on('/moved', json(pages.pageHeader))
    const answer = await get(pages.ID)
    assert.partialDeepStrictEqual(answer.json, CHANNEL)
    assert.ok(platform.requests.some(({ path, query }) => path === '/moved' && query.get('a') === '1'))
  })

  test('leaves a trace of its requests', async () => {
    const answer = await service.call(`${PATH}?handle=${pages.ID}&debug=1`)
    const trace = await service.call(`/v1/traces/${answer.headers.get('x-request-id')}`)
    const browse = { method: 'POST', path: '/youtubei/v1/browse', status: 200 }
    assert.deepEqual(trace.json, { requests: [browse, browse] })
  })

  test('is refused with 400, before any request, when its input is invalid', async () => {
    const calls: [Promise<Awaited<ReturnType<typeof get>>>, string][] = [
      [service.call(PATH), 'handle'],
      [service.call(PATH, { json: {} }), 'handle'],
      [get('tide pool'), 'handle'],
      [post('https://shop.example/@tidepool'), 'handle'],
      [service.call(`${PATH}?handle=@tidepool&lang=en`), 'lang'],
      [service.call(PATH, { json: { handle: '@tidepool', lang: 'en' } }), 'lang'],
      [service.call(`${PATH}?handle=@tidepool`, { json: { handle: '@tidepool' } }), 'handle'],
    ]
    for (const [call, field] of calls) {
      const answer = await call
      assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
    }
    assert.deepEqual(platform.asked(), [])
  })
})

describe('a call for a channel that gives no data is free and says why:', () => {
  const failures: [string, Partial<Platform['answers']>, status: number, detail: string][] = [
    ['every way is refused', { page: BLOCKED, html: BLOCKED }, 502, 'blocked'],
    ['empty answers', { page: { body: '' }, html: { body: '' } }, 502, 'blocked'],
    ['a page that nobody knows', { page: json({ header: { newRenderer: {} } }), about: json({}) }, 502, 'changed'],
    ['no such channel', { page: json(failure(404, 'NOT_FOUND'), 404) }, 404, 'not_found'],
    ['removed', { page: json(alert({ simpleText: 'This account has been terminated.' })) }, 404, 'unavailable'],
    ['private', { page: json(alert({ simpleText: 'This channel is private.' })) }, 404, 'private'],
    ['for grown-ups', { page: json(ageGate) }, 404, 'unavailable'],
    ['out of order', { page: json({}, 503), html: { status: 503 } }, 502, 'upstream_status'],
    ['broken off', { page: breakOff, html: breakOff }, 502, 'connection'],
    ['broken off and refused', { page: breakOff, html: BLOCKED }, 502, 'blocked'],
  ] // biome-ignore format: a table
  for (const [title, answers, status, detail] of failures) {
    test(`${title} (${status} ${detail})`, async () => {
      answerWith(answers)
      for (const answer of [await get(pages.ID), await post(pages.ID)]) {
        assert.deepEqual([answer.status, answer.json.detail], [status, detail], answer.text)
        assert.ok(answer.json.error && answer.json.hint)
        assert.equal(answer.headers.get('x-credits-used'), '0')
      }
    })
  }

  test('hints at the API for saved pages when the platform blocks the call', async () => {
    answerWith({ page: BLOCKED, html: BLOCKED })
    assert.match((await get(pages.ID)).json.hint, /POST \/v1\/extract\//)
  })
})

describe('a platform that does not answer in time', () => {
  const hang: SiteHandler = () => undefined
  async function callFor(fetch_timeout_ms: number) {
    const impatientService = await startTestApp({ videosite_url: platform.url, fetch_timeout_ms })
    const answer = await impatientService.call(PATH, { json: { handle: pages.ID } })
    await impatientService.stop()
    return answer
  }

  test('costs only the about data when just the about panel is slow', () =>
    withEnoughTime(400, async ms => {
      answerWith({ about: hang })
      const answer = await callFor(ms)
      if (answer.json.detail === 'timeout') return false
      assert.deepEqual([answer.status, answer.headers.get('x-source')], [200, 'browse'])
      return true
    }))

  test('ends the call as a free `timeout` when every source is slow', async () => {
    answerWith({ page: hang, html: hang })
    const answer = await callFor(400)
    assert.deepEqual([answer.status, answer.json.detail], [502, 'timeout'])
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })
})

test('the base address of a platform is not allowed as a target for scrapes', async () => {
  const id = await service.parser({ fields: { title: 'title' } })
  const answer = await service.call(`/v1/scrape/${id}`, { json: { url: `${platform.url}/@tidepool/about` } })
  assert.deepEqual([answer.status, answer.json.detail], [400, 'target_forbidden'])
  assert.deepEqual(platform.asked(), [])
})
