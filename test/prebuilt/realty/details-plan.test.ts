import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import { realtyDetails } from '../../../server/prebuilt/realty/details.ts'
import { loaded } from '../support/loaded.ts'
import { type BrowserScript, scriptedBrowse } from '../support/scripted-browse.ts'
import { type ScriptedAnswer, scriptedUpstream } from '../support/scripted-upstream.ts'
import * as pages from './pages.ts'

const api = await loaded(realtyDetails)

const ORIGIN = 'https://www.zillow.com'

describe('the request for a home', () => {
  test('opens its page with the headers of a browser', async () => {
    const { upstream, asked } = scriptedUpstream({ body: pages.page(pages.home) })
    const payloads = await api.plan({ url: ` ${ORIGIN}${pages.PATH}?x=1` }, upstream)
    assert.deepEqual(
      asked.map(({ url }) => url),
      [ORIGIN + pages.PATH],
    )
    assert.partialDeepStrictEqual(asked[0]!.headers, {
      'sec-fetch-mode': 'navigate',
      'accept-language': 'en-US,en;q=0.9',
    })
    assert.deepEqual(new Set(payloads.map(({ source }) => source)), new Set(['page']))
    assert.equal(api.read(payloads).zpid, '10000001')
  })

  test('accepts the home that the platform finds for an address', async () => {
    const found = { url: ORIGIN + pages.PATH, body: pages.page(pages.home) }
    const payloads = await api.plan({ url: '/homes/12-Tidepool-Ln_rb/' }, scriptedUpstream(found).upstream)
    assert.equal(api.read(payloads).zpid, '10000001')
  })

  for (const [status, code] of [
    [404, 'not_found'],
    [451, 'unavailable'],
    [500, 'upstream_status'],
    [200, 'blocked'],
  ] as const)
    test(`fails as ${code} for a status of ${status} with an empty body`, async () => {
      const { upstream } = scriptedUpstream({ status, body: '' })
      await assert.rejects(async () => api.plan({ url: '10000001' }, upstream), { code })
    })

  test('reads a home from an answer with any status', async () => {
    const { upstream } = scriptedUpstream({ status: 403, body: pages.page(pages.home) })
    assert.equal(api.read(await api.plan({ url: '10000001' }, upstream)).price, 685_000)
  })
})

describe('the browser source of a home', () => {
  const { zpid, priceHistory } = pages.home
  const late = { data: { property: { zpid, priceHistory, taxHistory: [] } } }

  async function planInBrowser(answer: ScriptedAnswer, script: BrowserScript) {
    const { upstream } = scriptedUpstream(answer)
    const { browse, opened } = scriptedBrowse(script)
    const payloads = await api.plan({ url: pages.PATH }, { ...upstream, browse })
    return {
      opened,
      sources: [...new Set(payloads.map(({ source }) => source))],
      home: api.read(payloads, { url: pages.PATH }),
    }
  }

  test('is not opened when the page has all the data', async () => {
    const { opened } = await planInBrowser({ body: pages.page(pages.home) }, { page: '' })
    assert.deepEqual(opened, [])
  })

  test('adds the histories that the page loads later', async () => {
    const page = pages.page(pages.briefHome)
    const { opened, sources, home } = await planInBrowser({ body: page }, { page, kept: [{}, late] })
    assert.deepEqual(sources, ['page', 'browser'])
    assert.deepEqual([home.price, home.price_history.length], [685_000, 2])
    assert.equal(opened[0]!.url, ORIGIN + pages.PATH)
    assert.ok(opened[0]!.keep!(new URL(`${ORIGIN}/graphql/?zpid=1`)))
  })

  test('passes the bot wall in front of the page', async () => {
    const { sources, home } = await planInBrowser(
      { status: 403, body: pages.DENIED },
      {
        page: pages.page(pages.home),
      },
    )
    assert.deepEqual([sources, home.zpid], [['browser'], '10000001'])
  })

  test('that meets the bot wall too leaves a home without histories, or ends as `blocked`', async () => {
    const wall = { page: pages.DENIED }
    const { sources, home } = await planInBrowser({ body: pages.page(pages.briefHome) }, wall)
    assert.deepEqual([sources, home.price_history], [['page'], []])
    await assert.rejects(planInBrowser({ status: 403, body: pages.DENIED }, wall), { code: 'blocked' })
  })
})

describe('a call for a home fails', () => {
  async function failsWith(code: string, answer: ScriptedAnswer, url = pages.PATH) {
    const call = async () => api.read(await api.plan({ url }, scriptedUpstream(answer).upstream))
    await assert.rejects(call, { name: 'AppError', code })
  }

  test('as `blocked` when the platform shows a bot wall, refuses or answers nothing, whatever the status', async () => {
    for (const status of [200, 403]) await failsWith('blocked', { status, body: pages.DENIED })
    await failsWith('blocked', { status: 403, body: '<html></html>' })
    await failsWith('blocked', { status: 429, body: '<html></html>' })
    await failsWith('blocked', { body: '' })
    await failsWith('blocked', {
      body: '<html><script src="https://captcha-delivery.example"></script></html>',
    })
    await failsWith('blocked', { url: `${ORIGIN}/user/login?x=1`, body: '<html></html>' })
  })

  test('as `not_found` when the platform says so or redirects to a search', async () => {
    await failsWith('not_found', { body: pages.SEARCH })
    await failsWith('not_found', { url: `${ORIGIN}/homes/`, body: '<html></html>' })
    await failsWith('not_found', { url: `${ORIGIN}/cannon-beach-or/`, body: pages.page(null) })
    await failsWith('not_found', { status: 404, body: '<html></html>' })
  })

  test('as `changed` when the page contains no home', async () => {
    await failsWith('changed', { body: pages.page(null) })
    await failsWith('changed', { body: '<html></html>' })
    const moved = { url: `${ORIGIN}/homedetails/10000001_zpid/`, body: '<html></html>' }
    await failsWith('changed', moved)
  })

  test('as `upstream_status`, or with the error that kept the page from being fetched', async () => {
    await failsWith('upstream_status', { status: 503, body: '<html></html>' })
    await failsWith('timeout', new AppError('timeout', 'Too slow.'))
    await failsWith('invalid_input', { body: '' }, '12 Tidepool Ln')
  })

  test('as `blocked` with a hint at the API for saved pages', async () => {
    const { upstream } = scriptedUpstream({ status: 403, body: pages.DENIED })
    await assert.rejects(api.plan({ url: pages.PATH }, upstream), (error: AppError) =>
      /POST \/v1\/extract\//.test(error.facts.hint ?? ''),
    )
  })
})
