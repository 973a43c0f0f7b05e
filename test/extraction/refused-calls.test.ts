import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { prebuilts } from '../../server/prebuilt/index.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { refusingSite } from './support/refusing-site.ts'

let site: Awaited<ReturnType<typeof refusingSite>>
let service: TestApp
before(async () => {
  site = await refusingSite()
  const { url } = site
  service = await startTestApp({
    allow_hosts: '127.0.0.1',
    photosocial_url: url,
    shortvideo_url: url,
    videosite_url: url,
    realty_url: url,
  })
})
after(async () => {
  await service.stop()
  await site.close()
})

/** What each status of a platform with an empty body means for a call. */
const MEANINGS = [
  [404, 'not_found', 404],
  [451, 'unavailable', 404],
  [500, 'upstream_status', 502],
  [403, 'blocked', 502],
] as const

test('a blocked scrape hints at parsing a saved page, both in its answer and in the list of failure causes', async () => {
  site.refuseWith(403)
  const parserId = await service.parser({ fields: { title: 'h1' } })
  const { json } = await service.call(`/v1/scrape/${parserId}`, { json: { url: `${site.url}/page` } })
  assert.match(json.hint, /POST \/v1\/parse\//)
  const causes = (await service.admin('/admin/failures/causes', undefined, 'GET')).json.data
  const blocked = causes.find((one: { operation: string }) => one.operation === 'scrape')
  assert.match(blocked.hint, /POST \/v1\/parse\//)
})

for (const { id, example } of prebuilts)
  describe(`GET /v1/${id}, refused by its platform`, () => {
    const query = new URLSearchParams(
      Object.entries(example.input).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const call = () => service.call(`/v1/${id}?${query}`)

    for (const [refusal, detail, status] of MEANINGS)
      test(`with ${refusal}, means ${detail}, free, and names the API for saved pages if that helps`, async () => {
        site.refuseWith(refusal)
        const answer = await call()
        assert.deepEqual([answer.status, answer.json.detail], [status, detail], answer.text)
        assert.equal(answer.headers.get('x-credits-used'), '0')
        assert.doesNotMatch(answer.json.hint, /[{}…]/)
        const isElsewhere = detail === 'unavailable' || detail === 'blocked'
        assert.equal(answer.json.hint.includes(`POST /v1/extract/${id}`), isElsewhere, answer.json.hint)
      })
  })
