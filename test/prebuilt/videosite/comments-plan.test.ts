import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import { videositeComments } from '../../../server/prebuilt/videosite/comments/comments.ts'
import { commentsToken } from '../../../server/prebuilt/videosite/comments/plan.ts'
import { loaded } from '../support/loaded.ts'
import { type BrowserScript, scriptedBrowse } from '../support/scripted-browse.ts'
import { type ScriptedAnswer, scriptedUpstream } from '../support/scripted-upstream.ts'
import * as pages from './comments-pages.ts'
import { failure } from './refusals.ts'
import * as watch from './watch-pages.ts'

const api = await loaded(videositeComments)

const OWN_TOKEN = { continuation: commentsToken(pages.VIDEO) }
const WATCH = { videoId: pages.VIDEO, contentCheckOk: true, racyCheckOk: true }
const BLOCKED: ScriptedAnswer = { status: 429, body: '<html></html>' }
const INCOMPLETE: ScriptedAnswer = { body: { responseContext: {} } }
const REFUSED: ScriptedAnswer = { status: 400, body: failure(400, 'INVALID_ARGUMENT') }

const first: ScriptedAnswer = { body: pages.firstPage }
const page: ScriptedAnswer = { body: watch.watchPage }
const empty: ScriptedAnswer = { body: { onResponseReceivedEndpoints: [pages.append([])] } }

/** What the plan requested, in order, and what it found. */
async function plan(continuation: string | undefined, ...answers: ScriptedAnswer[]) {
  const { upstream, asked } = scriptedUpstream(...answers)
  const input = { url: `https://youtu.be/${pages.VIDEO}`, ...(continuation && { continuation }) }
  const payloads = await api.plan(input, upstream)
  const questions = asked.map(({ json }) => {
    const { context: _, ...fields } = json as Record<string, unknown>
    return fields
  })
  return { payloads, questions, asked }
}

describe('the requests for the first comments', () => {
  test('are one request, with a generated token', async () => {
    const { questions, asked } = await plan(undefined, first)
    assert.deepEqual(questions, [OWN_TOKEN])
    assert.equal(new URL(asked[0]!.url).pathname, '/youtubei/v1/next')
    assert.partialDeepStrictEqual(asked[0]!.json, { context: { client: { clientName: 'WEB', hl: 'en' } } })
  })

  test('continue with the watch page and its token when that gives nothing', async () => {
    for (const nothing of [empty, INCOMPLETE, BLOCKED, REFUSED, new AppError('timeout', 'Too slow.')]) {
      const { questions, payloads } = await plan(undefined, nothing, page, first)
      assert.deepEqual(questions, [OWN_TOKEN, WATCH, { continuation: 'first-comments%3D' }])
      assert.equal(api.read(payloads).comments.length, 2)
    }
  })

  test('also find the token in the panel beside the video', async () => {
    const { questions } = await plan(undefined, empty, { body: watch.watchPageWithPanel }, first)
    assert.deepEqual(questions[2], { continuation: 'in-panel%3D' })
  })

  test('end with a notice when the watch page says that comments are turned off', async () => {
    const { payloads } = await plan(undefined, empty, { body: watch.turnedOff })
    assert.equal(api.notice?.(payloads), 'comments_disabled')
  })

  test('distinguish a video without comments from one with comments turned off', async () => {
    const { payloads } = await plan(undefined, empty, page, empty)
    assert.deepEqual(api.read(payloads).comments, [])
    assert.equal(api.notice?.(payloads), undefined)
  })
})

describe('the request for a later page', () => {
  test('sends the token as it was given', async () => {
    assert.deepEqual((await plan(pages.NEXT, first)).questions, [{ continuation: pages.NEXT }])
  })

  test('encodes a token that was decoded on its way', async () => {
    const decoded = decodeURIComponent(pages.NEXT)
    assert.deepEqual((await plan(decoded, first)).questions, [{ continuation: pages.NEXT }])
  })

  test('is repeated up to twice when the answer lacks its list', async () => {
    const { questions } = await plan(pages.NEXT, INCOMPLETE, INCOMPLETE, first)
    assert.equal(questions.length, 3)
    await assert.rejects(plan(pages.NEXT, INCOMPLETE, INCOMPLETE, INCOMPLETE), { code: 'changed' })
  })

  test('is a 400 that names the field when the platform refuses the token', async () => {
    await assert.rejects(
      plan(pages.NEXT, REFUSED),
      ({ code, facts }) => code === 'invalid_input' && facts.field === 'continuation' && Boolean(facts.hint),
    )
  })
})

describe('the browser source of comments', () => {
  async function planInBrowser(continuation: string | undefined, script: BrowserScript) {
    const { browse, opened } = scriptedBrowse(script)
    const { upstream } = scriptedUpstream(BLOCKED, BLOCKED)
    const input = { video_id: pages.VIDEO, ...(continuation && { continuation }) }
    const payloads = await api.plan(input, { ...upstream, browse })
    return { opened, page: api.read(payloads), notice: api.notice?.(payloads) }
  }
  const stateOf = (state: unknown) => `<script>var ytInitialData = ${JSON.stringify(state)};</script>`

  test('reads the comments that the page of the video requests when it is scrolled', async () => {
    const refusal = { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }
    const { opened, page: found } = await planInBrowser(undefined, {
      page: stateOf(watch.watchPage),
      kept: [refusal, pages.firstPage],
    })
    assert.equal(found.comments.length, 2)
    assert.deepEqual([opened[0]!.scroll, opened[0]!.ask], [true, undefined])
    assert.ok(opened[0]!.keep!(new URL('https://videosite.example/youtubei/v1/next?a=1')))
  })

  test('reports that comments are turned off', async () => {
    assert.equal(
      (await planInBrowser(undefined, { page: stateOf(watch.turnedOff) })).notice,
      'comments_disabled',
    )
  })

  test('requests a later page from inside the page', async () => {
    const { opened, page: found } = await planInBrowser(pages.NEXT, {
      page: stateOf(watch.watchPage),
      asked: [pages.firstPage],
    })
    assert.equal(found.comments.length, 2)
    assert.partialDeepStrictEqual(opened[0]!.ask![0]!.json, { continuation: pages.NEXT })
  })

  test('is blocked when its page gets no answer either', async () => {
    for (const continuation of [undefined, pages.NEXT])
      await assert.rejects(planInBrowser(continuation, { page: stateOf(watch.watchPage) }), {
        code: 'blocked',
      })
  })
})

describe('a call for the comments of a video fails', () => {
  test('with the error of the watch page, or as `blocked` or `cancelled`', async () => {
    const assertFails = (code: string, ...answers: ScriptedAnswer[]) =>
      assert.rejects(plan(undefined, ...answers), { name: 'AppError', code })
    await assertFails('blocked', BLOCKED, BLOCKED)
    await assertFails('blocked', INCOMPLETE, BLOCKED)
    await assertFails('blocked', BLOCKED, { status: 503, body: '' })
    await assertFails('not_found', BLOCKED, { body: watch.noVideo('Not there') })
    await assertFails('blocked', empty, page, BLOCKED)
    await assertFails('cancelled', new AppError('cancelled', 'Gone.'))
  })
})
