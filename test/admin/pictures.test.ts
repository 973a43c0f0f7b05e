import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/dot.gif', { body: DOT, headers: { 'content-type': 'image/gif' } })
  site.on('/page', { body: '<p>No picture</p>' })
  service = await startTestApp({ allow_hosts: [`127.0.0.1:${site.port}`] })
})
after(async () => {
  await service.stop()
  await site.close()
})

const picture = async (url: string) =>
  (await service.admin(`/admin/pictures?url=${encodeURIComponent(url)}`)).json

describe('pictures of other hosts', () => {
  test('are fetched by the service', async () => {
    const { data_url, error } = await picture(`${site.url}/dot.gif`)
    assert.deepEqual([data_url, error], [`data:image/gif;base64,${DOT.toString('base64')}`, null])
  })

  test('are refused, with the reason, when the address is no picture, private or invalid', async () => {
    const { data_url, error } = await picture(`${site.url}/page`)
    assert.equal(data_url, null)
    assert.match(error, /no picture at this address: it answers 200 with text\/html/)
    assert.match((await picture('http://127.0.0.1:1/dot.gif')).error, /not a public address/)
    assert.match((await picture('dot.gif')).error, /not a valid URL/)
  })
})

test('the content security policy of the app allows no pictures of other hosts', async () => {
  const { headers } = await fetch(`${service.url}/app/`)
  assert.match(headers.get('content-security-policy') ?? '', /img-src 'self' data: blob:;/)
})
