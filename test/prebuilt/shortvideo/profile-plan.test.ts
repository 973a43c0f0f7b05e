import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import { shortvideoProfile } from '../../../server/prebuilt/shortvideo/profile.ts'
import { loaded } from '../support/loaded.ts'
import { type BrowserScript, scriptedBrowse } from '../support/scripted-browse.ts'
import { type ScriptedAnswer, scriptedUpstream } from '../support/scripted-upstream.ts'
import { challengePage, puzzleFor } from './challenge-page.ts'
import * as pages from './pages.ts'

const api = await loaded(shortvideoProfile)

const page: ScriptedAnswer = { body: pages.html(pages.profilePage) }
const embed: ScriptedAnswer = { body: pages.html(pages.embedState) }
const shell: ScriptedAnswer = { body: pages.html(pages.scope({})) }
const missingUser: ScriptedAnswer = {
  body: pages.html(pages.userDetail({ userInfo: {}, statusCode: 10221 })),
}

/** What the plan requested, and the sources it found. */
async function plan(username: string, ...answers: ScriptedAnswer[]) {
  const { upstream, asked } = scriptedUpstream(...answers)
  const payloads = await api.plan({ username }, upstream)
  return {
    asked,
    paths: asked.map(({ url }) => new URL(url).pathname),
    sources: payloads.map(({ source }) => source),
    profile: api.read(payloads, { username }),
  }
}

describe('the requests for a profile', () => {
  test('open its page with the headers of a browser', async () => {
    const { asked, paths, sources, profile } = await plan('@tide.pool_1', page)
    assert.deepEqual([paths, sources], [['/@tide.pool_1'], ['page']])
    assert.partialDeepStrictEqual(asked[0]!.headers, { 'sec-fetch-mode': 'navigate' })
    assert.equal(profile.stats.follower_count, 38_490)
  })

  test('resolve a short link first', async () => {
    const end = 'https://www.tiktok.com/@tide.pool_1?_t=1'
    const { paths } = await plan('https://vm.tiktok.com/ZMabc/', { url: end, body: '' }, page)
    assert.deepEqual(paths, ['/ZMabc/', '/@tide.pool_1'])
  })

  test('solve the puzzle once, and send the cookies that came with it', async () => {
    const puzzle = {
      body: challengePage(puzzleFor(7)),
      headers: { 'set-cookie': 'ttwid=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, tt_x=2; Secure' },
    }
    const { asked, sources } = await plan('tide.pool_1', puzzle, page)
    assert.deepEqual(sources, ['page'])
    assert.equal(asked[1]!.url, asked[0]!.url)
    assert.match(
      asked[1]!.headers?.cookie ?? '',
      /^ttwid=1; tt_x=2; _wafchallengeid=\S+; waforiginalreid=req-1$/,
    )
    const { sources: second } = await plan('tide.pool_1', puzzle, puzzle, embed)
    assert.deepEqual(second, ['embed'], 'a second puzzle is a refusal')
  })

  test('continue with the page for embedding when the page is refused', async () => {
    const login = { url: 'https://www.tiktok.com/login?redirect_url=x', body: pages.html(pages.profilePage) }
    const refusals: ScriptedAnswer[] = [
      shell,
      login,
      { body: '' },
      { status: 403, body: '<html></html>' },
      { status: 500, body: '<html></html>' },
      { body: '<html></html>' },
      new AppError('timeout', 'Too slow.'),
    ]
    for (const refusal of refusals) {
      const { paths, sources } = await plan('tide.pool_1', refusal, embed)
      assert.deepEqual([paths[1], sources], ['/embed/@tide.pool_1', ['embed']])
    }
  })
})

describe('the browser source of a profile', () => {
  async function planInBrowser(script: BrowserScript) {
    const { browse, opened } = scriptedBrowse(script)
    const { upstream } = scriptedUpstream(shell, { body: '' })
    const payloads = await api.plan({ username: pages.NAME }, { ...upstream, browse })
    return { opened, profile: api.read(payloads, { username: pages.NAME }) }
  }

  test('reads the page of the account, or the data that the page requests', async () => {
    const call = { userInfo: { user: pages.user, statsV2: pages.statsV2 } }
    const shell = pages.html(pages.scope({}))
    for (const script of [{ page: pages.html(pages.profilePage) }, { page: shell, kept: [call] }]) {
      const { opened, profile } = await planInBrowser(script)
      assert.equal(new URL(opened[0]!.url).pathname, `/@${pages.NAME}`)
      assert.equal(profile.stats.follower_count, 38_490)
    }
  })

  test('is blocked when it is sent to the login page', async () => {
    const page = pages.html(pages.profilePage)
    await assert.rejects(planInBrowser({ page, url: 'https://www.tiktok.com/login' }), { code: 'blocked' })
  })
})

describe('a call for a profile fails', () => {
  const failsWith = (code: string, username: string, ...answers: ScriptedAnswer[]) =>
    assert.rejects(api.plan({ username }, scriptedUpstream(...answers).upstream), { name: 'AppError', code })

  test('with the error that the platform reports, without trying further sources', async () => {
    await failsWith('not_found', 'tide', missingUser)
    await failsWith('private', 'tide', { body: pages.html(pages.userDetail({ statusCode: 10222 })) })
    await failsWith('unavailable', 'tide', { body: pages.html(pages.userDetail({ statusCode: 10999 })) })
    await failsWith('not_found', '/t/ZTabc', { url: 'https://www.tiktok.com/', body: '<html></html>' })
    await failsWith('blocked', '/t/ZTabc', { url: 'https://www.tiktok.com/login', body: '<html></html>' })
    await failsWith('blocked', '/t/ZTabc', { status: 403, body: '<html></html>' })
  })

  test('with the first reason when every source fails: a refusal is never "not found"', async () => {
    const refused = { status: 400, body: '<html></html>' }
    await failsWith('blocked', 'tide', shell, refused)
    await failsWith('blocked', 'tide', { body: '' }, { body: '' })
    await failsWith('changed', 'tide', { body: pages.html(pages.userDetail({})) }, refused)
    await failsWith('timeout', 'tide', new AppError('timeout', 'Too slow.'), refused)
  })

  test('at once when it is cancelled or the name is invalid', async () => {
    await failsWith('cancelled', 'tide', new AppError('cancelled', 'Gone.'))
    await failsWith('invalid_input', 'tide pool')
  })

  test('as `blocked` with a hint at the API for saved pages', async () => {
    await assert.rejects(
      api.plan({ username: 'tide' }, scriptedUpstream(shell, shell).upstream),
      (error: AppError) => /POST \/v1\/extract\//.test(error.facts.hint ?? ''),
    )
  })
})
