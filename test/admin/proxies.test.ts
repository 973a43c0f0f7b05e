import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type LocalProxy, startLocalProxy } from '../support/local-proxy.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
let site: LocalSite
let proxies: LocalProxy[]
let parser: string
before(async () => {
  site = await startLocalSite()
  proxies = await Promise.all([startLocalProxy(), startLocalProxy()])
  site.on('/page', { body: '<h1>Kettle</h1>' })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
  const created = await service.call('/v1/parsers', {
    json: { name: 'proxied', schema: { fields: { title: 'h1' } } },
  })
  parser = created.json.id
})
after(async () => {
  await service.stop()
  await Promise.all([site, ...proxies].map(part => part.close()))
})

const setProxy = (value: string | null) => service.admin('/admin/settings/proxy', { value })
const states = async () => (await service.admin('/admin/proxies')).json.data
const maskedUrl = ({ port }: LocalProxy) => `http://••••@127.0.0.1:${port}`
const secretUrl = ({ port }: LocalProxy) => `http://owner:hunter2@127.0.0.1:${port}`
const balance = async () => (await service.call('/v1/credits')).json.creditBalance
const scrape = () => service.call(`/v1/scrape/${parser}`, { json: { url: `${site.url}/page` } })

test('the list of proxies is empty when none is set', async () => {
  assert.deepEqual(await states(), [])
})

test('a failing proxy rests, its owner can see and end that, and the log names it without its password', async () => {
  await setProxy(proxies.map(secretUrl).join())
  proxies[0]!.refuseWith(407)
  const before = await balance()
  assert.equal((await scrape()).status, 200)
  assert.equal(await balance(), before - 1)

  const [first, second] = await states()
  const host = `127.0.0.1:${proxies[0]!.port}`
  assert.equal(first.address, maskedUrl(proxies[0]!))
  assert.deepEqual(
    [first.failures, first.error],
    [1, `The proxy ${host} wants another user name or password.`],
  )
  assert.ok(Date.parse(first.rests_until) > Date.now())
  assert.deepEqual(second, { address: maskedUrl(proxies[1]!), rests_until: null, failures: 0, error: null })

  const woken = await service.admin('/admin/proxies/wake', {})
  assert.deepEqual(woken.json.data[0], { ...second, address: maskedUrl(proxies[0]!) })
  const log = await readFile(join(service.app.dataDir, 'winnow.log'), 'utf8')
  assert.match(
    log,
    new RegExp(`The proxy ${host} wants another user name or password. It rests for 60 seconds.`),
  )
  assert.doesNotMatch(log, /hunter2/)
})

test('a call is free and says when to retry while all proxies rest', async () => {
  for (const proxy of proxies) proxy.refuseWith(407)
  await scrape()
  const before = await balance()
  const answer = await scrape()
  assert.deepEqual([answer.status, answer.json.detail], [502, 'connection'])
  assert.match(
    answer.json.error,
    /^All 2 proxies rest after failures; 127\.0\.0\.1:\d+ is used again in \d+ seconds\.$/,
  )
  assert.ok(Number(answer.headers.get('retry-after')) <= 60)
  assert.equal(await balance(), before)
})

test('a list of proxies that is saved with masked passwords keeps them', async () => {
  const other = await startLocalProxy()
  const changed = await setProxy(`${maskedUrl(proxies[1]!)}, ${other.url}`)
  assert.equal(changed.json.value, `${maskedUrl(proxies[1]!)}, ${other.url}`)
  assert.equal(service.app.settings.values.proxy, `${secretUrl(proxies[1]!)}, ${other.url}`)
  assert.equal((await setProxy(maskedUrl(other))).status, 400)
  await setProxy(null)
  await other.close()
})
