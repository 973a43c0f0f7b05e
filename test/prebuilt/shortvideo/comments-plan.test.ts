import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import { shortvideoComments } from '../../../server/prebuilt/shortvideo/comments.ts'
import { loaded } from '../support/loaded.ts'
import { type BrowserScript, scriptedBrowse } from '../support/scripted-browse.ts'
import { type ScriptedAnswer, scriptedUpstream } from '../support/scripted-upstream.ts'
import * as pages from './pages.ts'

const api = await loaded(shortvideoComments)

const ID = pages.VIDEO_ID
const list = (cids: string[], cursor: number, hasMore: number): ScriptedAnswer => ({
  body: pages.commentList(
    cids.map(cid => pages.comment(cid)),
    cursor,
    hasMore,
  ),
})
const none = list([], 0, 0)
const withheld: ScriptedAnswer = { body: '' }
const video = (page: unknown): ScriptedAnswer => ({ body: pages.html(page) })

/** What the plan requested, and what was read from the answers. */
async function plan(input: object, ...answers: ScriptedAnswer[]) {
  const { upstream, asked } = scriptedUpstream(...answers)
  const parsed = api.input.parse(input)
  const payloads = await api.plan(parsed, upstream)
  const questions = asked.map(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    return [pathname, ...['aweme_id', 'cursor', 'count'].map(name => searchParams.get(name)).filter(Boolean)]
  })
  return { asked, questions, payloads, result: api.read(payloads, parsed), notice: api.notice?.(payloads) }
}

describe('the requests for comments', () => {
  test('are for one page of the list', async () => {
    const { asked, questions, result, payloads } = await plan({ video_id: ID }, list(['1', '2'], 20, 1))
    assert.deepEqual(questions, [['/api/comment/list/', ID, '0', '20']])
    assert.match(asked[0]!.url, /aid=1988&app_name=tiktok_web/)
    assert.equal(payloads[0]!.source, 'comments')
    assert.deepEqual(result.pagination, { cursor: 20, has_more: true })
  })

  test('continue at the given cursor', async () => {
    const { questions } = await plan({ video_id: ID, cursor: 40, count: 5 }, list(['1'], 45, 1))
    assert.deepEqual(questions, [['/api/comment/list/', ID, '40', '5']])
  })

  test('are for two pages when more comments are wanted than the platform gives at once', async () => {
    const { questions, result } = await plan(
      { url: `/@tide/video/${ID}`, count: 41 },
      list(['1', '2'], 21, 1),
      list(['2', '3'], 41, 1),
    )
    assert.deepEqual(
      questions.map(question => question.slice(2)),
      [
        ['0', '21'],
        ['21', '20'],
      ],
    )
    assert.deepEqual(
      result.comments.map(({ id }) => id),
      ['1', '2', '3'],
    )
    assert.deepEqual(result.pagination, { cursor: 41, has_more: true })
  })

  test('end after one page when it is the last, or when the second is refused', async () => {
    const last = await plan({ video_id: ID, count: 50 }, list(['1'], 25, 0))
    assert.deepEqual([last.questions.length, last.result.pagination], [1, { cursor: 25, has_more: false }])
    const refused = await plan({ video_id: ID, count: 50 }, list(['1'], 25, 1), withheld)
    assert.deepEqual(refused.result.pagination, { cursor: 25, has_more: true })
  })

  test('resolve a short link first', async () => {
    const end = `https://www.tiktok.com/@tide/video/${ID}?_r=1`
    const { questions } = await plan(
      { url: 'https://vt.tiktok.com/ZSabc/' },
      { url: end, body: '' },
      list(['1'], 20, 1),
    )
    assert.deepEqual(questions, [['/ZSabc/'], ['/api/comment/list/', ID, '0', '20']])
  })

  test('include the page of the video when the first page of the list is empty', async () => {
    const open = await plan({ video_id: ID }, none, video(pages.openVideo()))
    assert.deepEqual(open.questions[1], [`/@_/video/${ID}`])
    assert.deepEqual(open.result, { comments: [], pagination: { cursor: 0, has_more: false } })
    assert.equal(open.notice, undefined)
    const closed = await plan({ video_id: ID }, none, video(pages.closedVideo))
    assert.deepEqual([closed.result.comments, closed.notice], [[], 'comments_disabled'])
    const unknown = await plan({ video_id: ID }, none, withheld)
    assert.deepEqual(unknown.result.comments, [])
    const later = await plan({ video_id: ID, cursor: 240 }, none)
    assert.equal(later.questions.length, 1, 'a later page may well be empty')
  })

  test('include the page of the video when the list is refused', async () => {
    const closed = await plan({ video_id: ID }, withheld, video(pages.closedVideo))
    assert.deepEqual(closed.result, { comments: [], pagination: { cursor: null, has_more: false } })
    assert.equal(closed.notice, 'comments_disabled')
  })
})

describe('the browser source of comments', () => {
  const open = pages.html(pages.openVideo())
  const page = (cid: string) => pages.commentList([pages.comment(cid)], 20, 1)

  async function planInBrowser(input: object, script: BrowserScript) {
    const { browse, opened } = scriptedBrowse(script)
    const { upstream } = scriptedUpstream(withheld, withheld)
    const parsed = api.input.parse({ video_id: ID, ...input })
    const payloads = await api.plan(parsed, { ...upstream, browse })
    return { opened, result: api.read(payloads, parsed), notice: api.notice?.(payloads) }
  }

  test("requests the list from inside the page, with at most the platform's page size", async () => {
    const { opened, result } = await planInBrowser(
      { cursor: 40, count: 50 },
      { page: open, asked: [page('1')] },
    )
    assert.deepEqual(
      result.comments.map(({ id }) => id),
      ['1'],
    )
    const { pathname, searchParams } = new URL(opened[0]!.ask![0]!.url)
    assert.deepEqual(
      [pathname, searchParams.get('cursor'), searchParams.get('count')],
      ['/api/comment/list/', '40', '20'],
    )
    assert.equal(opened[0]!.keep, undefined)
  })

  test('distinguishes a video without comments from a refusal', async () => {
    const none = pages.commentList(null, 0, 0)
    const empty = await planInBrowser({}, { page: open, asked: [none] })
    assert.deepEqual([empty.result.comments, empty.notice], [[], undefined])
    const closed = await planInBrowser({}, { page: pages.html(pages.closedVideo), asked: [''] })
    assert.deepEqual([closed.result.comments, closed.notice], [[], 'comments_disabled'])
    await assert.rejects(planInBrowser({}, { page: open, asked: [''] }), { code: 'blocked' })
  })

  test('reports what the page says about its video', async () => {
    const removedVideo = pages.html(pages.videoPage({ statusCode: 10204 }))
    await assert.rejects(planInBrowser({}, { page: removedVideo, asked: [''] }), { code: 'not_found' })
  })
})

describe('a call for comments fails', () => {
  const failsWith = (code: string, input: object, ...answers: ScriptedAnswer[]) =>
    assert.rejects(api.plan({ count: 20, ...input }, scriptedUpstream(...answers).upstream), {
      name: 'AppError',
      code,
    })

  test('as `blocked` when the list is withheld and the page of the video gives no reason', async () => {
    await failsWith('blocked', { video_id: ID }, withheld, withheld)
    await failsWith('blocked', { video_id: ID }, withheld, video(pages.openVideo()))
    await failsWith('blocked', { video_id: ID }, withheld, video(pages.scope({})))
    await failsWith('blocked', { video_id: ID }, { body: { status_code: 10000, verify_event: {} } }, withheld)
    await failsWith(
      'blocked',
      { video_id: ID },
      { status: 403, body: 'no' },
      new AppError('timeout', 'Slow.'),
    )
  })

  test('with the error that the page of the video reports', async () => {
    for (const [statusCode, code] of [
      [10204, 'not_found'],
      [10216, 'private'],
      [10231, 'unavailable'],
    ] as const)
      for (const first of [withheld, none])
        await failsWith(code, { video_id: ID }, first, video(pages.videoPage({ statusCode })))
  })

  test('when a short link leads to no video', async () => {
    await failsWith(
      'not_found',
      { url: '/t/ZTabc' },
      { url: 'https://www.tiktok.com/', body: '<html></html>' },
    )
  })

  test('when a short link is refused', async () => {
    await failsWith('blocked', { url: '/t/ZTabc' }, { status: 403, body: '<html></html>' })
  })

  test('when a short link leads to an account, and says so', async () => {
    const { upstream } = scriptedUpstream({ url: 'https://www.tiktok.com/@tide?_t=1', body: '<html></html>' })
    const input = api.input.parse({ url: '/t/ZTabc' })
    await assert.rejects(api.plan(input, upstream), { code: 'invalid_input', message: /leads to an account/ })
  })

  test('at once when it is cancelled or names no video', async () => {
    await failsWith('cancelled', { video_id: ID }, new AppError('cancelled', 'Gone.'))
    await failsWith('invalid_input', { url: 'tide' })
  })
})
