import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeComments as api } from '../../../server/prebuilt/videosite/comments/comments.ts'
import * as pages from './comments-pages.ts'
import { failure } from './refusals.ts'
import * as watch from './watch-pages.ts'

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

describe('comments in views of entities', () => {
  test('keep the order of their threads and leave out previews of replies', () => {
    assert.deepEqual(read(pages.firstPage), {
      comments: [
        { ...comment('a'), likes: 9800, reply_count: 1204 },
        { ...comment('b'), likes: 0, reply_count: 0 },
      ],
      pagination: { continuation: pages.NEXT, has_more: true },
    })
  })

  test('that are replies count their answers in words, and a blank is none', () => {
    assert.deepEqual(read(pages.repliesPage), {
      comments: [
        { ...comment('a.1'), likes: 52, reply_count: 7 },
        { ...comment('a.2'), likes: 0, reply_count: 0 },
      ],
      pagination: { continuation: pages.NEXT, has_more: true },
    })
  })

  test('without their entity are left out, unless all of them are', () => {
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

describe('comments in renderers', () => {
  test('have exact likes in the label of their button, and no count that is 0', () => {
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

  test('fall back on the number that is shown', () => {
    const item = pages.renderer('c', { voteCount: { simpleText: '1.8K' }, replyCount: 'many' })
    const [found] = read(page(pages.append([item]))).comments
    assert.deepEqual([found?.likes, found?.reply_count], [1800, null])
  })

  test('stand beside views while the platform tries both', () => {
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

describe('the next page', () => {
  test('is not known where an item asks for more in another way', () => {
    const { pagination } = read(page(pages.append([pages.renderer('c'), pages.more({})])))
    assert.deepEqual(pagination, { continuation: null, has_more: null })
  })
})

describe('a page without comments', () => {
  test('is empty where its header counts none', () => {
    for (const count of [{ runs: [{ text: '0' }, { text: ' Comments' }] }, undefined])
      assert.deepEqual(
        read(page(pages.reload(pages.header(count)), { reloadContinuationItemsCommand: {} })),
        EMPTY,
      )
    assert.deepEqual(read(page(pages.append([]))), EMPTY)
    assert.equal(noticeOf(page(pages.append([]))), undefined)
  })

  test('is none where its header counts some, or its list is missing or of another kind', () => {
    const counted = page(pages.reload(pages.header({ simpleText: '21,051 Comments' })))
    const renamed = page(pages.append([{ commentThreadRendererV2: {} }, pages.more()]))
    for (const body of [counted, renamed, page(pages.append(undefined)), page(pages.append({ items: [] }))])
      assert.throws(() => read(body), { code: 'changed' })
  })

  test('has a notice where comments are turned off, in every language, or a live chat has their place', () => {
    for (const body of [watch.turnedOff, watch.liveChat]) {
      assert.deepEqual(read(body), EMPTY)
      assert.equal(noticeOf(body), 'comments_disabled')
    }
  })

  test('is not taken for one with comments turned off where other payloads have some', () => {
    assert.equal(read(watch.turnedOff, pages.firstPage).comments.length, 2)
    assert.equal(noticeOf(watch.turnedOff, pages.firstPage), undefined)
    assert.equal(noticeOf(watch.watchPage), undefined)
  })

  test('of a watch page alone says that they were not loaded', () => {
    for (const body of [watch.watchPage, watch.watchPageWithPanel])
      assert.throws(() => read(body), { code: 'blocked', message: /loaded once a visitor scrolls to them/ })
    assert.throws(() => read(watch.watchPage, { onResponseReceivedEndpoints: [] }), {
      code: 'changed',
      message: /Tried: continuationItems/,
    })
  })

  test('says what the platform means', () => {
    const refusals: [body: unknown, code: string][] = [
      [watch.noVideo("This video isn't available anymore"), 'not_found'],
      [watch.noVideo('Dieses Video ist nicht mehr verfügbar'), 'not_found'],
      [watch.noVideo('This video is private'), 'private'],
      [failure(429, 'RESOURCE_EXHAUSTED'), 'blocked'],
      ['<div class="g-recaptcha"></div>', 'blocked'],
    ]
    for (const [body, code] of refusals) assert.throws(() => read(body), { code })
  })

  test('lets the player speak before the page', () => {
    const player = { playabilityStatus: { status: 'LOGIN_REQUIRED', reason: 'This video is private' } }
    assert.throws(() => read(watch.noVideo('Not available'), player), { code: 'private' })
  })
})
