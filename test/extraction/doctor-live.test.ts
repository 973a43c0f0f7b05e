import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { prebuilts } from '../../server/prebuilt/index.ts'
import * as pages from '../prebuilt/shortvideo/pages.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const { username } = prebuilts.find(({ id }) => id === 'shortvideo-profile')!.probe as { username: string }
const PAGE = `/@${username}`
const EMBED = `/embed/@${username}`

let platform: LocalSite
let service: TestApp
before(async () => {
  platform = await startLocalSite()
  const places = ['photosocial', 'shortvideo', 'videosite', 'realty'].map(name => [
    `${name}_url`,
    platform.url,
  ])
  service = await startTestApp(Object.fromEntries(places))
  platform.on(PAGE, { status: 403, body: '<html></html>' })
  platform.on(EMBED, { body: pages.html(pages.embedState).replaceAll(pages.NAME, username) })
})
after(async () => {
  await service.stop()
  await platform.close()
})

const examine = (fields: Record<string, unknown>) => service.admin('/admin/doctor/live', fields)

describe('a live check of one source', () => {
  test('checks the first source by default, explains the failure and lists the other sources', async () => {
    const { status, json } = await examine({ api: 'shortvideo-profile' })
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(json, {
      api: 'shortvideo-profile',
      source: 'page',
      ok: false,
      sources: ['page', 'embed', 'browser'],
    })
    assert.match(json.cause, /refuses this machine/)
    assert.match(json.remedy, /Wait a few minutes/)
    assert.deepEqual(
      platform.requests.splice(0).map(({ path }) => path),
      [PAGE],
    )
  })

  test('requests only the source that is named', async () => {
    const { json } = await examine({ api: 'shortvideo-profile', source: 'embed' })
    assert.partialDeepStrictEqual(json, { source: 'embed', ok: true, cause: null, remedy: null })
    assert.deepEqual(
      platform.requests.splice(0).map(({ path }) => path),
      [EMBED],
    )
  })

  test('says how to install a browser when none is found', async () => {
    const { json } = await examine({ api: 'shortvideo-profile', source: 'browser' })
    assert.equal(json.ok, false)
    assert.match(json.remedy, /Install Chrome/)
  })

  test('takes no credits, records no call and does not remember the refusal', async () => {
    const before = await service.call('/v1/credits')
    await examine({ api: 'shortvideo-profile' })
    assert.deepEqual((await service.call('/v1/credits')).json, before.json)
    platform.requests.length = 0
    const { headers } = await service.call(`/v1/shortvideo-profile?username=${username}`)
    assert.equal(headers.get('x-source'), 'embed')
    assert.deepEqual(
      platform.requests.splice(0).map(({ path }) => path),
      [PAGE, EMBED],
    )
  })

  test('refuses unknown names of APIs and sources', async () => {
    const unknown = await examine({ api: 'shortvideo-comments-all' })
    assert.deepEqual([unknown.status, unknown.json.field], [400, 'api'])
    const { status, json } = await examine({ api: 'shortvideo-profile', source: 'feed' })
    assert.deepEqual([status, json.field], [400, 'source'])
    assert.match(json.hint, /page, embed, browser/)
  })

  for (const { id } of prebuilts)
    test(`reaches every source of ${id}, of which the last is a browser`, async () => {
      const { sources } = (await examine({ api: id })).json
      assert.equal(new Set(sources).size, sources.length)
      assert.equal(sources.at(-1), 'browser')
      for (const source of sources) {
        const { status, json } = await examine({ api: id, source })
        assert.deepEqual([status, json.source], [200, source])
      }
    })
})
