import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../../server/base/errors.ts'
import { videositeChannel } from '../../../../server/prebuilt/videosite/channel/channel.ts'
import { aboutToken } from '../../../../server/prebuilt/videosite/channel/plan.ts'
import { loaded } from '../../support/loaded.ts'
import { scriptedBrowse } from '../../support/scripted-browse.ts'
import { type ScriptedAnswer, scriptedUpstream } from '../../support/scripted-upstream.ts'
import { ageGate, alert, failure } from '../refusals.ts'
import * as pages from './channel-pages.ts'

const api = await loaded(videositeChannel)

const page = { body: pages.pageHeader }
const about = { body: pages.aboutAnswer }
const resolvedAnswer = (id: unknown) => ({ body: { endpoint: { browseEndpoint: { browseId: id } } } })
const BLOCKED: ScriptedAnswer = { status: 429, body: '<html></html>' }

const NEW = pages.ID.replace('tide', 'tied')

/** What the plan requested from each endpoint, and the sources it found. */
async function plan(handle: string, ...answers: ScriptedAnswer[]) {
  const { upstream, asked } = scriptedUpstream(...answers)
  const payloads = await api.plan({ handle }, upstream)
  const questions = asked.map(({ url, json }) => {
    const { context, ...fields } = (json ?? {}) as Record<string, unknown>
    return [new URL(url).pathname.replace('/youtubei/v1/', ''), fields]
  })
  return {
    asked,
    questions,
    sources: payloads.map(({ source }) => source),
    channel: api.read(payloads),
  }
}

describe('the requests for a channel', () => {
  test('by id are for the page and its About panel', async () => {
    const { questions, sources, channel } = await plan(pages.ID, page, about)
    assert.deepEqual(questions, [
      ['browse', { browseId: pages.ID, params: 'EgZ2aWRlb3PyBgQKAjoA' }],
      ['browse', { continuation: 'about%3Dtoken' }],
    ])
    assert.deepEqual(sources, ['browse', 'about'])
    assert.equal(channel.metrics.view_count, 19_304_881)
  })

  test('are in English, like those of the desktop page', async () => {
    const { asked } = await plan(pages.ID, page, about)
    assert.equal(asked[0]!.method, 'POST')
    assert.partialDeepStrictEqual(asked[0]!.json, {
      context: { client: { clientName: 'WEB', hl: 'en', gl: 'US' } },
    })
    assert.equal(asked[0]!.headers?.['x-youtube-client-name'], '1')
  })

  test('by name begin by resolving the id', async () => {
    const { questions } = await plan('@潮', resolvedAnswer(pages.ID), page, about)
    assert.deepEqual(questions[0], ['navigation/resolve_url', { url: 'https://www.youtube.com/@%E6%BD%AE' }])
    assert.equal(questions.length, 3)
  })

  test('follow one redirect of the name and one of the page', async () => {
    const elsewhere = { body: { endpoint: { urlEndpoint: { url: 'https://www.youtube.com/@new' } } } }
    const merged = {
      body: {
        onResponseReceivedActions: [{ navigateAction: { endpoint: { browseEndpoint: { browseId: NEW } } } }],
      },
    }
    const { questions } = await plan('/c/old', elsewhere, resolvedAnswer(pages.ID), merged, page, about)
    assert.deepEqual(questions[1]![1], { url: 'https://www.youtube.com/@new' })
    assert.partialDeepStrictEqual(questions[3]![1], { browseId: NEW })
  })

  test('use a generated token for the About panel when the page has none', async () => {
    const { questions } = await plan(pages.ID, { body: pages.tabbedHeader }, about)
    assert.deepEqual(questions[1]![1], { continuation: aboutToken(pages.ID) })
  })

  test('tolerate a failing About panel', async () => {
    const failures: ScriptedAnswer[] = [
      BLOCKED,
      { status: 500, body: {} },
      { body: 'prose' },
      new AppError('timeout', 'Too slow.'),
    ]
    for (const failure of failures) {
      const { sources, channel } = await plan(pages.ID, page, failure)
      assert.deepEqual(sources, ['browse'])
      assert.deepEqual(channel.about, { joined_date: null, country: null })
    }
    const { sources } = await plan(
      pages.ID,
      { body: pages.tabbedHeader },
      { status: 400, body: failure(400, 'INVALID_ARGUMENT') },
    )
    assert.deepEqual(sources, ['browse'], 'a token of our own may be refused')
  })

  test('continue with the HTML page when the data calls are refused', async () => {
    const fullAnswer = { body: pages.html({ ...pages.pageHeader, ...pages.aboutAnswer }) }
    const { asked, sources, channel } = await plan('@tidepool', BLOCKED, fullAnswer)
    assert.deepEqual(
      [asked[1]!.method ?? 'GET', new URL(asked[1]!.url).pathname],
      ['GET', '/@tidepool/about'],
    )
    assert.deepEqual(sources, ['page'])
    assert.equal(channel.metrics.view_count, 19_304_881)
  })
})

describe('the browser source of a channel', () => {
  const planInBrowser = async (page: string) => {
    const { browse, opened } = scriptedBrowse({ page })
    const { upstream } = scriptedUpstream(BLOCKED, BLOCKED)
    const payloads = await api.plan({ handle: pages.ID }, { ...upstream, browse })
    return { opened, payloads }
  }

  test('reads the page that is refused otherwise', async () => {
    const { opened, payloads } = await planInBrowser(
      pages.html({ ...pages.pageHeader, ...pages.aboutAnswer }),
    )
    const { pathname, searchParams } = new URL(opened[0]!.url)
    assert.equal(pathname, `/channel/${pages.ID}/about`)
    assert.deepEqual(Object.fromEntries(searchParams), { hl: 'en', gl: 'US', ucbcb: '1' })
    assert.equal(payloads[0]!.source, 'browser')
    assert.equal(api.read(payloads).metrics.view_count, 19_304_881)
  })

  test('is blocked when it meets a captcha', async () => {
    await assert.rejects(planInBrowser('<html><script src="/recaptcha/api.js"></script></html>'), {
      code: 'blocked',
    })
  })
})

describe('a call for a channel fails', () => {
  const failsWith = (code: string, handle: string, ...answers: ScriptedAnswer[]) =>
    assert.rejects(api.plan({ handle }, scriptedUpstream(...answers).upstream), {
      name: 'AppError',
      code,
    })

  test('with the error that the platform reports, without trying further sources', async () => {
    await failsWith('not_found', '@tidepool', { status: 404, body: failure(404, 'NOT_FOUND') })
    await failsWith('not_found', '@tidepool', resolvedAnswer('FEwhat_to_watch'))
    await failsWith('not_found', pages.ID, { status: 400, body: failure(400, 'INVALID_ARGUMENT') })
    await failsWith('unavailable', pages.ID, {
      body: alert({ simpleText: 'This account has been terminated.' }),
    })
    await failsWith('unavailable', pages.ID, { body: ageGate })
    await failsWith('not_found', pages.ID, page, { status: 404, body: failure(404, 'NOT_FOUND') })
  })

  test('as `blocked` if any source was blocked, otherwise with the first reason', async () => {
    const unknown = { body: '<html></html>' }
    await failsWith('blocked', pages.ID, BLOCKED, unknown)
    await failsWith('blocked', '@tidepool', { body: {} }, BLOCKED)
    await failsWith('upstream_status', pages.ID, { status: 502, body: '' }, unknown)
    await failsWith('timeout', pages.ID, new AppError('timeout', 'Too slow.'), unknown)
  })

  test('at once when it is cancelled or the handle is invalid', async () => {
    await failsWith('cancelled', pages.ID, page, new AppError('cancelled', 'Gone.'))
    await failsWith('invalid_input', 'tide pool')
  })
})
