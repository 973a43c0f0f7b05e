import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photosocialPost } from '../../../server/prebuilt/photosocial/post/post.ts'
import { photosocialPosts } from '../../../server/prebuilt/photosocial/posts/posts.ts'
import { photosocialProfile } from '../../../server/prebuilt/photosocial/profile/profile.ts'
import { harOf } from '../support/har.ts'
import { loaded } from '../support/loaded.ts'
import * as films from './film-pages.ts'
import * as html from './html-pages.ts'
import * as pages from './pages.ts'
import { page, WAIT } from './refusals.ts'

const postApi = await loaded(photosocialPost)
const postsApi = await loaded(photosocialPosts)
const profileApi = await loaded(photosocialProfile)

const { payloadsOf } = profileApi

const json = (body: object): [string, string] => [JSON.stringify(body), 'application/json; charset=utf-8']

describe('what a user saved', () => {
  const profile = html.inPage(pages.xigProfile.data, html.profileHead)
  const scrolled = harOf(
    json(WAIT),
    [profile, 'text/html; charset=utf-8'],
    ['console.log("edge_owner_to_timeline_media")', 'text/javascript'],
    [`for (;;);${JSON.stringify(pages.gridOf(pages.posts(1, 12, pages.gridPost)))}`, 'text/plain'],
    json(pages.gridPage(pages.posts(13, 20, pages.gridPost))),
  )

  test('in a HAR file while scrolling gives the profile and all posts that were shown', () => {
    const { metrics, recent_posts } = profileApi.read(payloadsOf(scrolled))
    assert.deepEqual(metrics, { followers: 128_402, following: 211, posts: 640 })
    assert.equal(recent_posts.length, 20)
    const { posts, pagination } = postsApi.read(payloadsOf(scrolled))
    assert.deepEqual(
      posts.map(post => post.id),
      pages.posts(1, 20, pages.idOf),
    )
    assert.equal(pagination.end_cursor, `g:${pages.NODE}:AQHdef-_`)
  })

  test('from the DOM of a browser gives the posts of the grid and the picture of the account', () => {
    const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
    const link = (number: number) => {
      const isReel = number % 4 === 0
      const alt =
        number === 3
          ? 'Photo by Tidepool Studio on May 03, 2026. May be an image of a crab.'
          : `Post ${number}: &quot;low&quot;&#10;tide`
      return `<div><a href="/${pages.NAME}/${isReel ? 'reel' : 'p'}/${pages.codeOf(number)}/"><img alt="${alt}" src="https://pictures.example/${number}.jpg?a=1&amp;b=2"><svg aria-label="${isReel ? 'Clip' : 'Carousel'}"></svg></a></div>`
    }
    const page = (title: string, head = '') => `<html><head><title>${title}</title>${head}</head><body>
      <nav><img alt="a.visitor's profile picture" src="https://pictures.example/visitor.jpg"></nav>
      <header><img alt="${pages.NAME}'s profile picture" src="https://pictures.example/me.jpg"></header>
      <main>${numbers.map(link).join('')}</main></body></html>`
    const signedIn = page(`Tidepool Studio (@${pages.NAME}) • Instagram photos and videos`)

    const { posts, pagination } = postsApi.read(payloadsOf(signedIn), { username: pages.NAME })
    assert.deepEqual(
      posts.map(({ shortcode }) => shortcode),
      numbers.map(pages.codeOf),
    )
    assert.deepEqual(posts[0], {
      id: pages.idOf(1),
      shortcode: pages.codeOf(1),
      display_url: 'https://pictures.example/1.jpg?a=1&b=2',
      is_video: false,
      likes: null,
      comments: null,
      timestamp: null,
      caption: 'Post 1: "low"\ntide',
    })
    assert.equal(posts[2]?.caption, null, 'a program described the picture')
    assert.equal(posts[3]?.is_video, true)
    assert.deepEqual(pagination, { has_next_page: null, end_cursor: null })
    const { identity, recent_posts } = profileApi.read(payloadsOf(signedIn))
    assert.deepEqual(
      [identity.username, identity.profile_pic_url_hd],
      [pages.NAME, 'https://pictures.example/me.jpg'],
    )
    assert.equal(recent_posts.length, 12)

    const pageBeside = page(
      'A post',
      `<link rel="canonical" href="https://www.instagram.com/p/${pages.codeOf(30)}/">`,
    )
    assert.throws(
      () => postsApi.read(payloadsOf(pageBeside)),
      { code: 'not_asked_for' },
      'the grid below a post',
    )
  })

  test('of one post may come in several parts, in any order', () => {
    const parts = [`<head>${html.postHead}</head>`, JSON.stringify(films.xigPost(films.flatFilm))]
    const read = (texts: string[]) => postApi.read(texts.flatMap(payloadsOf))
    assert.deepEqual(read(parts), read(parts.toReversed()))
    assert.equal(read(parts).location, 'Kaikōura')
  })

  test('fails with the right error when it is a refusal', () => {
    assert.throws(() => profileApi.read(payloadsOf(page('Login • Instagram'))), { code: 'blocked' })
    assert.throws(() => postApi.read(payloadsOf('')), { code: 'blocked' })
    assert.throws(() => postsApi.read(payloadsOf(page('A garden'))), { code: 'changed' })
  })

  test('is read in linear time, even when the page is hostile', () => {
    const pieces = [
      '<meta content="',
      '<div class="Embed">',
      '<script data-sjs>xig_',
      '"contextJSON":"\\',
      '"queryID":"1","variables":{',
      '<a ',
      '"adp_uRelayPreloader_p',
    ]
    for (const piece of pieces) {
      const text = piece.repeat(300_000 / piece.length)
      assert.throws(() => postApi.read(payloadsOf(`<script>${text}`)), { name: 'AppError' })
      assert.throws(() => postApi.read(payloadsOf(text)), { name: 'AppError' })
    }
  })

  test('is read in linear time, even when links and pictures are deep inside of others', () => {
    const post = '<a href="/p/abcdefghijk/"><img src="https://pictures.example/1.jpg"></a>'
    for (const outer of ['<a href="/p/abcdefghijk/"><table><td>', '<div>', '<header>']) {
      const text = `${post}${outer.repeat(50_000)}${'<img alt="">'.repeat(50_000)}`
      assert.throws(() => postApi.read(payloadsOf(text)), { name: 'AppError' })
    }
  })
})
