import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photosocialPosts } from '../../../server/prebuilt/photosocial/posts/posts.ts'
import { loaded } from '../support/loaded.ts'
import * as films from './film-pages.ts'
import * as html from './html-pages.ts'
import * as pages from './pages.ts'
import { FRAME, NO_USER, WAIT } from './refusals.ts'

const api = await loaded(photosocialPosts)

type PostsInput = NonNullable<Parameters<typeof api.read>[1]>

const read = (input: PostsInput, ...savedPages: (object | string)[]) => {
  const texts = savedPages.map(page => (typeof page === 'string' ? page : JSON.stringify(page)))
  return api.output.parse(
    api.read(
      texts.flatMap(text => api.payloadsOf(text)),
      input,
    ),
  )
}
const postsFrom = (...savedPages: (object | string)[]) => read({}, ...savedPages)
const codesFrom = (...savedPages: (object | string)[]) =>
  postsFrom(...savedPages).posts.map(post => post.shortcode)
const codes = (from: number, to: number) => pages.posts(from, to, pages.codeOf)

const THREE = pages.posts(1, 3, pages.flatPost)

describe('posts of an account', () => {
  const summary = (post: number, more: object = {}) => ({
    id: pages.idOf(post),
    shortcode: pages.codeOf(post),
    display_url: `https://pictures.example/${post}_1080.jpg`,
    is_video: false,
    likes: post + 100,
    comments: post + 3,
    timestamp: pages.timeOf(post),
    caption: `Post ${post}`,
    ...more,
  })
  const edge = (post: number) => summary(post, { display_url: `https://pictures.example/${post}.jpg` })
  const grid = (post: number) =>
    summary(post, {
      display_url: `https://pictures.example/${post}_640.jpg`,
      likes: null,
      comments: null,
      timestamp: null,
    })
  const page = (posts: object[], end_cursor: string | null) => ({
    user_id: pages.ID,
    posts,
    pagination: { has_next_page: end_cursor !== null, end_cursor },
  })

  test('are read from the list of the app', () => {
    const posts = [summary(1), summary(2), summary(3)]
    assert.deepEqual(postsFrom(pages.feed(THREE, pages.cursorAt(3))), page(posts, pages.cursorAt(3)))
    assert.deepEqual(postsFrom(pages.feed(THREE)), page(posts, null))
  })

  test('are read from web calls', () => {
    const nodes = pages.posts(1, 2, pages.edgePost)
    assert.deepEqual(postsFrom(pages.profileInfo(nodes)), page([edge(1), edge(2)], 'QVFDabc'))
    assert.deepEqual(postsFrom(pages.formerPage(nodes)), page([edge(1), edge(2)], 'QVFDdef'))
    assert.deepEqual(
      postsFrom(pages.xdtTimeline(THREE, pages.cursorAt(3))),
      page([summary(1), summary(2), summary(3)], pages.cursorAt(3)),
    )
  })

  test('are read from the grid, whose cursor includes the id of its node', () => {
    const nodes = pages.posts(1, 2, pages.gridPost)
    const first = page([grid(1), grid(2)], `g:${pages.NODE}:AQHabc-_`)
    assert.deepEqual(postsFrom(pages.gridOf(nodes)), first)
    assert.deepEqual(postsFrom(html.inPage(pages.gridOf(nodes).data)), first)
    assert.deepEqual(postsFrom(pages.gridPage(nodes)), page([grid(1), grid(2)], `g:${pages.NODE}:AQHdef-_`))
    assert.deepEqual(postsFrom(pages.gridPage(nodes, null)), page([grid(1), grid(2)], null))
  })

  test('from an embed continue within the first page, because an embed has no cursor', () => {
    const { posts, pagination } = postsFrom(html.inEmbed(pages.profileEmbed))
    assert.deepEqual(posts, pages.posts(1, 6, edge))
    assert.deepEqual(pagination, { has_next_page: true, end_cursor: 's:6:' })
  })

  test('keep their order: pinned posts first, then new to old', () => {
    const pinned = [40, 30, 1, 2].map(pages.flatPost)
    assert.deepEqual(codesFrom(pages.feed(pinned)), [40, 30, 1, 2].map(pages.codeOf))
  })

  test('may be an empty list', () => {
    assert.deepEqual(postsFrom(pages.feed([])), page([], null))
    assert.deepEqual(postsFrom(pages.profileInfo([], null)), page([], null))
  })
})

describe('the `user_id` of a list of posts', () => {
  const foreign = (post: number) => ({
    ...pages.flatPost(post),
    user: { pk: '777', username: 'someone.else' },
  })

  test('is the id of the account, not of another owner of its posts', () => {
    assert.equal(postsFrom(pages.feed([foreign(1), foreign(2)], 'x')).user_id, pages.ID)
    assert.equal(read({ user_id: ` ${pages.ID} ` }, pages.xdtTimeline([foreign(1)], null)).user_id, pages.ID)
  })

  test('is found by the requested name, or else by the owner of most posts', () => {
    const mixed = pages.xdtTimeline([foreign(1), foreign(2), pages.flatPost(3)], null)
    assert.equal(read({ username: `@${pages.NAME}` }, mixed).user_id, pages.ID)
    assert.equal(postsFrom(mixed).user_id, '777')
    assert.equal(postsFrom(pages.xdtTimeline([foreign(1), pages.flatPost(2)], null)).user_id, null)
  })
})

describe('a page of posts', () => {
  const FEED = pages.feed(pages.posts(1, 5, pages.flatPost), pages.cursorAt(5))
  const part = (input: PostsInput) => {
    const { posts, pagination } = read(input, FEED)
    return [posts.map(post => post.shortcode), pagination.has_next_page, pagination.end_cursor]
  }

  test('is cut to the requested number of posts, and continues where it was cut', () => {
    assert.deepEqual(part({ first: 2 }), [codes(1, 2), true, 's:2:'])
    assert.deepEqual(part({ first: 2, cursor: 's:2:' }), [codes(3, 4), true, 's:4:'])
    assert.deepEqual(part({ first: 2, cursor: 's:4:' }), [codes(5, 5), true, pages.cursorAt(5)])
    assert.deepEqual(part({ first: 5 }), [codes(1, 5), true, pages.cursorAt(5)])
  })

  test('keeps the cursor it started from in the next cursor', () => {
    assert.deepEqual(part({ first: 2, cursor: '1_2' }), [codes(1, 2), true, 's:2:1_2'])
    assert.deepEqual(part({ first: 2, cursor: 's:2:g:9:AQH' }), [codes(3, 4), true, 's:4:g:9:AQH'])
  })

  test('joins several saved pages, with the cursor of the last', () => {
    const next = pages.feed(pages.posts(6, 7, pages.flatPost), pages.cursorAt(7))
    assert.deepEqual(codesFrom(FEED, next), codes(1, 7))
    assert.equal(postsFrom(FEED, next).pagination.end_cursor, pages.cursorAt(7))
  })

  test('merges two views of the same posts, with the values of both', () => {
    const short = pages.gridOf(pages.posts(1, 5, pages.gridPost))
    const views = postsFrom(short, FEED)
    assert.deepEqual(
      views.posts.map(post => post.likes),
      [101, 102, 103, 104, 105],
    )
    assert.equal(views.pagination.end_cursor, `g:${pages.NODE}:AQHabc-_`)
    assert.deepEqual(codesFrom(pages.profileEmbed, FEED, short), codes(1, 6), 'the longer one counts')
  })
})

test('a post that a page lists twice is returned once, where it comes first', () => {
  const [one, two, three] = THREE
  assert.deepEqual(codesFrom(pages.feed([two, one, two, three])), [2, 1, 3].map(pages.codeOf))
  const edges = pages.posts(1, 2, pages.edgePost)
  assert.deepEqual(codesFrom(pages.profileInfo([...edges, ...edges])), codes(1, 2))
})

describe('pages without posts', () => {
  const readsAs = (code: string, ...savedPages: (object | string)[]) =>
    assert.throws(() => postsFrom(...savedPages), { code })

  test('mean `private` for a private account', () => {
    const user = { ...pages.xigUser, is_private: true }
    readsAs('private', { data: { xig_user_by_username: user } })
    readsAs('private', { ...pages.feed([]), user })
    readsAs('private', {
      data: {
        user: {
          ...pages.edgeUser,
          is_private: true,
          edge_owner_to_timeline_media: { count: 9, edges: [], page_info: { has_next_page: false } },
        },
      },
    })
  })

  test('mean `changed` when JSON has something else in place of the posts of a page', () => {
    for (const posts of [[1], [null], [{ shortcode: 5 }]])
      readsAs('changed', { page: { title: 'Tide Pool (@tidepool)', metas: {}, posts } })
  })

  test('mean `changed` when none of their posts can be read', () => {
    readsAs('changed', pages.profileInfo([{}], null))
    readsAs('changed', pages.profileInfo([{}]))
    readsAs('changed', pages.feed(THREE.map(media_or_ad => ({ media_or_ad }))))
  })

  test('mean `blocked` when posts were withheld, as the page says that more follow', () => {
    readsAs('blocked', pages.profileInfo([]))
    readsAs('blocked', `<head>${html.profileHead}</head>`)
    assert.throws(() => read({ cursor: 's:6:' }, pages.profileEmbed), { code: 'blocked' })
  })

  test("fail with the error that the platform's answer means", () => {
    readsAs('blocked', WAIT)
    readsAs('blocked', FRAME)
    readsAs('not_found', NO_USER)
    readsAs('changed', pages.xigProfile)
    readsAs('changed', { items: [films.flatFilm], more_available: false })
  })
})
