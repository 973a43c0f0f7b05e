import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import * as grid from '../prebuilt/photosocial/html-pages.ts'
import * as photos from '../prebuilt/photosocial/pages.ts'
import * as homes from '../prebuilt/realty/pages.ts'
import * as films from '../prebuilt/shortvideo/pages.ts'
import { json3 } from '../prebuilt/videosite/captions.ts'
import { botWall, player, refused, track, VIDEO } from '../prebuilt/videosite/players.ts'
import { testChromium } from '../support/chromium.ts'
import { type LocalSite, type SiteRequest, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { json } from './support/platform.ts'
import { behindWall, forOwnScripts, withScript } from './support/wall.ts'

/** A site whose own pages get data by script that it refuses to every other client. */

let site: LocalSite
let service: TestApp
before(async () => {
  site = await startLocalSite()
  const places = ['photosocial', 'shortvideo', 'videosite', 'realty'].map(name => [`${name}_url`, site.url])
  service = await startTestApp(Object.fromEntries(places), undefined, { browser: await testChromium() })
})
after(async () => {
  await service.stop()
  await site.close()
})
beforeEach(() => {
  site.requests.length = 0
})

/** Makes the site answer 401 at these paths. */
const close = (...paths: string[]) => {
  for (const path of paths) site.on(path, json({}, 401))
}

const call = async (api: string, input: object) => {
  const answer = await service.call(`/v1/${api}`, { json: input })
  assert.equal(answer.status, 200, answer.text)
  return { source: answer.headers.get('x-source'), result: answer.json }
}

describe('comments of a shortvideo', () => {
  const LIST = '/api/comment/list/'
  const WATCH = `/@_/video/${films.VIDEO_ID}`
  const comments = JSON.stringify(films.commentList([films.comment('1'), films.comment('2')], 20, 1))
  const isSigned = ({ headers }: SiteRequest) => headers['x-signature'] === 'page'

  /** The script of the page signs every request that the page makes. */
  const SIGNER = `const plain = fetch
    window.fetch = (url, options) => plain(url, { ...options, headers: { ...options?.headers, 'x-signature': 'page' } })`

  before(() => site.on(LIST, forOwnScripts(isSigned, comments)))

  test('are requested from inside the page, whose script signs the request', async () => {
    site.on(WATCH, { body: withScript(films.html(films.openVideo()), SIGNER) })
    const { source, result } = await call('shortvideo-comments', { video_id: films.VIDEO_ID, cursor: 40 })
    assert.equal(source, 'browser')
    assert.deepEqual(
      result.comments.map(({ id }: { id: string }) => id),
      ['1', '2'],
    )
    const signed = site.requests.filter(isSigned)
    assert.deepEqual(
      signed.map(({ path, query }) => [path, query.get('cursor'), query.get('aweme_id')]),
      [[LIST, '40', films.VIDEO_ID]],
    )
  })

  test('are taken from the request that the page made itself when its scripts sign no other', async () => {
    const own = `fetch('${LIST}?aweme_id=${films.VIDEO_ID}&cursor=0&count=20&more=1', { headers: { 'x-signature': 'page' } })`
    site.on(WATCH, { body: withScript(films.html(films.openVideo()), own) })
    const { source, result } = await call('shortvideo-comments', { video_id: films.VIDEO_ID })
    assert.deepEqual([source, result.comments.length], ['browser', 2])
  })

  test('are refused as `blocked` when the page cannot get them either', async () => {
    site.on(WATCH, { body: films.html(films.openVideo()) })
    const answer = await service.call(`/v1/shortvideo-comments?video_id=${films.VIDEO_ID}`)
    assert.deepEqual([answer.status, answer.json.detail], [502, 'blocked'])
    assert.match(answer.json.hint, /winnow platform open shortvideo/)
  })
})

describe('a home page behind a bot wall', () => {
  test('is read with the price history that its script requests only on scrolling', async () => {
    const { zpid, priceHistory, taxHistory } = homes.home
    const late = { data: { property: { zpid, priceHistory, taxHistory } } }
    const script = `addEventListener('wheel', () => fetch('/graphql/?zpid=${zpid}'), { once: true })`
    site.on(homes.PATH, behindWall(withScript(homes.page(homes.briefHome), script)))
    site.on('/graphql/', json(late))
    const { source, result } = await call('realty-details', { url: homes.PATH })
    assert.equal(source, 'browser')
    assert.deepEqual([result.price, result.price_history.length], [685_000, 2])
    assert.deepEqual(result.tax_history[0], { year: 2025, tax: 4_120.5, assessment: 402_000 })
  })
})

describe('a videosite transcript', () => {
  const gated = player(track('en', undefined, '&exp=xpe'))
  const watch = (state: unknown, script = '') =>
    `<!doctype html><body><script>var ytInitialPlayerResponse = ${JSON.stringify(state)};</script><script>${script}</script></body>`
  const hasProof = ({ query }: SiteRequest) => query.get('pot') === 'proof'

  before(() => {
    for (const path of ['player', 'reel/reel_item_watch', 'visitor_id'])
      site.on(`/youtubei/v1/${path}`, json(botWall))
    close('/youtubei/v1/get_panel', '/youtubei/v1/get_transcript')
    site.on('/api/timedtext', forOwnScripts(hasProof, JSON.stringify(json3)))
  })

  test('is taken from the captions that the page fetches for its own player', async () => {
    const asks = `fetch('/api/timedtext?v=${VIDEO}&lang=en&pot=proof')`
    site.on('/watch', { body: watch(gated, asks) })
    const { source, result } = await call('videosite-transcript', { video_id: VIDEO })
    assert.equal(source, 'browser')
    assert.deepEqual([result.language, result.full_text], ['en', 'This is a tide pool'])
    const pageRequest = site.requests.find(({ path }) => path === '/watch')
    assert.equal(pageRequest?.query.get('cc_lang_pref'), 'en')
  })

  test('is `blocked` when the player gets no captions, or captions in another language', async () => {
    for (const script of ['', `fetch('/api/timedtext?v=${VIDEO}&lang=de&pot=proof')`]) {
      site.on('/watch', { body: watch(gated, script) })
      const answer = await service.call(`/v1/videosite-transcript?video_id=${VIDEO}`)
      assert.equal(answer.json.detail, 'blocked', answer.text)
    }
  })

  test('fails as `no_captions` or `private` when the page says so', async () => {
    const answers = [
      [player(track('de')), 'no_captions'],
      [refused('LOGIN_REQUIRED', 'This video is private'), 'private'],
    ] as const
    for (const [state, detail] of answers) {
      site.on('/watch', { body: watch(state) })
      const answer = await service.call(`/v1/videosite-transcript?video_id=${VIDEO}`)
      assert.equal(answer.json.detail, detail, answer.text)
    }
  })
})

describe('a photosocial profile', () => {
  test('combines the data in its page with the data that its scripts fetch', async () => {
    close('/api/v1/users/web_profile_info/', `/api/v1/feed/user/${photos.NAME}/username/`)
    close('/api/graphql', `/${photos.NAME}/embed/`)
    const data = grid.inPage(photos.xigProfile.data)
    const script = `fetch('/graphql/query', { method: 'POST', body: 'doc_id=1' })`
    site.on(`/${photos.NAME}/`, behindWall(withScript(data, script)))
    site.on('/graphql/query', json(photos.gridOf(photos.posts(1, 3, photos.gridPost))))
    const { source, result } = await call('photosocial-profile', { username: photos.NAME })
    assert.equal(source, 'browser')
    assert.equal(result.identity.username, photos.NAME)
    assert.equal(result.recent_posts.length, 3)
  })
})
