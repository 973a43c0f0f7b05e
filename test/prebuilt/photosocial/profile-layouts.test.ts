import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photosocialProfile } from '../../../server/prebuilt/photosocial/profile/profile.ts'
import { loaded } from '../support/loaded.ts'
import * as films from './film-pages.ts'
import * as html from './html-pages.ts'
import * as pages from './pages.ts'
import { NO_USER, WAIT } from './refusals.ts'

const api = await loaded(photosocialProfile)

const profileFrom = (...savedPages: (object | string)[]) => {
  const texts = savedPages.map(page => (typeof page === 'string' ? page : JSON.stringify(page)))
  return api.output.parse(api.read(texts.flatMap(text => api.payloadsOf(text))))
}

const identity = {
  username: pages.NAME,
  full_name: 'Tidepool Studio',
  biography: 'Small films.\nAbout small animals.',
  profile_pic_url_hd: 'https://pictures.example/me_320.jpg',
  external_url: 'https://tidepool.example',
  bio_links: [{ title: 'All films', url: 'https://tidepool.example' }],
}
const metrics = { followers: 128_402, following: 211, posts: 640 }
const account_type = {
  is_verified: false,
  is_private: false,
  is_business_account: false,
  is_professional_account: true,
}
const summary = (post: number) => ({
  id: pages.idOf(post),
  shortcode: pages.codeOf(post),
  display_url: `https://pictures.example/${post}.jpg`,
  is_video: false,
  likes: post + 100,
  comments: post + 3,
  timestamp: pages.timeOf(post),
  caption: `Post ${post}`,
})

const FULL = pages.profileInfo(pages.posts(1, 2, pages.edgePost))

describe('a profile is read from', () => {
  test('a web call, with its posts', () => {
    assert.deepEqual(profileFrom(FULL), {
      identity,
      metrics,
      account_type,
      business_info: { category_name: 'Video creator', email: null, phone_number: null },
      recent_posts: [summary(1), summary(2)],
      pagination: { end_cursor: 'QVFDabc' },
    })
  })

  test('a call of the app, with contact data that signed-in users see', () => {
    assert.deepEqual(profileFrom(pages.userInfo), {
      identity: {
        ...identity,
        profile_pic_url_hd: 'https://pictures.example/me_1080.jpg',
        external_url: null,
        bio_links: [],
      },
      metrics,
      account_type,
      business_info: {
        category_name: 'Video creator',
        email: 'shore@tidepool.example',
        phone_number: '+643123456',
      },
      recent_posts: [],
      pagination: { end_cursor: null },
    })
  })

  test('a query of today, with the link unwrapped, and without account type and number of posts', () => {
    const { identity: found, metrics: counts, account_type: type } = profileFrom(pages.xigProfile)
    assert.deepEqual(found, {
      ...identity,
      profile_pic_url_hd: 'https://pictures.example/me_150.jpg',
      bio_links: [{ title: null, url: 'https://tidepool.example' }],
    })
    assert.deepEqual(counts, { ...metrics, posts: null })
    assert.deepEqual(type, { ...account_type, is_business_account: null, is_professional_account: null })
  })

  test('a page of today, with its grid, and the number of posts from its head', () => {
    const data = { ...pages.xigProfile.data, also: pages.gridOf([pages.gridPost(1)]).data }
    const { metrics: counts, recent_posts, pagination } = profileFrom(html.inPage(data, html.profileHead))
    assert.deepEqual(counts, metrics, 'exact counts win over rounded ones')
    assert.deepEqual(recent_posts, [
      {
        ...summary(1),
        display_url: 'https://pictures.example/1_640.jpg',
        likes: null,
        comments: null,
        timestamp: null,
      },
    ])
    assert.equal(pagination.end_cursor, `g:${pages.NODE}:AQHabc-_`)
  })

  test('a page of earlier years, in either of its variables', () => {
    const route = JSON.stringify({ graphql: FULL.data })
    const handed = `<script>window.__additionalDataLoaded('/a/',${route});</script>`
    const shared = `<script>window._sharedData = {"entry_data":{"ProfilePage":[${route}]}};</script>`
    assert.deepEqual(profileFrom(handed), profileFrom(FULL))
    assert.deepEqual(profileFrom(shared), profileFrom(FULL))
  })

  test('an embed, with the newest posts', () => {
    const { identity: found, metrics: counts, recent_posts } = profileFrom(html.inEmbed(pages.profileEmbed))
    assert.equal(found.username, pages.NAME)
    assert.deepEqual(counts, { ...metrics, following: null })
    assert.equal(recent_posts.length, 6)
    assert.deepEqual(recent_posts[0], summary(1))
  })

  test('the head of a page alone', () => {
    const { identity: found, metrics: counts } = profileFrom(`<html><head>${html.profileHead}</head></html>`)
    assert.deepEqual(found, {
      username: pages.NAME,
      full_name: 'Tidepool Studio',
      biography: 'Small films: "the shore"',
      profile_pic_url_hd: 'https://pictures.example/me_100.jpg?a=1&b=2',
      external_url: null,
      bio_links: [],
    })
    assert.deepEqual(counts, { ...metrics, followers: 128_000 })
  })

  test('a private account, without posts', () => {
    const { account_type: type, recent_posts } = profileFrom({
      data: { xig_user_by_username: { ...pages.xigUser, is_private: true } },
    })
    assert.equal(type.is_private, true)
    assert.deepEqual(recent_posts, [])
  })
})

describe('several answers about a profile', () => {
  test('are merged in any order, with exact counts preferred', () => {
    const head = `<html><head>${html.profileHead}</head></html>`
    const short = pages.profileInfo([])
    const list = pages.feed(pages.posts(1, 2, pages.flatPost), pages.cursorAt(2))
    for (const order of [
      [short, list, head],
      [head, list, short],
    ]) {
      const { metrics: counts, recent_posts, pagination } = profileFrom(...order)
      assert.deepEqual(counts, metrics)
      assert.equal(recent_posts.length, 2)
      assert.equal(pagination.end_cursor, pages.cursorAt(2), 'the cursor goes with the posts')
    }
  })

  test('are not merged with answers about another account', () => {
    const other = JSON.parse(
      JSON.stringify(pages.feed([pages.flatPost(50)])).replaceAll(pages.NAME, 'someone.else'),
    )
    assert.deepEqual(profileFrom(FULL, other), profileFrom(FULL))
  })

  test('give the profile even when one of them is a refusal', () =>
    assert.equal(profileFrom(WAIT, FULL).metrics.posts, 640))
})

describe('pages without a profile', () => {
  const readsAs = (code: string, message: RegExp, ...savedPages: (object | string)[]) =>
    assert.throws(() => profileFrom(...savedPages), { name: 'AppError', code, message })

  test("fail with the error that the platform's answer means", () => {
    readsAs('not_found', /does not exist/, NO_USER)
    readsAs('blocked', /refuses/, {}, WAIT)
  })

  test('mean `changed` when they only name the account', () => {
    const lacks = /does not have more of the account than its name or id/
    readsAs('changed', lacks, { data: { xig_user_by_username: { pk: pages.ID, username: pages.NAME } } })
    readsAs('changed', lacks, { items: [], user: { pk: pages.ID, username: pages.NAME } })
    const app = `<meta property="al:ios:url" content="instagram://user?username=${pages.NAME}" />`
    readsAs('changed', lacks, `<head><title>Instagram</title>${app}</head>`)
  })

  test('fail as `changed` with the layouts that were tried, or those that match', () => {
    readsAs('changed', /Tried: user\.edge_followed_by, /, { hello: 1 })
    readsAs('changed', /does not have more of the account than its name or id.*fit: user\.follower_count\./, {
      user: { biography: 'a' },
    })
  })

  test('such as pages of posts alone fail as `changed`', () => {
    readsAs('changed', /layout/, films.xigPost(films.flatFilm))
    readsAs('changed', /layout/, { items: [films.flatFilm], more_available: false })
  })
})
