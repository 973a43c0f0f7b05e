import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import { photosocialProfile } from '../../../server/prebuilt/photosocial/profile/profile.ts'
import { QUERIES } from '../../../server/prebuilt/photosocial/queries.ts'
import { loaded } from '../support/loaded.ts'
import { type BrowserScript, scriptedBrowse } from '../support/scripted-browse.ts'
import { fakePlatform, type PlatformAnswer, variablesOf } from './fake-platform.ts'
import * as html from './html-pages.ts'
import * as pages from './pages.ts'
import { BROKEN_EMBED, FRAME, NO_USER, page } from './refusals.ts'

const api = await loaded(photosocialProfile)

const INFO = '/api/v1/users/web_profile_info/'
const FEED = `/api/v1/feed/user/${pages.NAME}/username/`
const PAGE = `/${pages.NAME}/`
const EMBED = `/${pages.NAME}/embed/`
const ACCOUNT = QUERIES.profile.id
const POSTS = QUERIES.posts.id
const EVERYTHING = [INFO, FEED, PAGE, ACCOUNT, POSTS, EMBED]

async function plan(answers: Record<string, PlatformAnswer>) {
  const { upstream, asked, names } = fakePlatform(answers)
  const payloads = await api.plan({ username: `@${pages.NAME}` }, upstream)
  return {
    asked,
    names: names(),
    sources: [...new Set(payloads.map(({ source }) => source))],
    profile: api.read(payloads),
  }
}

const assertFails = (code: string, answers: Record<string, PlatformAnswer>) =>
  assert.rejects(api.plan({ username: pages.NAME }, fakePlatform(answers).upstream), {
    name: 'AppError',
    code,
  })

const info = { body: pages.profileInfo(pages.posts(1, 2, pages.edgePost)) }

describe('the requests for a profile', () => {
  test('end with the first when its answer has all the data', async () => {
    const { asked, names } = await plan({ [INFO]: info })
    assert.deepEqual(names, [INFO])
    assert.equal(new URL(asked[0]!.url).searchParams.get('username'), pages.NAME)
    assert.equal(asked[0]!.headers?.['sec-fetch-site'], 'same-origin')
  })

  test('continue with the list of the app when the posts were withheld', async () => {
    const feed = pages.feed(pages.posts(1, 3, pages.flatPost), pages.cursorAt(3))
    const { asked, names, profile } = await plan({
      [INFO]: { body: pages.profileInfo([]) },
      [FEED]: { body: feed },
    })
    assert.deepEqual(names, [INFO, FEED])
    assert.match(asked[1]!.headers!['user-agent']!, /Android/)
    assert.equal(profile.recent_posts.length, 3)
    assert.equal(profile.pagination.end_cursor, pages.cursorAt(3))
  })

  test('request no posts of a private account, or of one without posts', async () => {
    const user = (more: object) => ({
      body: { data: { user: { ...pages.edgeUser, edge_owner_to_timeline_media: { count: 9 }, ...more } } },
    })
    assert.deepEqual((await plan({ [INFO]: user({ is_private: true }) })).names, [INFO])
    assert.deepEqual((await plan({ [INFO]: user({ edge_owner_to_timeline_media: { count: 0 } }) })).names, [
      INFO,
    ])
  })

  test('continue with the page, the queries and the embed when the first calls fail', async () => {
    const { names, sources, profile } = await plan({
      [INFO]: { status: 400, body: { message: 'Asset asset://a has been deleted.', status: 'fail' } },
      [PAGE]: { body: `<head>${html.profileHead}</head>` },
      [ACCOUNT]: { body: pages.xigProfile },
      [POSTS]: { body: pages.gridOf([pages.gridPost(1)]) },
    })
    assert.deepEqual(names, [INFO, FEED, PAGE, ACCOUNT, POSTS])
    assert.deepEqual(sources, ['page', 'query', 'posts_query'])
    assert.deepEqual(profile.metrics, { followers: 128_402, following: 211, posts: 640 })
  })

  test('use the query ids that the page announces', async () => {
    const scripts = `<script>{"preloaderID":"adp_${QUERIES.profile.name}RelayPreloader_6aa","queryID":"111"},
      {"queryID":"222","variables":{"first":12,"username":"a"},"queryName":"${QUERIES.posts.name}"}</script>`
    const { asked, names } = await plan({ [PAGE]: { body: `<head>${html.profileHead}</head>${scripts}` } })
    assert.deepEqual(names, [INFO, FEED, PAGE, '111', '222', EMBED])
    assert.deepEqual(variablesOf(asked[3]), { username: pages.NAME })
    assert.equal(asked[3]!.form?.fb_api_req_friendly_name, QUERIES.profile.name)
  })

  test('end at the embed when only that has data', async () => {
    const { names, sources, profile } = await plan({ [EMBED]: { body: html.inEmbed(pages.profileEmbed) } })
    assert.deepEqual(names, EVERYTHING)
    assert.deepEqual(sources, ['embed'])
    assert.equal(profile.metrics.posts, 640)
  })
})

describe('the browser source of a profile', () => {
  async function planInBrowser(script: BrowserScript, answers: Record<string, PlatformAnswer> = {}) {
    const { browse, opened } = scriptedBrowse(script)
    const { upstream } = fakePlatform(answers)
    const payloads = await api.plan({ username: pages.NAME }, { ...upstream, browse })
    return { opened, profile: api.read(payloads, { username: pages.NAME }) }
  }

  test('reads the page and the answers that its scripts got, whatever their names', async () => {
    const kept = ['no JSON', { message: 'Please wait a few minutes' }, pages.gridOf([pages.gridPost(1)])]
    const { opened, profile } = await planInBrowser({ page: html.inPage(pages.xigProfile.data), kept })
    assert.equal(new URL(opened[0]!.url).pathname, PAGE)
    assert.deepEqual([profile.identity.username, profile.recent_posts.length], [pages.NAME, 1])
  })

  test('is not opened when another source gave any data', async () => {
    const { opened } = await planInBrowser({ page: '' }, { [INFO]: { body: pages.profileInfo([]) } })
    assert.deepEqual(opened, [])
  })

  test('is blocked when it is sent to the login page or asked to wait', async () => {
    const page = html.inPage(pages.xigProfile.data)
    await assert.rejects(planInBrowser({ page, url: 'https://www.instagram.com/accounts/login/' }), {
      code: 'blocked',
    })
    await assert.rejects(planInBrowser({ page: '', status: 429 }), { code: 'blocked' })
  })
})

describe('a call for a profile fails', () => {
  test('with the error that the platform reports', async () => {
    await assertFails('not_found', { [INFO]: { body: NO_USER } })
    await assertFails('not_found', { [INFO]: { body: page('Page Not Found • Instagram') } })
    await assertFails('not_found', { [INFO]: { status: 404, body: '' } })
    await assertFails('not_found', { [ACCOUNT]: { body: { data: { xig_user_by_username: null } } } })
  })

  test('as `blocked` when only an uncertain sign says that the account is missing', async () => {
    await assertFails('blocked', {})
    await assertFails('blocked', { [INFO]: { body: { data: null } } })
    await assertFails('blocked', { [PAGE]: { body: FRAME } })
    await assertFails('blocked', { [EMBED]: { body: BROKEN_EMBED } })
    await assertFails('blocked', { [ACCOUNT]: { status: 404, body: 'gone' } })
    await assertFails('blocked', { [PAGE]: { body: '', url: '/accounts/login/?next=%2Fa%2F' } })
    await assertFails('blocked', { [PAGE]: { body: '<title>Home</title>', url: '/' } })
    await assertFails('blocked', { [INFO]: new AppError('redirects', 'In a circle.') })
  })

  test('as `not_found` when a second uncertain sign confirms the first', async () => {
    await assertFails('not_found', { [PAGE]: { body: FRAME }, [EMBED]: { body: BROKEN_EMBED } })
  })

  test('at once when it is cancelled', async () => {
    await assertFails('cancelled', {
      [INFO]: { body: pages.profileInfo([]) },
      [FEED]: new AppError('cancelled', 'Gone.'),
    })
  })
})
