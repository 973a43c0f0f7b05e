import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shortvideoComments } from '../../../server/prebuilt/shortvideo/comments.ts'
import { shortvideoProfile } from '../../../server/prebuilt/shortvideo/profile.ts'
import { harOf } from '../support/har.ts'
import { loaded } from '../support/loaded.ts'
import * as pages from './pages.ts'

const comments = await loaded(shortvideoComments)
const profile = await loaded(shortvideoProfile)

const payloadsOf = (savedPages: string[]) => savedPages.flatMap(page => profile.payloadsOf(page))
const profileFrom = (...savedPages: string[]) => profile.read(payloadsOf(savedPages))
const commentsFrom = (...savedPages: string[]) => comments.read(payloadsOf(savedPages))

describe('a saved profile page', () => {
  const WHOLE = profileFrom(JSON.stringify(pages.profilePage))

  test('is read from HTML with the state in its script', () => {
    assert.deepEqual(profileFrom(pages.html(pages.profilePage)), WHOLE)
  })

  test('is read from HTML of earlier years, whose other state has no user', () => {
    const page = pages.html(pages.scope({}), pages.sigiState)
    assert.deepEqual(profileFrom(page).identity, WHOLE.identity)
  })

  test('is read from a HAR file that also has a puzzle and unrelated answers', () => {
    const file = harOf(
      ['<html>SlardarWAF Please wait...</html>', 'text/html'],
      [pages.html(pages.profilePage), 'text/html; charset=utf-8'],
      ['{"status_code":8}', 'application/json'],
      ['console.log("captcha_container")', 'text/javascript'],
    )
    assert.deepEqual(profileFrom(file), WHOLE)
  })

  test('fails like a call when it is a refusal', () => {
    assert.throws(() => profileFrom('<html>SlardarWAF Please wait...</html>'), { code: 'blocked' })
    assert.throws(() => profileFrom(pages.html(pages.scope({}))), { code: 'blocked' })
    assert.throws(() => profileFrom(pages.html(pages.userDetail({ statusCode: 10221 }))), {
      code: 'not_found',
    })
  })

  test('is not read as a profile when it is cut off', () => {
    const page = pages.html(pages.profilePage)
    assert.throws(() => profileFrom(page.slice(0, page.indexOf('statsV2'))), { code: 'changed' })
  })
})

describe('saved comments', () => {
  const first = JSON.stringify(pages.commentList([pages.comment('1'), pages.comment('2')], 20, 1))
  const second = JSON.stringify(pages.commentList([pages.comment('2'), pages.comment('3')], 40, 0))
  const replies = JSON.stringify(pages.commentList([pages.comment('9', { reply_id: '1' })], 3, 0))
  const ids = (result: ReturnType<typeof commentsFrom>) => result.comments.map(({ id }) => id)

  test('from a HAR file are all pages of the list in order, each comment once, without replies', () => {
    const file = harOf(
      [pages.html(pages.openVideo()), 'text/html'],
      [second, 'application/json'],
      [replies, 'application/json'],
      [first, 'application/json; charset=utf-8'],
    )
    const result = commentsFrom(file)
    assert.deepEqual(ids(result), ['1', '2', '3'])
    assert.deepEqual(result.pagination, { cursor: 40, has_more: false })
  })

  test('of several videos are reduced to the requested video, or else to the first', () => {
    const other = JSON.stringify(pages.commentList([pages.comment('5', { aweme_id: '7' })], 20, 1))
    assert.deepEqual(ids(commentsFrom(other, first)), ['5'])
    const requested = comments.read(payloadsOf([other, first]), { video_id: pages.VIDEO_ID })
    assert.deepEqual(ids(requested), ['1', '2'])
  })

  test('are empty or `blocked` when only the page of the video was saved', () => {
    const none = { comments: [], pagination: { cursor: null, has_more: false } }
    assert.deepEqual(commentsFrom(pages.html(pages.openVideo({ stats: { commentCount: 0 } }))), none)
    assert.deepEqual(commentsFrom(pages.html(pages.closedVideo)), none)
    assert.throws(() => commentsFrom(pages.html(pages.openVideo())), {
      code: 'blocked',
      message: /does not hold its comments/,
    })
    assert.throws(() => commentsFrom(pages.html(pages.videoPage({ statusCode: 10216 }))), { code: 'private' })
  })

  test('carry a notice when comments on the video are disabled', () => {
    const noticeOf = (...savedPages: string[]) => comments.notice?.(payloadsOf(savedPages))
    assert.equal(noticeOf(pages.html(pages.closedVideo)), 'comments_disabled')
    assert.equal(noticeOf(pages.html(pages.closedVideo), first), undefined)
    assert.equal(noticeOf(first), undefined)
  })
})
