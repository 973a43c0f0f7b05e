import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SEALED, type Vault } from '../../server/settings/sealed.ts'
import { openStore } from '../../server/store/open-store.ts'
import { type LocalProxy, startLocalProxy } from '../support/local-proxy.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** The keychain of one user, which can open only what it has sealed itself. */
const vaultOf = (user: string): Vault => ({
  seal: text => `${user}:${btoa(text)}`,
  open(sealed) {
    const [name, text = ''] = sealed.split(':')
    if (name !== user) throw new Error('Error while decrypting.')
    return atob(text)
  },
})

const folder = tempFolder()
/** The stored settings as a process with this keychain reads them. */
function stored(vault?: Vault) {
  const store = openStore(folder, vault)
  const all = store.settings.all()
  store.close()
  return all
}

let site: LocalSite
let proxy: LocalProxy
let service: TestApp
before(async () => {
  ;[site, proxy] = await Promise.all([startLocalSite(), startLocalProxy()])
  site.on('/page', { body: '<h1>Kettle</h1>' })
  const store = openStore(folder, vaultOf('me'))
  await store.settings.set('proxy', 'http://owner:hunter2@127.0.0.1:9')
  await store.settings.set('user_agent', 'Visible')
  store.close()
})
after(async () => {
  await service.stop()
  await Promise.all([site.close(), proxy.close()])
})

const row = async () =>
  (await service.admin('/admin/settings')).json.data.find(({ name }: { name: string }) => name === 'proxy')
const warnings = async () => (await service.admin('/admin/status')).json.warnings
async function scrape(fetch = {}) {
  const parser = await service.parser({ fields: { title: 'h1' } }, { fetch })
  return service.call(`/v1/scrape/${parser}`, { json: { url: `${site.url}/page` } })
}

test('only secret settings are sealed, and only the keychain that sealed them can open them', () => {
  const unsealed = { proxy: 'http://owner:hunter2@127.0.0.1:9', user_agent: 'Visible' }
  assert.deepEqual(stored(vaultOf('me')), unsealed)
  for (const vault of [undefined, vaultOf('somebody else')])
    assert.deepEqual(stored(vault), { proxy: SEALED, user_agent: 'Visible' })
})

test('a service that cannot open a sealed setting starts, shows it as sealed, and warns', async () => {
  service = await startTestApp({ data_dir: folder, allow_hosts: ['127.0.0.1'] })
  const { value, origin, secret } = await row()
  assert.deepEqual({ value, origin, secret }, { value: 'sealed', origin: 'settings', secret: true })
  assert.match((await warnings())[0], /The setting `proxy` is sealed/)
})

test('a fetch that needs the sealed proxy fails for free and says what to do', async () => {
  const { status, json, headers } = await scrape()
  assert.equal(status, 503)
  assert.match(json.error, /^The setting `proxy` is sealed/)
  assert.match(json.hint, /winnow settings proxy .* WINNOW_PROXY/)
  assert.equal(headers.get('x-credits-used'), '0')
  assert.deepEqual(site.requests, [])
})

test('a parser with its own proxy does not need the sealed one', async () => {
  assert.equal((await scrape({ proxy: proxy.url })).status, 200)
  assert.equal(proxy.asked.length, 1)
})

test('a setting is no longer sealed once it has been set again', async () => {
  await service.admin('/admin/settings/proxy', { value: null })
  assert.deepEqual([(await row()).value, await warnings()], [null, []])
  assert.equal((await scrape()).status, 200)
})
