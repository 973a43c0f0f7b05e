import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeComments } from '../../../server/prebuilt/videosite/comments/comments.ts'
import { loaded } from '../support/loaded.ts'
import * as pages from './comments-pages.ts'
import { player } from './players.ts'
import * as watch from './watch-pages.ts'

const api = await loaded(videositeComments)

const read = (...savedPages: string[]) => api.output.parse(api.read(savedPages.flatMap(api.payloadsOf)))

const html = (state: unknown, body = '') =>
  `<!DOCTYPE html><html><head><script>var ytcfg = {"K": "g-recaptcha"};</script></head><body>${body}<script>var ytInitialData = ${JSON.stringify(state)};</script></body></html>`

const har = (...bodies: unknown[]) =>
  JSON.stringify({
    log: {
      entries: bodies.map(body => ({
        response: { content: { text: JSON.stringify(body), mimeType: 'application/json' } },
      })),
    },
  })

describe('saved comments', () => {
  test('are read from the DOM in an HTML file', () => {
    const threads = pages.shownThread('UgxA') + pages.shownThread('UgxB')
    assert.deepEqual(read(html(watch.watchPage, threads)), {
      comments: ['UgxA', 'UgxB'].map(id => ({
        id,
        text: 'Nice crab 🦀\nand <i> too',
        author: '@kelpwalker',
        author_channel_id: null,
        likes: 1200,
        reply_count: 18,
        published_at: '3 weeks ago',
      })),
      pagination: { continuation: null, has_more: null },
    })
  })

  test('are read from an HTML file that is cut off, with null for what is missing', () => {
    const [wholeThread, cutThread] = [pages.shownThread('UgxA'), pages.shownThread('UgxB')]
    const { comments } = read(
      html(watch.watchPage, wholeThread + cutThread.slice(0, cutThread.indexOf('vote-count-middle'))),
    )
    assert.equal(comments.length, 2)
    assert.equal(comments[1]?.likes, null)
    assert.throws(() => read(html(watch.watchPage, cutThread.slice(0, 60))), { code: 'changed' })
  })

  test('in an HTML file have no replies when there is no button for replies, but null when they are cut off', () => {
    const thread = pages
      .shownThread('UgxA')
      .replace(/<[^<]*id="more-replies"[\s\S]*?18[\s\S]*?<\/[\w-]+>/, '')
    assert.doesNotMatch(thread, /more-replies/)
    assert.equal(read(html(watch.watchPage, thread)).comments[0]?.reply_count, 0)
    const cutThread = thread.slice(0, thread.lastIndexOf('</ytd-comment-thread-renderer'))
    assert.equal(read(html(watch.watchPage, cutThread)).comments[0]?.reply_count, null, 'it was cut off')
  })

  test('in an answer have no replies when their thread has none', () => {
    const answer = JSON.parse(JSON.stringify(pages.firstPage), (key, value) =>
      key === 'replies' || key === 'toolbar' ? undefined : value,
    )
    assert.deepEqual(
      read(JSON.stringify(answer)).comments.map(comment => comment.reply_count),
      [0, 0],
    )
  })

  test('are read in linear time, however deep the links of a comment are', () => {
    const deep = '<div>'.repeat(50_000) + '<a></a>'.repeat(50_000) + '</div>'.repeat(50_000)
    const thread = pages.shownThread('UgxA').replace('<h3>', `${deep}<h3>`)
    assert.equal(read(html(watch.watchPage, thread)).comments[0]?.id, 'UgxA')
  })

  test('are `blocked` when only the player of the page was saved', () => {
    assert.throws(() => read(JSON.stringify({ playerResponse: player() })), {
      code: 'blocked',
      message: /does not hold its comments/,
    })
  })

  test('are an empty list when the HTML file says that they are turned off', () => {
    assert.deepEqual(read(html(watch.turnedOff)).comments, [])
  })

  test('are read from the answer of a call', () => {
    assert.equal(read(JSON.stringify(pages.firstPage)).comments.length, 2)
  })

  test('from a HAR file are those of all pages that were scrolled through, each once, without replies', () => {
    const { comments, pagination } = read(
      har(watch.watchPage, pages.firstPage, pages.repliesPage, pages.rendererPage, pages.firstPage),
    )
    assert.deepEqual(
      comments.map(({ id }) => id),
      ['a', 'b', 'old-a', 'old-b'],
    )
    assert.equal(pagination.has_more, true)
    assert.equal(read(har(pages.repliesPage)).comments.length, 2)
  })
})
