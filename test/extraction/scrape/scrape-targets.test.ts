import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

let service: TestApp
let site: LocalSite
let parserId: string
before(async () => {
  site = await startLocalSite()
  // Only the site's own address is allowed: the same port under another name is still forbidden.
  service = await startTestApp({ allow_hosts: [`127.0.0.1:${site.port}`] })
  parserId = await service.parser({ fields: { title: 'h1' } })
  site.on('/', { body: '<h1>Reached</h1>' })
})
after(async () => {
  await service.stop()
  await site.close()
})

const scrape = (url: string) => service.call(`/v1/scrape/${parserId}`, { json: { url } })

/** Addresses that lead to this machine or its network. PORT is the port of the site. */
const FORBIDDEN = [
  'http://169.254.169.254/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[::1]/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://127.0.0.1/',
  'http://127.0.0.2:PORT/',
  'http://127.1/',
  'http://0/',
  'http://0.0.0.0:PORT/',
  'http://017700000001/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://localhost:PORT/',
  'http://LOCALHOST./',
  'http://shop.localhost/',
  'https://10.0.0.1/',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'data:text/html,<h1>x</h1>',
  'javascript:alert(1)',
  'http://user:password@127.0.0.1:PORT/',
]

const here = (address: string) => address.replace('PORT', String(site.port))

async function isForbidden(url: string) {
  const answer = await scrape(url)
  assert.equal(answer.status, 400, answer.text)
  assert.partialDeepStrictEqual(answer.json, { field: 'url', detail: 'target_forbidden' })
  assert.ok(answer.json.error && answer.json.hint)
  assert.equal(answer.headers.get('x-credits-used'), '0')
}

describe('a target on this machine or its network is refused, free', () => {
  for (const address of FORBIDDEN) {
    test(address, async () => {
      const requestsBefore = site.requests.length
      await isForbidden(here(address))
      assert.equal(site.requests.length, requestsBefore)
    })
  }

  test('in a parser test too', async () => {
    const json = { url: 'http://169.254.169.254/' }
    const answer = await service.call(`/v1/parsers/${parserId}/test`, { json })
    assert.deepEqual([answer.status, answer.json.detail], [400, 'target_forbidden'])
  })
})

describe('a redirect of an allowed host is refused, free, to', () => {
  const targets = FORBIDDEN.filter(address => /^(https?|file|ftp):/.test(address))
  for (const address of targets) {
    test(address, async () => {
      site.on('/away', { status: 302, headers: { location: here(address) } })
      const requestsBefore = site.requests.length
      await isForbidden(`${site.url}/away`)
      assert.equal(site.requests.length, requestsBefore + 1, 'only the redirect itself is asked')
    })
  }
})

describe('a target that the owner allows', () => {
  test('is fetched', async () => {
    assert.deepEqual((await scrape(`${site.url}/`)).json, { title: 'Reached' })
  })

  test('is fetched however its address is written', async () => {
    assert.deepEqual((await scrape(`http://2130706433:${site.port}/`)).json, { title: 'Reached' })
  })

  test('may be given as a range', async () => {
    const permissiveService = await startTestApp({ allow_hosts: ['127.0.0.0/8', '::1'] })
    const id = await permissiveService.parser({ fields: { title: 'h1' } })
    const answer = await permissiveService.call(`/v1/scrape/${id}`, {
      json: { url: `http://localhost:${site.port}/` },
    })
    await permissiveService.stop()
    assert.deepEqual([answer.status, answer.json], [200, { title: 'Reached' }], answer.text)
  })
})
