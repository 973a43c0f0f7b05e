import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { createCookieJar } from '../../../server/pages/cookie-jar.ts'
import { type LocalProxy, startLocalProxy } from '../../support/local-proxy.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { createFakeClock } from '../fake-clock.ts'
import { failure, startFetcher } from '../start-fetcher.ts'

/** A site, a list of proxies that lead to it, and a fetcher with a clock that a test can move. */
async function start(t: TestContext, count: number) {
  const site = await startLocalSite()
  const proxies = await Promise.all(Array.from({ length: count }, startLocalProxy))
  const clock = createFakeClock()
  const resolve = async () => [{ address: '93.184.216.34', family: 4 as const }]
  const list = proxies.map(({ port }) => `http://owner:hunter2@127.0.0.1:${port}`).join(', ')
  const fetcher = startFetcher({ allowHosts: [], resolve, proxy: list, clock })
  t.after(async () => {
    await fetcher.close()
    await Promise.all([site, ...proxies].map(part => part.close()))
  })
  site.on('/page', { body: 'page' })
  const url = `http://shop.test:${site.port}/page`
  return { site, proxies, clock, fetcher, url, asked: () => proxies.map(({ asked }) => asked.length) }
}

const closeProxy = async (proxy: LocalProxy) => proxy.close()

describe('proxies of a list', () => {
  test('are used in turn', async t => {
    const { fetcher, url, asked } = await start(t, 3)
    for (const _ of [1, 2, 3, 4]) await fetcher.fetch({ url })
    assert.deepEqual(asked(), [2, 1, 1])
  })

  test('each handle a whole fetch, including its redirects', async t => {
    const { fetcher, site, url, asked } = await start(t, 2)
    site.on('/start', { status: 302, headers: { location: '/page' } })
    await fetcher.fetch({ url: url.replace('page', 'start') })
    assert.deepEqual(asked(), [2, 0])
  })

  test('stay the same for a site that has set cookies', async t => {
    const { fetcher, url, asked } = await start(t, 3)
    const cookies = createCookieJar(['*.shop.test'], Date.now)
    for (const _ of [1, 2, 3]) await fetcher.fetch({ url, cookies })
    assert.deepEqual(asked(), [3, 0, 0])
  })
})

describe('a proxy of a list that fails', () => {
  test('is replaced within the same fetch, and then paused', async t => {
    const { fetcher, proxies, url, asked } = await start(t, 2)
    await closeProxy(proxies[0]!)
    for (const _ of [1, 2, 3]) assert.equal((await fetcher.fetch({ url })).status, 200)
    assert.deepEqual(asked(), [0, 3])
  })

  test('is paused when it needs another password, and used again after a minute', async t => {
    const { fetcher, proxies, clock, url, asked } = await start(t, 2)
    proxies[0]!.refuseWith(407)
    for (const _ of [1, 2, 3]) await fetcher.fetch({ url })
    assert.deepEqual(asked(), [1, 3])
    proxies[0]!.refuseWith(null)
    await clock.wait(60_000)
    for (const _ of [1, 2]) await fetcher.fetch({ url })
    assert.deepEqual(asked(), [2, 4])
  })

  test('is paused twice as long after each further failure, until it works', async t => {
    const { fetcher, proxies, clock, url, asked } = await start(t, 2)
    proxies[0]!.refuseWith(407)
    for (const seconds of [0, 60, 60, 60]) {
      await clock.wait(seconds * 1000)
      for (const _ of [1, 2]) await fetcher.fetch({ url })
    }
    assert.deepEqual(asked(), [3, 8])
  })

  test('is not paused because it cannot reach one site', async t => {
    const { fetcher, proxies, url, asked } = await start(t, 2)
    proxies[0]!.refuseWith(502)
    const secure = url.replace('http:', 'https:').replace(/:\d+/, '')
    await assert.rejects(fetcher.fetch({ url: secure }))
    proxies[0]!.refuseWith(null)
    const before = asked()
    for (const _ of [1, 2]) await fetcher.fetch({ url })
    assert.deepEqual(asked(), [before[0]! + 1, before[1]! + 1])
  })

  test('is replaced by one other proxy for all further fetches with these cookies', async t => {
    const { fetcher, proxies, url, asked } = await start(t, 2)
    const cookies = createCookieJar(['*.shop.test'], Date.now)
    await fetcher.fetch({ url, cookies })
    await closeProxy(proxies[0]!)
    for (const _ of [1, 2]) await fetcher.fetch({ url, cookies })
    assert.deepEqual(asked(), [1, 2])
  })
})

test('when all proxies are paused, the error says until when, and contains no password', async t => {
  const { fetcher, proxies, site, url } = await start(t, 2)
  for (const proxy of proxies) await closeProxy(proxy)
  await assert.rejects(fetcher.fetch({ url }), failure('connection', /cannot be reached/))
  await assert.rejects(fetcher.fetch({ url }), (error: Error & { facts: { retryAfter: number } }) => {
    assert.match(
      error.message,
      /^All 2 proxies rest after failures; 127\.0\.0\.1:\d+ is used again in \d+ seconds\.$/,
    )
    assert.doesNotMatch(JSON.stringify(error), /owner|hunter2/)
    return error.facts.retryAfter <= 60
  })
  assert.equal(site.requests.length, 0)
})

test('a single proxy is never paused, because there is no other', async t => {
  const { fetcher, proxies, url, asked } = await start(t, 1)
  proxies[0]!.refuseWith(407)
  for (const _ of [1, 2])
    await assert.rejects(fetcher.fetch({ url }), failure('connection', /another user name/))
  assert.deepEqual(asked(), [2])
})
