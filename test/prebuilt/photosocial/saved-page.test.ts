import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photosocialPost } from '../../../server/prebuilt/photosocial/post/post.ts'
import { photosocialPosts } from '../../../server/prebuilt/photosocial/posts/posts.ts'
import { photosocialProfile } from '../../../server/prebuilt/photosocial/profile/profile.ts'
import * as films from './film-pages.ts'
import * as html from './html-pages.ts'
import * as pages from './pages.ts'
import { page, WAIT } from './refusals.ts'

const { payloadsOf } = photosocialProfile.platform

const har = (...texts: [text: string, mimeType: string][]) =>
  JSON.stringify({
    log: { entries: texts.map(([text, mimeType]) => ({ response: { content: { text, mimeType } } })) },
  })

const json = (body: object): [string, string] => [JSON.stringify(body), 'application/json; charset=utf-8']

describe('what a user saved', () => {
  const profile = html.inPage(pages.xigProfile.data, html.profileHead)
  const scrolled = har(
    json(WAIT),
    [profile, 'text/html; charset=utf-8'],
    ['console.log("edge_owner_to_timeline_media")', 'text/javascript'],
    [`for (;;);${JSON.stringify(pages.gridOf(pages.posts(1, 12, pages.gridPost)))}`, 'text/plain'],
    json(pages.gridPage(pages.posts(13, 20, pages.gridPost))),
  )

  test('while scrolling through an account, as a HAR file, is its profile and all of its posts seen', () => {
    const { metrics, recent_posts } = photosocialProfile.read(payloadsOf(scrolled))
    assert.deepEqual(metrics, { followers: 128_402, following: 211, posts: 640 })
    assert.equal(recent_posts.length, 20)
    const { posts, pagination } = photosocialPosts.read(payloadsOf(scrolled))
    assert.deepEqual(
      posts.map(post => post.id),
      pages.posts(1, 20, pages.idOf),
    )
    assert.equal(pagination.end_cursor, `g:${pages.NODE}:AQHdef-_`)
  })

  test('of a post may come in parts and in any order', () => {
    const parts = [`<head>${html.postHead}</head>`, JSON.stringify(films.xigPost(films.flatFilm))]
    const read = (texts: string[]) => photosocialPost.read(texts.flatMap(payloadsOf))
    assert.deepEqual(read(parts), read(parts.toReversed()))
    assert.equal(read(parts).location, 'Kaikōura')
  })

  test('and is a refusal is told as one', () => {
    assert.throws(() => photosocialProfile.read(payloadsOf(page('Login • Instagram'))), { code: 'blocked' })
    assert.throws(() => photosocialPost.read(payloadsOf('')), { code: 'blocked' })
    assert.throws(() => photosocialPosts.read(payloadsOf(page('A garden'))), { code: 'changed' })
  })

  test('and was made to be slow costs linear time', () => {
    const pieces = [
      '<meta content="',
      '<div class="Embed">',
      '<script data-sjs>xig_',
      '"contextJSON":"\\',
      '"queryID":"1","variables":{',
      '<a ',
    ]
    for (const piece of pieces) {
      const text = piece.repeat(300_000 / piece.length)
      assert.throws(() => photosocialPost.read(payloadsOf(`<script>${text}`)), { name: 'AppError' })
      assert.throws(() => photosocialPost.read(payloadsOf(text)), { name: 'AppError' })
    }
  })
})
