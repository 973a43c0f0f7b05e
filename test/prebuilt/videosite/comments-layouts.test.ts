import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeComments } from '../../../server/prebuilt/videosite/comments/comments.ts'
import { loaded } from '../support/loaded.ts'
import * as pages from './comments-pages.ts'
import { failure } from './refusals.ts'
import * as watch from './watch-pages.ts'

const api = await loaded(videositeComments)

const payloads = (bodies: unknown[]) => bodies.map(body => ({ source: 'saved', body }))
const read = (...bodies: unknown[]) => api.output.parse(api.read(payloads(bodies)))
const noticeOf = (...bodies: unknown[]) => api.notice?.(payloads(bodies))
const page = (...actions: unknown[]) => ({ onResponseReceivedEndpoints: actions })

const author = { author_channel_id: pages.AUTHOR, published_at: '2 days ago (edited)' }
const comment = (id: string) => ({
  id,
  text: `Text of ${id} 🦀\r\nat low tide`,
  author: `@author-${id}`,
  ...author,
})

const EMPTY = { comments: [], pagination: { continuation: null, has_more: false } }

describe('comments in the layout with entities', () => {
  test('keep the order of their threads, without previews of replies', () => {
    assert.deepEqual(read(pages.firstPage), {
      comments: [
        { ...comment('a'), likes: 9800, reply_count: 1204 },
        { ...comment('b'), likes: 0, reply_count: 0 },
      ],
      pagination: { continuation: pages.NEXT, has_more: true },
    })
  })

  test('are read even if an address beside their time is not a text', () => {
    const publishedTimeText = { url: JSON.parse('{"toString": 1}') }
    assert.equal(read({ ...pages.firstPage, publishedTimeText }).comments.length, 2)
  })

  test('that are replies count their answers from a label, where an empty text means none', () => {
    assert.deepEqual(read(pages.repliesPage), {
      comments: [
        { ...comment('a.1'), likes: 52, reply_count: 7 },
        { ...comment('a.2'), likes: 0, reply_count: 0 },
      ],
      pagination: { continuation: pages.NEXT, has_more: true },
    })
  })

  test('are left out when their entity is missing, with a notice, or fail as `changed` when all entities are', () => {
    const { frameworkUpdates } = structuredClone(pages.firstPage)
    frameworkUpdates.entityBatchUpdate.mutations.pop()
    const { comments } = read({ ...pages.firstPage, frameworkUpdates })
    assert.deepEqual(
      comments.map(({ id }) => id),
      ['b'],
    )
    assert.equal(noticeOf({ ...pages.firstPage, frameworkUpdates }), 'comments_missing')
    assert.equal(noticeOf(pages.firstPage), undefined)
    assert.throws(() => read({ ...pages.firstPage, frameworkUpdates: {} }), { code: 'changed' })
  })
})

describe('comments in the layout with renderers', () => {
  test('have exact likes from the label of their button, and 0 for missing counts', () => {
    const { comments, pagination } = read(pages.rendererPage)
    assert.deepEqual(comments[0], {
      id: 'old-a',
      text: 'A crab tidepool.example/...',
      author: 'Mara Lind',
      author_channel_id: pages.AUTHOR,
      likes: 1812,
      reply_count: 12,
      published_at: 'vor 3 Jahren',
    })
    assert.deepEqual(
      comments.map(({ id, likes, reply_count }) => [id, likes, reply_count]),
      [
        ['old-a', 1812, 12],
        ['old-b', 0, 0],
      ],
    )
    assert.deepEqual(pagination, { continuation: null, has_more: false })
  })

  test('fall back to the number that is shown', () => {
    const item = pages.renderer('c', { voteCount: { simpleText: '1.8K' }, replyCount: 'many' })
    const [found] = read(page(pages.append([item]))).comments
    assert.deepEqual([found?.likes, found?.reply_count], [1800, null])
  })

  test('are also read when both layouts are mixed', () => {
    const [head, body] = pages.firstPage.onResponseReceivedEndpoints
    const mixed = {
      ...pages.firstPage,
      onResponseReceivedEndpoints: [head, body, pages.append([pages.renderer('c')])],
    }
    assert.deepEqual(
      read(mixed).comments.map(({ id }) => id),
      ['a', 'b', 'c'],
    )
  })
})

describe('the next page of comments', () => {
  test('is unknown when its continuation has an unknown layout', () => {
    const { pagination } = read(page(pages.append([pages.renderer('c'), pages.more({})])))
    assert.deepEqual(pagination, { continuation: null, has_more: null })
  })

  test('is unknown when it may be in an unknown item', () => {
    const { continuationItemRenderer } = pages.more()
    const items = [pages.renderer('c'), { continuationItemViewModel: continuationItemRenderer }]
    const { pagination } = read(page(pages.append(items)))
    assert.deepEqual(pagination, { continuation: null, has_more: null })
  })
})

describe('a page without comments', () => {
  test('is an empty result when its header counts none', () => {
    for (const count of [{ runs: [{ text: '0' }, { text: ' Comments' }] }, undefined])
      assert.deepEqual(
        read(page(pages.reload(pages.header(count)), { reloadContinuationItemsCommand: {} })),
        EMPTY,
      )
    assert.deepEqual(read(page(pages.append([]))), EMPTY)
    assert.equal(noticeOf(page(pages.append([]))), undefined)
  })

  test('fails as `changed` when its header counts some, or when its list is missing or of another kind', () => {
    const pageWithCount = page(pages.reload(pages.header({ simpleText: '21,051 Comments' })))
    const renamed = page(pages.append([{ commentThreadRendererV2: {} }, pages.more()]))
    for (const body of [
      pageWithCount,
      renamed,
      page(pages.append(undefined)),
      page(pages.append({ items: [] })),
    ])
      assert.throws(() => read(body), { code: 'changed' })
  })

  test('gives a notice when comments are turned off, in any language, or a live chat replaces them', () => {
    for (const body of [watch.turnedOff, watch.liveChat]) {
      assert.deepEqual(read(body), EMPTY)
      assert.equal(noticeOf(body), 'comments_disabled')
    }
  })

  test('gives no notice that comments are turned off when other payloads have some', () => {
    assert.equal(read(watch.turnedOff, pages.firstPage).comments.length, 2)
    assert.equal(noticeOf(watch.turnedOff, pages.firstPage), undefined)
    assert.equal(noticeOf(watch.watchPage), undefined)
  })

  test('fails as `blocked` when it is only a watch page, which loads its comments later', () => {
    for (const body of [watch.watchPage, watch.watchPageWithPanel])
      assert.throws(() => read(body), { code: 'blocked', message: /loaded once a visitor scrolls to them/ })
    assert.throws(() => read(watch.watchPage, { onResponseReceivedEndpoints: [] }), {
      code: 'changed',
      message: /Tried: continuationItems/,
    })
  })

  test("fails with the error that the platform's answer means", () => {
    const refusals: [body: unknown, code: string][] = [
      [watch.noVideo("This video isn't available anymore"), 'not_found'],
      [watch.noVideo('Dieses Video ist nicht mehr verfügbar'), 'not_found'],
      [watch.noVideo('This video is private'), 'private'],
      [failure(429, 'RESOURCE_EXHAUSTED'), 'blocked'],
      ['<div class="g-recaptcha"></div>', 'blocked'],
    ]
    for (const [body, code] of refusals) assert.throws(() => read(body), { code })
  })

  test('fails with the error of the player rather than that of the page', () => {
    const player = { playabilityStatus: { status: 'LOGIN_REQUIRED', reason: 'This video is private' } }
    assert.throws(() => read(watch.noVideo('Not available'), player), { code: 'private' })
  })
})
