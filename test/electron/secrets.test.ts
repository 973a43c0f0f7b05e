import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readLock } from '../../server/base/lock-file.ts'
import { until } from '../http/support/until.ts'
import { type LocalProxy, startLocalProxy } from '../support/local-proxy.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { output, run, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { desktop } from './support/desktop.ts'
import { dataFolder, endDesktop, startDesktop } from './support/start-desktop.ts'

const data = ['--data-dir', dataFolder]
const backup = join(tempFolder(), 'backup.db')

let site: LocalSite
let proxy: LocalProxy
let parser: string
before(async () => {
  ;[site, proxy] = await Promise.all([startLocalSite(), startLocalProxy()])
  site.on('/page', { body: '<h1>Kettle</h1>' })
  await output(['settings', 'allow_hosts', '127.0.0.1', ...data])
  await output(['settings', 'proxy', proxyUrl(), ...data])
  const schema = JSON.stringify({ fields: { title: 'h1' } })
  parser = JSON.parse(await output(['call', 'parser-create', 'name=test', `schema=${schema}`, ...data])).id
})
after(async () => {
  await endDesktop()
  await Promise.all([site.close(), proxy.close()])
})

const proxyUrl = () => `http://owner:hunter2@127.0.0.1:${proxy.port}`
const shownProxy = async () => {
  const [{ value, origin }] = JSON.parse(await output(['settings', 'proxy', '--json', ...data]))
  return { value, origin }
}
const scrape = (env = {}) =>
  run(['call', 'scrape', `parserId=${parser}`, `url=${site.url}/page`, ...data], env)

test('the desktop app seals a proxy that was set from the command line, and fetches through it', async () => {
  desktop.answer = async ({ buttons }) => buttons[0]!
  await startDesktop('--hidden')
  await until(async () => readLock(dataFolder))
  await output(['backup', backup, ...data])
  assert.doesNotMatch(readFileSync(backup, 'latin1'), /hunter2/)
  assert.deepEqual(await shownProxy(), { value: `http://••••@127.0.0.1:${proxy.port}`, origin: 'settings' })
  const { code, stdout } = await scrape()
  assert.equal(code, 0, stdout)
  assert.deepEqual(proxy.credentials, [`Basic ${btoa('owner:hunter2')}`])
})

test('without the app, a fetch fails rather than bypass the sealed proxy, and the error says how to fix it', async () => {
  const { app } = await import('./support/electron.ts')
  app.quit()
  await desktop.exited
  const served = await startServe(data)
  assert.match(served.stderr(), /^Warning: The setting `proxy` is sealed/m)
  assert.deepEqual(await shownProxy(), { value: 'sealed', origin: 'settings' })
  const visits = site.requests.length
  const { code, stderr } = await scrape()
  assert.equal(code, 1)
  assert.match(stderr, /The setting `proxy` is sealed.*\n.*winnow(?:\.mjs)? settings proxy.*WINNOW_PROXY/)
  assert.equal(site.requests.length, visits)
  await served.stop()
})

test('a variable or a new value replaces the sealed proxy', async () => {
  const byVariable = await scrape({ WINNOW_PROXY: proxyUrl() })
  assert.equal(byVariable.code, 0, byVariable.stdout)
  await output(['settings', 'proxy', proxyUrl(), ...data])
  const bySetting = await scrape()
  assert.equal(bySetting.code, 0, bySetting.stdout)
  assert.equal(proxy.credentials.length, 3)
})
