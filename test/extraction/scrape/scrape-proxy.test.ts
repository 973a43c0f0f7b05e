import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type LocalProxy, startLocalProxy } from '../../support/local-proxy.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const SCHEMA = { fields: { title: 'h1' } }
const SECRET = /owner|hunter2/

let service: TestApp
let site: LocalSite
let proxy: LocalProxy
let own: LocalProxy
before(async () => {
  ;[site, proxy, own] = await Promise.all([startLocalSite(), startLocalProxy(), startLocalProxy()])
  site.on('/page', { body: '<h1>Kettle</h1>' })
  service = await startTestApp({ log_level: 'debug' })
  await allow(['127.0.0.1'])
})
after(async () => {
  await service.stop()
  await Promise.all([site.close(), proxy.close(), own.close()])
})

const secretUrl = ({ port }: LocalProxy) => `http://owner:hunter2@127.0.0.1:${port}`
const maskedUrl = ({ port }: LocalProxy) => `http://••••@127.0.0.1:${port}`
const allow = (value: string[]) => service.admin('/admin/settings/allow_hosts', { value })
const setProxy = (value: string | null) => service.admin('/admin/settings/proxy', { value })
const bodyWith = (address: string | null) => ({ name: 'proxied', schema: SCHEMA, fetch: { proxy: address } })
const create = async (address: string | null) =>
  (await service.call('/v1/parsers', { json: bodyWith(address) })).json.id as string
const replaceProxy = (id: string, address: string | null) =>
  service.call(`/v1/parsers/${id}`, { method: 'PUT', json: bodyWith(address) })
const scrape = (id: string) => service.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/page` } })

/** How many requests of a scrape went through each of the two proxies. */
async function countProxyRequests(id: string) {
  const before = [proxy.asked.length, own.asked.length] as const
  const answer = await scrape(id)
  assert.equal(answer.status, 200, answer.text)
  return { setting: proxy.asked.length - before[0], own: own.asked.length - before[1] }
}

describe('a scrape', () => {
  test('goes through the proxy in the setting as soon as it is set', async () => {
    const id = await create(null)
    assert.deepEqual(await countProxyRequests(id), { setting: 0, own: 0 })
    await setProxy(secretUrl(proxy))
    assert.deepEqual(await countProxyRequests(id), { setting: 1, own: 0 })
    assert.equal(proxy.credentials.at(-1), `Basic ${btoa('owner:hunter2')}`)
    await setProxy(null)
    assert.deepEqual(await countProxyRequests(id), { setting: 0, own: 0 })
  })

  test('prefers the proxy of its parser to that of the setting', async () => {
    await setProxy(proxy.url)
    assert.deepEqual(await countProxyRequests(await create(own.url)), { setting: 0, own: 1 })
    await setProxy(null)
  })

  test('fails when its proxy does, and never bypasses it', async () => {
    const closedProxy = await startLocalProxy()
    await closedProxy.close()
    const visits = site.requests.length
    const answer = await scrape(await create(secretUrl(closedProxy)))
    assert.deepEqual([answer.status, answer.json.detail], [502, 'connection'])
    assert.equal(answer.json.error, `The proxy 127.0.0.1:${closedProxy.port} cannot be reached.`)
    assert.doesNotMatch(answer.text, SECRET)
    assert.equal(site.requests.length, visits)
  })
})

describe("the secrets of a parser's proxy", () => {
  test('are masked in every answer', async () => {
    const created = await service.call('/v1/parsers', { json: bodyWith(secretUrl(own)) })
    const path = `/v1/parsers/${created.json.id}`
    const answers = [
      created,
      await service.call(path),
      await service.call('/v1/parsers'),
      await service.call(`${path}/versions`),
      await service.call(`${path}/versions/1/restore`, { method: 'POST' }),
      await service.call(`${path}/test`, { json: { url: `${site.url}/page` } }),
    ]
    for (const { status, text } of answers) {
      assert.ok(status < 300, text)
      assert.doesNotMatch(text, SECRET)
    }
    assert.equal(created.json.fetch.proxy, maskedUrl(own))
  })

  test('are kept when an update sends the mask back, and when a version is restored', async () => {
    const id = await create(secretUrl(own))
    assert.equal((await replaceProxy(id, maskedUrl(own))).json.fetch.proxy, maskedUrl(own))
    await service.call(`/v1/parsers/${id}/versions/1/restore`, { method: 'POST' })
    await countProxyRequests(id)
    assert.equal(own.credentials.at(-1), `Basic ${btoa('owner:hunter2')}`)
  })

  test('stay with each proxy of a list, whatever order the list is sent back in', async () => {
    const id = await create(`${secretUrl(own)}, ${secretUrl(proxy)}`)
    const changed = await replaceProxy(id, `${maskedUrl(proxy)}, http://127.0.0.1:1, ${maskedUrl(own)}`)
    assert.equal(changed.json.fetch.proxy, `${maskedUrl(proxy)}, http://127.0.0.1:1, ${maskedUrl(own)}`)
    const before = proxy.credentials.length
    for (const _ of [1, 2]) assert.equal((await scrape(id)).status, 200)
    assert.equal(proxy.credentials.length, before + 1)
    assert.equal(own.credentials.at(-1), `Basic ${btoa('owner:hunter2')}`)
    assert.equal((await replaceProxy(id, `${maskedUrl(own)}, ${maskedUrl(own)}`)).status, 400)
  })

  test('are not sent to another host that is put behind the mask, and the mask is refused in a new parser', async () => {
    const id = await create(secretUrl(own))
    const answers = [
      await replaceProxy(id, maskedUrl(proxy)),
      await service.call('/v1/parsers', { json: bodyWith(maskedUrl(own)) }),
    ]
    for (const { status, json } of answers) assert.deepEqual([status, json.field], [400, 'fetch.proxy'])
  })
})

test('an unusable proxy address is refused in a parser', async () => {
  for (const address of ['socks4://127.0.0.1:1080', 'proxy:8080', 'http://proxy.test/path', '']) {
    const answer = await service.call('/v1/parsers', { json: bodyWith(address) })
    assert.deepEqual([answer.status, answer.json.field], [400, 'fetch.proxy'])
    assert.ok(answer.json.hint)
  }
})

test("a parser's proxy must be an allowed target, like a page: none in the local network by default", async () => {
  await allow([`127.0.0.1:${site.port}`])
  const requestsBefore = own.asked.length
  const answer = await scrape(await create(own.url))
  assert.deepEqual([answer.status, answer.json.field], [400, 'fetch.proxy'])
  assert.equal(answer.json.detail, 'target_forbidden')
  assert.equal(own.asked.length, requestsBefore)
  await allow(['127.0.0.1'])
})

test('the secrets of the proxy in the setting appear in no list and no log', async () => {
  await setProxy(secretUrl(proxy))
  const list = await service.admin('/admin/settings')
  assert.match(list.text, new RegExp(maskedUrl(proxy)))
  assert.doesNotMatch(list.text, SECRET)
  const refused = await service.admin('/admin/settings/proxy', {
    value: 'socks4://owner:hunter2@127.0.0.1:1',
  })
  assert.equal(refused.status, 400)
  assert.doesNotMatch(refused.text, SECRET)
  const log = await readFile(join(service.app.dataDir, 'winnow.log'), 'utf8')
  assert.doesNotMatch(log, SECRET)
})
