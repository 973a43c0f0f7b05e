import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { readLock } from '../../server/base/lock-file.ts'
import { until } from '../http/support/until.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../pages/test-certificate.ts'
import { type LocalProxy, startLocalProxy } from '../support/local-proxy.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { output, run } from '../support/run-cli.ts'
import { desktop } from './support/desktop.ts'
import { partitions } from './support/network.ts'
import { dataFolder, endDesktop, startDesktop } from './support/start-desktop.ts'

const data = ['--data-dir', dataFolder]

let site: LocalSite
let proxy: LocalProxy
before(async () => {
  ;[site, proxy] = await Promise.all([startLocalSite(), startLocalProxy()])
  site.on('/page', { body: '<h1>Kettle</h1>', headers: { 'set-cookie': 'seen=1' } })
  desktop.answer = async ({ buttons }) => buttons[0]!
  await startDesktop('--hidden')
  await until(async () => readLock(dataFolder))
  await set('allow_hosts', '127.0.0.1')
})
after(async () => {
  await endDesktop()
  await Promise.all([site.close(), proxy.close()])
})

const set = (name: string, value: string) => output(['settings', name, value, ...data])

async function parserWith(fetch: object): Promise<string> {
  const schema = JSON.stringify({ fields: { title: 'h1' } })
  const parserArgs = ['parser-create', 'name=test', `schema=${schema}`, `fetch=${JSON.stringify(fetch)}`]
  return JSON.parse(await output(['call', ...parserArgs, ...data])).id
}

async function scrape(fetch: object, url: string) {
  const call = ['call', 'scrape', `parserId=${await parserWith(fetch)}`, `url=${url}`, ...data]
  const { code, stdout, stderr } = await run(call)
  return { code, title: code === 0 ? JSON.parse(stdout).title : null, stderr }
}

const byDesktop = { mode: 'desktop' }

test('desktop mode fetches each page without cookies of earlier fetches', async () => {
  site.on('/page', (request, response) => {
    response.setHeader('set-cookie', 'seen=1')
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(`<h1>${request.headers.cookie ?? 'no cookie'}</h1>`))
  })
  for (const _ of [1, 2]) assert.equal((await scrape(byDesktop, `${site.url}/page`)).title, 'no cookie')
  assert.ok([...partitions.keys()].every(name => !name.startsWith('persist:')))
  assert.equal(partitions.size, 1)
})

test('desktop mode follows redirects, and the guard checks each of them', async () => {
  site.on('/start', { status: 302, headers: { location: '/end' } })
  site.on('/end', { body: '<h1>End</h1>' })
  assert.equal((await scrape(byDesktop, `${site.url}/start`)).title, 'End')
  site.on('/inside', { status: 302, headers: { location: 'http://10.0.0.1/' } })
  const { code, stderr } = await scrape(byDesktop, `${site.url}/inside`)
  assert.equal(code, 1)
  assert.match(stderr, /10\.0\.0\.1 is not a public address/)
})

test('desktop mode refuses a host name that resolves to this machine when it connects', async () => {
  await set('allow_hosts', 'shop.example')
  const { code, stderr } = await scrape(byDesktop, `http://localhost:${site.port}/page`)
  assert.equal(code, 1)
  assert.match(stderr, /is not a public address/)
  await set('allow_hosts', '127.0.0.1')
})

test('desktop mode uses the proxy of the parser', async () => {
  site.on('/plain', { body: '<h1>Plain</h1>' })
  const { title } = await scrape({ ...byDesktop, proxy: proxy.url }, `${site.url}/plain`)
  assert.equal(title, 'Plain')
  assert.deepEqual(proxy.asked, [`GET ${site.url}/plain`])
})

test('desktop mode tunnels TLS through the proxy, and refuses a certificate for another host', async t => {
  const trusted = getCACertificates('default')
  setDefaultCACertificates([TEST_CERTIFICATE])
  const secure = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (_, response) =>
    response.end('<h1>Secret</h1>'),
  ).listen(0, '127.0.0.1')
  await once(secure, 'listening')
  t.after(() => {
    setDefaultCACertificates(trusted)
    secure.closeAllConnections()
    secure.close()
  })
  const { port } = secure.address() as AddressInfo
  await set('allow_hosts', '127.0.0.1,shop.test,wrong.test')
  const fetch = { ...byDesktop, proxy: proxy.url }
  const page = await scrape(fetch, `https://shop.test:${port}/`)
  assert.equal(page.title, 'Secret', page.stderr)
  assert.ok(proxy.asked.includes(`CONNECT shop.test:${port}`))
  const wrongHost = await scrape(fetch, `https://wrong.test:${port}/`)
  assert.match(wrongHost.stderr, /No secure connection to wrong\.test/)
  await set('allow_hosts', '127.0.0.1')
})

test('desktop mode refuses a page that is too large when decompressed', async () => {
  await set('fetch_max_bytes', '2000')
  site.on('/large', (_, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(`<h1>${'x'.repeat(1_000_000)}</h1>`))
  })
  const { code, stderr } = await scrape(byDesktop, `${site.url}/large`)
  assert.equal(code, 1)
  assert.match(stderr, /is too large/)
  await set('fetch_max_bytes', '16777216')
})

test('`auto` tries desktop mode before a browser when the site blocks plain HTTP', async () => {
  let visits = 0
  site.on('/guarded', (_, response) => {
    visits++
    if (visits === 1) return response.writeHead(403).end('<h1>Forbidden</h1>')
    response.end('<h1>Open</h1>')
  })
  const { title, stderr } = await scrape({ mode: 'auto' }, `${site.url}/guarded`)
  assert.equal(title, 'Open', stderr)
  assert.equal(visits, 2)
})
