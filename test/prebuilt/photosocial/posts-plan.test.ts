import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photosocialPosts } from '../../../server/prebuilt/photosocial/posts/posts.ts'
import type { PostsInput } from '../../../server/prebuilt/photosocial/posts/read-posts.ts'
import { QUERIES } from '../../../server/prebuilt/photosocial/queries.ts'
import { loaded } from '../support/loaded.ts'
import { type BrowserScript, scriptedBrowse } from '../support/scripted-browse.ts'
import { fakePlatform, type PlatformAnswer, variablesOf } from './fake-platform.ts'
import * as html from './html-pages.ts'
import * as pages from './pages.ts'
import { NO_USER } from './refusals.ts'

const api = await loaded(photosocialPosts)

const INFO = '/api/v1/users/web_profile_info/'
const FEED_BY_NAME = `/api/v1/feed/user/${pages.NAME}/username/`
const FEED = `/api/v1/feed/user/${pages.ID}/`
const PAGE = `/${pages.NAME}/`
const FORMER_PATH = '/graphql/query/'
const BY_NAME = QUERIES.posts.id
const BY_ID = QUERIES.postsById.id
const MORE_POSTS_QUERY = QUERIES.morePosts.id
const PROFILE_QUERY = QUERIES.profileById.id

async function plan(input: PostsInput, answers: Record<string, PlatformAnswer>) {
  const { upstream, asked, names } = fakePlatform(answers)
  const parsedInput = api.input.parse(input)
  const payloads = await api.plan(parsedInput, upstream)
  return {
    asked,
    names: names(),
    sources: [...new Set(payloads.map(({ source }) => source))],
    page: api.read(payloads, parsedInput),
  }
}

const assertFails = (code: string, input: PostsInput, answers: Record<string, PlatformAnswer>) =>
  assert.rejects(plan(input, answers), { name: 'AppError', code })

const feed = (from: number, to: number) => ({
  body: pages.feed(pages.posts(from, to, pages.flatPost), pages.cursorAt(to)),
})
const byName = { username: pages.NAME }
const byId = { user_id: pages.ID }

describe('the first page of posts', () => {
  test('is requested by name from the list of the app', async () => {
    const { asked, names, page } = await plan({ ...byName, first: 3 }, { [FEED_BY_NAME]: feed(1, 3) })
    assert.deepEqual(names, [FEED_BY_NAME])
    assert.equal(new URL(asked[0]!.url).searchParams.get('count'), '3')
    assert.equal(page.user_id, pages.ID)
    assert.equal(page.pagination.end_cursor, pages.cursorAt(3))
  })

  test('is requested by name from all other sources in order when the first ones fail', async () => {
    const { names, sources } = await plan(byName, {
      [`/${pages.NAME}/embed/`]: { body: html.inEmbed(pages.profileEmbed) },
    })
    assert.deepEqual(names, [FEED_BY_NAME, INFO, PAGE, BY_NAME, FORMER_PATH, `/${pages.NAME}/embed/`])
    assert.deepEqual(sources, ['embed'])
  })

  test('skips a profile whose posts were withheld', async () => {
    const { sources, page } = await plan(byName, {
      [INFO]: { body: pages.profileInfo([]) },
      [BY_NAME]: { body: pages.gridOf([pages.gridPost(1)]) },
    })
    assert.deepEqual(sources, ['query'])
    assert.deepEqual(page.pagination, { has_next_page: true, end_cursor: `g:${pages.NODE}:AQHabc-_` })
  })

  test('adds the like counts that the grid lacks from the former query', async () => {
    const { asked, names, page } = await plan(byName, {
      [PAGE]: { body: html.inPage(pages.gridOf(pages.posts(1, 2, pages.gridPost)).data) },
      [FORMER_PATH]: { body: pages.xdtTimeline(pages.posts(1, 2, pages.flatPost), pages.cursorAt(2)) },
    })
    assert.deepEqual(names, [FEED_BY_NAME, INFO, PAGE, FORMER_PATH])
    assert.deepEqual(variablesOf(asked[3]), { first: 12, username: pages.NAME })
    assert.deepEqual(
      page.posts.map(post => post.likes),
      [101, 102],
    )
  })

  test('is requested by id from the app, the query and the former query', async () => {
    const { asked, names } = await plan(byId, { [BY_ID]: { body: pages.gridPage([pages.gridPost(1)]) } })
    assert.deepEqual(names, [FEED, BY_ID, FORMER_PATH])
    assert.partialDeepStrictEqual(variablesOf(asked[1]), { user_id: pages.ID, first: 12 })
    assert.deepEqual(variablesOf(asked[2]), { id: pages.ID, first: 12 })
  })
})

describe('a later page of posts', () => {
  test('is requested from the source that its cursor belongs to', async () => {
    const sources: [cursor: string, name: string, answer: PlatformAnswer][] = [
      [pages.cursorAt(3), FEED, feed(4, 6)],
      ['QVFDabc', FORMER_PATH, { body: pages.formerPage([pages.edgePost(4)]) }],
      [`g:${pages.NODE}:AQHabc`, MORE_POSTS_QUERY, { body: pages.gridPage([pages.gridPost(4)]) }],
    ]
    for (const [cursor, name, answer] of sources) {
      const { asked, names, page } = await plan({ ...byId, cursor }, { [name]: answer })
      assert.deepEqual(names, [name])
      assert.ok(JSON.stringify(asked[0]).includes(cursor.split(':').at(-1)!))
      assert.equal(page.posts[0]!.id, pages.idOf(4))
    }
  })

  test('of the grid needs the id of its node, which is requested when the cursor lacks it', async () => {
    const { asked, names } = await plan(
      { ...byId, cursor: 'AQHabc' },
      {
        [PROFILE_QUERY]: { body: { data: { xig_user_by_igid_v2: { ...pages.xigUser } } } },
        [MORE_POSTS_QUERY]: { body: pages.gridPage([pages.gridPost(4)]) },
      },
    )
    assert.deepEqual(names, [PROFILE_QUERY, MORE_POSTS_QUERY])
    assert.deepEqual(variablesOf(asked[1]), { after: 'AQHabc', first: 12, id: pages.NODE })
  })

  test('with an unknown form of cursor is requested from both sources that may have issued it', async () => {
    const { names } = await plan(
      { ...byId, cursor: 'CURSOR' },
      { [FORMER_PATH]: { body: pages.formerPage([pages.edgePost(4)]) } },
    )
    assert.deepEqual(names, [PROFILE_QUERY, FORMER_PATH])
  })

  test('requested by name begins by looking up the id of the account', async () => {
    const answers = { [INFO]: { body: pages.profileInfo([pages.edgePost(1)]) }, [FEED]: feed(4, 6) }
    const { names, sources, page } = await plan({ ...byName, cursor: pages.cursorAt(3) }, answers)
    assert.deepEqual(names, [FEED_BY_NAME, INFO, FEED])
    assert.deepEqual(sources, ['profile_info', 'feed'])
    assert.equal(page.user_id, pages.ID)
    assert.equal(page.posts[0]!.id, pages.idOf(4), 'the posts beside the id are of another page')
  })

  test('that continues a cut page requests that page again, from any source', async () => {
    const { asked, page } = await plan(
      { ...byName, cursor: 's:2:', first: 2 },
      { [FEED_BY_NAME]: feed(1, 5) },
    )
    assert.equal(new URL(asked[0]!.url).searchParams.get('count'), '4')
    assert.deepEqual(
      page.posts.map(post => post.id),
      [pages.idOf(3), pages.idOf(4)],
    )
    assert.equal(page.pagination.end_cursor, 's:4:')
  })
})

describe('the browser source of posts', () => {
  async function planInBrowser(input: PostsInput, script: BrowserScript) {
    const { browse, opened } = scriptedBrowse(script)
    const { upstream } = fakePlatform({})
    const parsedInput = api.input.parse(input)
    const payloads = await api.plan(parsedInput, { ...upstream, browse })
    return { opened, page: api.read(payloads, parsedInput) }
  }

  test('opens the profile for the first page of an account given by name', async () => {
    const { opened, page } = await planInBrowser(byName, {
      page: html.inPage(pages.xigProfile.data),
      kept: [pages.gridOf([pages.gridPost(1)])],
    })
    assert.equal(new URL(opened[0]!.url).pathname, PAGE)
    assert.equal(page.posts.length, 1)
  })

  test('requests a later page, or an account given by id, from inside the page', async () => {
    const asked = [pages.feed([pages.flatPost(4)], pages.cursorAt(4))]
    for (const cursor of [undefined, pages.cursorAt(3)]) {
      const { opened, page } = await planInBrowser(
        { ...byId, ...(cursor && { cursor }) },
        { page: '', asked },
      )
      const question = new URL(opened[0]!.ask![0]!.url)
      assert.deepEqual([question.pathname, question.searchParams.get('max_id')], [FEED, cursor ?? null])
      assert.equal(page.posts[0]!.id, pages.idOf(4))
    }
    await assert.rejects(planInBrowser(byId, { page: '', asked: [''], status: 429 }), { code: 'blocked' })
  })

  test('cannot request a later page of the grid, as that needs a proof', async () => {
    const later = planInBrowser({ ...byId, cursor: `g:${pages.NODE}:AQHabc` }, { page: '' })
    await assert.rejects(later, { code: 'blocked' })
  })
})

describe('a call for posts fails', () => {
  test('with the error that the platform reports', async () => {
    await assertFails('not_found', byName, { [INFO]: { body: NO_USER } })
    await assertFails('private', byName, {
      [FEED_BY_NAME]: { status: 400, body: { message: 'Not authorized to view user', status: 'fail' } },
    })
    const user = { ...pages.xigUser, is_private: true }
    await assertFails('private', byName, { [BY_NAME]: { body: { data: { xig_user_by_username: user } } } })
    await assertFails(
      'private',
      { ...byName, cursor: '1_2' },
      { [INFO]: { body: { data: { user: { ...pages.edgeUser, is_private: true } } } } },
    )
  })

  test('as `blocked` when the posts are withheld', async () => {
    await assertFails('blocked', byName, { [INFO]: { body: pages.profileInfo([]) } })
    await assertFails(
      'blocked',
      { ...byName, cursor: 's:6:' },
      { [`/${pages.NAME}/embed/`]: { body: html.inEmbed(pages.profileEmbed) } },
    )
    await assertFails('blocked', { ...byId, cursor: '1_2' }, {})
  })

  test('as `changed` when the node of an account cannot be found', async () => {
    await assertFails(
      'changed',
      { ...byId, cursor: 'AQHabc' },
      { [PROFILE_QUERY]: { body: { data: { user: pages.userInfo.user } } } },
    )
  })
})
