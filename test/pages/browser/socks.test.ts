import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { testChromium } from '../../support/chromium.ts'
import { startLocalProxy } from '../../support/local-proxy.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { startLocalSocks } from '../../support/local-socks.ts'
import { failure } from '../start-fetcher.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../test-certificate.ts'
import { startBrowser, textOf } from './start-browser.ts'

const SECRET = 'owner:hunter2'

async function start(t: TestContext, proxyOf: (port: number) => Promise<string> | string) {
  const [site, socks] = await Promise.all([startLocalSite(), startLocalSocks(SECRET)])
  const chromium = await testChromium()
  const browser = await startBrowser({
    own: { ...chromium, args: [...chromium.args, '--ignore-certificate-errors'] },
    allowHosts: [],
    // Only the proxy resolves the name to this machine.
    resolve: async () => [{ address: '93.184.216.34', family: 4 as const }],
    proxy: await proxyOf(socks.port),
  })
  t.after(async () => {
    await browser.close()
    await Promise.all([site.close(), socks.close()])
  })
  site.on('/page', { body: '<h1>Kettle</h1><script>document.title = "ran"</script>' })
  return { site, socks, browser, url: `http://shop.test:${site.port}/page` }
}

test('a browser reaches pages through a SOCKS5 proxy with a password, even over TLS', async t => {
  const { site, socks, browser, url } = await start(t, port => `socks5://${SECRET}@127.0.0.1:${port}`)
  assert.match(textOf(await browser.open({ url })), /<title>ran<\/title>/)
  const secure = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (_, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>Secret kettle</h1>'),
  ).listen(0, '127.0.0.1')
  await once(secure, 'listening')
  t.after(() => {
    secure.closeAllConnections()
    secure.close()
  })
  const { port } = secure.address() as AddressInfo
  assert.match(textOf(await browser.open({ url: `https://shop.test:${port}/` })), /Secret kettle/)
  assert.ok(socks.asked.includes(`shop.test:${site.port}`))
  assert.ok(socks.asked.includes(`shop.test:${port}`))
  assert.deepEqual(new Set(socks.credentials), new Set([SECRET]))
})

test('a browser uses the next proxy of a list when one fails', async t => {
  const { socks, browser, url } = await start(t, async port => {
    const closedProxy = await startLocalProxy()
    await closedProxy.close()
    return `${closedProxy.url}, socks5://${SECRET}@127.0.0.1:${port}`
  })
  for (const _ of [1, 2]) assert.match(textOf(await browser.open({ url })), /Kettle/)
  assert.ok(socks.asked.length > 0)
})

test('a SOCKS5 proxy that needs another password is named only by its host', async t => {
  const { browser, url } = await start(t, port => `socks5://owner:other@127.0.0.1:${port}`)
  await assert.rejects(
    browser.open({ url }),
    failure('connection', /^The proxy 127\.0\.0\.1:\d+ wants another user name or password\.$/),
  )
})
