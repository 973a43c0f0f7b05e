import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await service.stop()
  await site.close()
})

const create = (fetch: object) =>
  service.call('/v1/parsers', { json: { name: 'desktop', schema: { fields: { title: 'h1' } }, fetch } })

describe('the fetch mode `desktop` outside the desktop app', () => {
  test('is a free error that says what to do', async () => {
    const { id } = (await create({ mode: 'desktop' })).json
    const balance = async () => (await service.call('/v1/credits')).json.creditBalance
    const before = await balance()
    const answer = await service.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/page` } })
    assert.deepEqual(
      [answer.status, answer.json.detail, answer.json.field],
      [502, 'no_browser', 'fetch.mode'],
    )
    assert.match(answer.json.error, /by the desktop app/)
    assert.match(answer.json.hint, /`http`, `auto` or `browser`/)
    assert.equal(site.requests.length, 0)
    assert.equal(await balance(), before)
  })

  test('cannot be combined with `wait_for`', async () => {
    const answer = await create({ mode: 'desktop', wait_for: '.price' })
    assert.deepEqual([answer.status, answer.json.field], [400, 'fetch.wait_for'])
  })
})
