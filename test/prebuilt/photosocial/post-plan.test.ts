import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photosocialPost } from '../../../server/prebuilt/photosocial/post/post.ts'
import { QUERIES } from '../../../server/prebuilt/photosocial/queries.ts'
import { loaded } from '../support/loaded.ts'
import { fakePlatform, type PlatformAnswer, variablesOf } from './fake-platform.ts'
import * as films from './film-pages.ts'
import * as html from './html-pages.ts'
import * as pages from './pages.ts'
import { BROKEN_EMBED, FRAME, GATE, NO_POST } from './refusals.ts'

const api = await loaded(photosocialPost)

const CODE = pages.codeOf(1)
const PAGE = `/p/${CODE}/`
const EMBED = `/p/${CODE}/embed/captioned/`
const INFO = `/api/v1/media/${pages.idOf(1)}/info/`
const QUERY = QUERIES.post.id
const FORMER_QUERY = QUERIES.formerPost.id
const SHARE = '/share/reel/BAf7vyMOu4/'

async function plan(
  answers: Record<string, PlatformAnswer>,
  url = `https://www.instagram.com/reel/${CODE}/?igsh=a`,
) {
  const { upstream, asked, names } = fakePlatform(answers)
  const payloads = await api.plan({ url }, upstream)
  return {
    asked,
    names: names(),
    sources: [...new Set(payloads.map(({ source }) => source))],
    post: api.read(payloads, { url }),
  }
}

const assertFails = (code: string, answers: Record<string, PlatformAnswer>, url?: string) =>
  assert.rejects(plan(answers, url), { name: 'AppError', code })

const fullAnswer = { body: html.inPage(films.xigPost(films.flatFilm).data) }
const head = { body: `<head>${html.postHead}</head>` }

describe('the requests for a post', () => {
  test('end with its page when that has all the data', async () => {
    const { asked, names, post } = await plan({ [PAGE]: fullAnswer })
    assert.deepEqual(names, [PAGE])
    assert.equal(asked[0]!.headers?.['sec-fetch-mode'], 'navigate')
    assert.equal(post.likes, 101)
  })

  test('continue with a query when the page has rounded counts and no time', async () => {
    const { asked, names, sources, post } = await plan({
      [PAGE]: head,
      [QUERY]: { body: films.xigPost(films.flatFilm) },
    })
    assert.deepEqual(names, [PAGE, QUERY])
    assert.deepEqual(variablesOf(asked[1]), { media_id: pages.idOf(1) })
    assert.deepEqual(sources, ['page', 'query'])
    assert.equal(post.likes, 101)
  })

  test('continue to the last source, and settle for the data there is', async () => {
    const { asked, names, post } = await plan({ [PAGE]: head })
    assert.deepEqual(names, [PAGE, QUERY, FORMER_QUERY, EMBED, INFO])
    assert.equal(new URL(asked[2]!.url).pathname, '/graphql/query')
    assert.doesNotMatch(asked[3]!.headers!['user-agent']!, /Mozilla/)
    assert.equal(post.likes, 1_204)
  })

  test('continue after a broken embed, since the owner may have disabled embedding', async () => {
    const { sources } = await plan({
      [EMBED]: { body: BROKEN_EMBED },
      [INFO]: { body: { items: [films.flatFilm] } },
    })
    assert.deepEqual(sources, ['media_info'])
  })

  test('first resolve a short link, through redirects, a login page or the page it shows', async () => {
    const ends: PlatformAnswer[] = [
      { body: '', url: `/reel/${CODE}/?igsh=a` },
      { body: '', url: `/accounts/login/?next=%2Freel%2F${CODE}%2F` },
      { body: `<head>${html.postHead}</head>` },
    ]
    for (const end of ends) {
      const { names } = await plan({ [SHARE]: end, [PAGE]: fullAnswer }, `https://www.instagram.com${SHARE}`)
      assert.deepEqual(names, [SHARE, PAGE])
    }
  })
})

describe('a call for a post fails', () => {
  test('with the error that the platform reports', async () => {
    await assertFails('not_found', { [QUERY]: { body: NO_POST } })
    await assertFails('unavailable', { [QUERY]: { body: GATE } })
    await assertFails('not_found', { [PAGE]: { status: 404, body: '<title>Page Not Found</title>' } })
  })

  test('as `blocked` when only an uncertain sign says that the post is missing', async () => {
    await assertFails('blocked', {})
    await assertFails('blocked', { [EMBED]: { body: BROKEN_EMBED } })
    await assertFails('blocked', { [PAGE]: { body: FRAME } })
    await assertFails('blocked', { [PAGE]: { body: '', url: '/challenge/?next=/p/a/' } })
  })

  test('as `not_found` when a second uncertain sign confirms the first', async () => {
    await assertFails('not_found', { [PAGE]: { body: FRAME }, [EMBED]: { body: BROKEN_EMBED } })
  })

  test('when a short link does not lead to a post', async () => {
    await assertFails('not_found', { [SHARE]: { body: FRAME } }, SHARE)
    await assertFails('blocked', { [SHARE]: { body: '', url: '/accounts/login/' } }, SHARE)
  })
})
