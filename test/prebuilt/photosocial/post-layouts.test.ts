import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photosocialPost } from '../../../server/prebuilt/photosocial/post/post.ts'
import { loaded } from '../support/loaded.ts'
import * as films from './film-pages.ts'
import * as html from './html-pages.ts'
import * as pages from './pages.ts'
import { BROKEN_EMBED, GATE, NO_POST } from './refusals.ts'

const api = await loaded(photosocialPost)

const read = (url: string | undefined, ...savedPages: (object | string)[]) => {
  const texts = savedPages.map(page => (typeof page === 'string' ? page : JSON.stringify(page)))
  const payloads = texts.flatMap(text => api.payloadsOf(text))
  return api.output.parse(api.read(payloads, url === undefined ? {} : { url }))
}
const postFrom = (...savedPages: (object | string)[]) => read(undefined, ...savedPages)

const FILM = {
  id: pages.idOf(1),
  shortcode: pages.codeOf(1),
  owner: {
    id: pages.ID,
    username: pages.NAME,
    full_name: 'Tidepool Studio',
    profile_pic_url: 'https://pictures.example/me_150.jpg',
    is_verified: false,
  },
  caption: 'Post 1',
  display_url: 'https://pictures.example/1_1080.jpg',
  is_video: true,
  video_url: 'https://films.example/1.mp4',
  likes: 101,
  comments: 37,
  timestamp: pages.timeOf(1),
  location: 'Kaikōura',
}
const EDGE_FILM = { ...FILM, display_url: 'https://pictures.example/1.jpg' }

describe('a post is read from', () => {
  test('a query of today and a page with its data', () => {
    assert.deepEqual(postFrom(films.xigPost(films.flatFilm)), FILM)
    assert.deepEqual(postFrom(html.inPage(films.xigPost(films.flatFilm).data)), FILM)
  })

  test('data with its time in milliseconds', () => {
    const taken_at = pages.timeOf(1) * 1_000
    assert.deepEqual(postFrom(films.xigPost({ ...films.flatFilm, taken_at })), FILM)
    const shortcode_media = { ...films.edgeFilm, taken_at_timestamp: taken_at }
    assert.deepEqual(postFrom({ gql_data: { shortcode_media } }), EDGE_FILM)
  })

  test('a call of the app, and the web call that wraps the same data', () => {
    assert.deepEqual(postFrom({ items: [films.flatFilm], num_results: 1 }), FILM)
    assert.deepEqual(
      postFrom({ data: { xdt_api__v1__media__shortcode__web_info: { items: [films.flatFilm] } } }),
      FILM,
    )
  })

  test('queries and pages of earlier years', () => {
    assert.deepEqual(postFrom({ data: { xdt_shortcode_media: films.edgeFilm } }), EDGE_FILM)
    const route = JSON.stringify({ graphql: { shortcode_media: films.edgeFilm } })
    assert.deepEqual(postFrom(JSON.parse(route)), EDGE_FILM)
    assert.deepEqual(
      postFrom(`<script>window._sharedData = {"entry_data":{"PostPage":[${route}]}};</script>`),
      EDGE_FILM,
    )
    assert.deepEqual(postFrom(`<script>__additionalDataLoaded('/p/a/', ${route});</script>`), EDGE_FILM)
  })

  test('an embed with data', () => {
    const embed = html.inEmbed({
      context: { shortcode: 'a' },
      gql_data: { shortcode_media: films.edgeFilm },
    })
    assert.deepEqual(postFrom(embed), EDGE_FILM)
  })

  test('an embed of a picture, which has its data in the markup', () => {
    assert.deepEqual(postFrom(html.embedMarkup), {
      ...FILM,
      owner: {
        id: pages.ID,
        username: pages.NAME,
        full_name: null,
        profile_pic_url: 'https://pictures.example/me_100.jpg?a=1&b=2',
        is_verified: true,
      },
      caption: 'Low tide at six.\n\n#tidepool & more',
      is_video: false,
      video_url: null,
      likes: 60_296_518,
      comments: 3_773_524,
      timestamp: null,
      location: null,
    })
  })

  test('the head of a page alone', () => {
    assert.deepEqual(postFrom(`<html><head>${html.postHead}</head></html>`), {
      ...FILM,
      owner: { ...FILM.owner, profile_pic_url: null, is_verified: null },
      caption: 'Low tide: "at six"\n\n#tidepool',
      display_url: 'https://pictures.example/1_640.jpg',
      video_url: 'https://films.example/1.mp4?a=1&b=2',
      likes: 1_204,
      timestamp: null,
      location: null,
    })
  })
})

describe('in the result for a post', () => {
  const flat = (media: object) => postFrom(films.xigPost({ ...pages.flatPost(1), ...media }))

  test('the first part of a carousel is shown, without its video', () => {
    const part = {
      media_type: 2,
      image_versions2: { candidates: [{ url: 'https://pictures.example/part.jpg' }] },
    }
    const post = flat({
      media_type: 8,
      carousel_media: [part],
      video_versions: [{ url: 'https://films.example/part.mp4' }],
    })
    assert.deepEqual(
      [post.is_video, post.video_url, post.display_url],
      [false, null, 'https://pictures.example/part.jpg'],
    )
  })

  test('the id stays exact although its number is too large for JSON', () => {
    const pk = Number(pages.idOf(1))
    assert.equal(flat({ pk }).id, pages.idOf(1), 'by the id that is composed of it')
    assert.equal(flat({ pk, id: null }).id, pages.idOf(1), 'by its shortcode')
  })

  test('hidden likes are null, whatever number stands in the data or on another page', () => {
    assert.equal(flat({ like_and_view_counts_disabled: true, like_count: 3 }).likes, null)
    assert.equal(flat({ like_count: -1 }).likes, null)
    const hidden = films.xigPost({ ...pages.flatPost(1), like_and_view_counts_disabled: true })
    assert.equal(postFrom(hidden, `<head>${html.postHead}</head>`).likes, null)
  })

  test('a missing caption is null, an empty one stays empty', () => {
    assert.equal(flat({ caption: null }).caption, null)
    assert.equal(flat({ caption: { text: '' } }).caption, '')
    assert.equal(
      postFrom({
        graphql: { shortcode_media: { ...pages.edgePost(1), edge_media_to_caption: { edges: [] } } },
      }).caption,
      null,
    )
  })

  test('a label with names or other people is not read as a number of likes', () => {
    const label = (text: string) => postFrom(html.embedMarkup.replace('60,296,518 likes', text)).likes
    assert.equal(label('60,296,518 個讚'), 60_296_518)
    assert.equal(label('Liked by user7'), null)
    assert.equal(label('Liked by someone and 45 others'), null)
    assert.equal(label('Gefällt anna und 45 weiteren Personen'), null)
    assert.equal(label('anna님 외 45명이 좋아합니다'), null)
  })

  test('counts in labels are read with their units, in several languages', () => {
    const likes = (text: string) => postFrom(html.embedMarkup.replace('60,296,518 likes', text)).likes
    const comments = (text: string) =>
      postFrom(html.embedMarkup.replace('View all 3,773,524 comments', text)).comments
    assert.equal(likes('12 mil Me gusta'), 12_000)
    assert.equal(likes('12 Mio. „Gefällt mir“-Angaben'), 12_000_000)
    assert.equal(likes('152 k J’aime'), 152_000)
    assert.equal(likes('60\u202f296\u202f518 J’aime'), 60_296_518)
    assert.equal(likes('좋아요 152개'), 152)
    assert.equal(comments('Ver los 5 mil comentarios'), 5_000)
  })

  test('likes and comments are null when the description has no counts', () => {
    const describedPost = (description: string, address: string) => {
      const head = html.postHead
        .replace(/<meta name="twitter:title".*/, '')
        .replace(/(og:description" content=)'[^']*'/, `$1'${description}'`)
        .replace(/(og:url" content=)"[^"]*"/, `$1"https://www.instagram.com${address}"`)
      const { likes, comments, owner } = postFrom(`<head>${head}</head>`)
      return [likes, comments, owner.username]
    }
    const [withOwner, withoutOwner] = [`/google/p/${pages.codeOf(1)}/`, `/p/${pages.codeOf(1)}/`]
    const caption = 'google on April 19, 2021: "I would like to - see you"'
    assert.deepEqual(describedPost(caption, withOwner), [null, null, 'google'])
    assert.deepEqual(describedPost(caption, withoutOwner), [null, null, 'google'])
    assert.deepEqual(describedPost('See photos - best likes of 2021', withoutOwner), [null, null, null])
    assert.deepEqual(describedPost(`152K likes, 784 comments - ${caption}`, withoutOwner), [
      152_000,
      784,
      'google',
    ])
    assert.deepEqual(describedPost('5 Likes - A Name (@google) on a site: “x”', withoutOwner), [
      5,
      null,
      'google',
    ])
    assert.deepEqual(describedPost(`「いいね！」12件、コメント3件 - ${caption}`, withoutOwner), [
      12,
      3,
      'google',
    ])
  })

  test('the address tells whether the post is a video when nothing else does', () => {
    const head = html.postHead.replace(/<meta property="og:(?:type|video)".*/g, '')
    assert.equal(postFrom(`<head>${head}</head>`).is_video, true)
    assert.equal(postFrom(`<head>${head.replace('/reel/', '/p/')}</head>`).is_video, null)
    const picture = '<meta name="medium" content="image" />'
    assert.equal(postFrom(`<head>${picture}${head.replace('/reel/', '/p/')}</head>`).is_video, false)
    const byApp = `<meta property="al:android:url" content="https://www.instagram.com/p/${pages.codeOf(1)}/" />`
    const withoutAddress = head.replace(/<meta property="og:url".*/g, byApp)
    assert.equal(postFrom(`<head>${picture}${withoutAddress}</head>`).is_video, null)
  })
})

describe('several pages of one post', () => {
  test('are merged, with exact counts preferred', () => {
    const grid = films.xigPost(pages.gridPost(1))
    const head = `<head>${html.postHead.replace('1,204 likes', '1.2K likes')}</head>`
    const post = postFrom(grid, head, html.embedMarkup)
    assert.deepEqual([post.likes, post.comments, post.caption], [60_296_518, 3_773_524, 'Post 1'])
    assert.equal(postFrom(grid, head).likes, 1_200)
  })

  test('are not merged with pages of another post', () => {
    const other = films.xigPost({ ...pages.flatPost(2), location: { name: 'Elsewhere' } })
    const { location: _, ...film } = films.flatFilm
    assert.equal(postFrom(films.xigPost(film), other).location, null)
    assert.equal(read(`/p/${pages.codeOf(2)}/`, films.xigPost(film), other).location, 'Elsewhere')
  })

  test("cannot be replaced by a list of the account's posts", () => {
    assert.throws(() => postFrom(pages.profileEmbed), { code: 'changed' })
    assert.throws(() => postFrom(pages.feed(pages.posts(1, 3, pages.flatPost))), { code: 'changed' })
  })
})

describe('pages without a post', () => {
  const readsAs = (code: string, ...savedPages: (object | string)[]) =>
    assert.throws(() => postFrom(...savedPages), { code })

  test("fail with the error that the platform's answer means", () => {
    readsAs('not_found', NO_POST)
    readsAs('not_found', BROKEN_EMBED)
    readsAs('unavailable', GATE)
    readsAs('blocked', '')
    readsAs('changed', { data: { xig_polaris_media_v2: films.flatFilm } })
    readsAs('changed', { data: { xdt_shortcode_media: { id: pages.idOf(1), shortcode: pages.codeOf(1) } } })
  })

  test('are refused as `not_asked_for` when they are of another post', () => {
    assert.throws(() => read(`/p/${pages.codeOf(2)}/`, films.xigPost(films.flatFilm)), {
      code: 'not_asked_for',
    })
  })
})
