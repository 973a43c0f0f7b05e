import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import type { LocalSite, SiteHandler } from '../../support/local-site.ts'
import { createFakeClock } from '../fake-clock.ts'
import { failure, startFetcher, startSiteAndFetcher } from '../start-fetcher.ts'

/** A site, and a fetcher that may retry twice and whose pauses take no time. */
async function start(t: TestContext, options: Parameters<typeof startSiteAndFetcher>[1] = {}) {
  const clock = createFakeClock()
  return { clock, ...(await startSiteAndFetcher(t, { retries: 2, clock, ...options })) }
}

/** Answers requests with these answers in order. The last one is repeated. */
const answerInTurn = (site: LocalSite, path: string, ...answers: SiteHandler[]) =>
  site.on(path, (request, response) => {
    const answer = (answers.length > 1 ? answers.shift() : answers[0])!
    if (typeof answer === 'function') return answer(request, response)
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
  })

const breakOff: SiteHandler = (_, response) => void response.destroy()

describe('a fetch that fails temporarily', () => {
  const failures: [what: string, failing: SiteHandler][] = [
    ['a 500', { status: 500 }],
    ['a 503', { status: 503 }],
    ['a 429', { status: 429 }],
    ['a broken connection', breakOff],
    ['a body that breaks off', (_, response) => void response.writeHead(200, { 'content-length': '9' }).write('half', () => response.destroy())],
  ] // biome-ignore format: a table
  for (const [what, failing] of failures)
    test(`is retried after ${what}`, async t => {
      const { site, fetcher, clock } = await start(t)
      answerInTurn(site, '/', failing, failing, { body: 'page' })
      const page = await fetcher.fetch({ url: site.url })
      assert.deepEqual([page.status, Buffer.from(page.bytes).toString()], [200, 'page'])
      assert.equal(site.requests.length, 3)
      assert.deepEqual(clock.waits, [500, 1_000])
    })

  test('returns the last answer when all attempts fail', async t => {
    const { site, fetcher } = await start(t)
    answerInTurn(site, '/', { status: 500 }, { status: 502 }, { status: 503, body: 'later' })
    const page = await fetcher.fetch({ url: site.url })
    assert.deepEqual([page.status, Buffer.from(page.bytes).toString()], [503, 'later'])
    assert.equal(site.requests.length, 3)
  })

  test('throws the last error when all attempts fail', async t => {
    const { site, fetcher } = await start(t)
    answerInTurn(site, '/', { status: 500 }, breakOff)
    await assert.rejects(fetcher.fetch({ url: site.url }), failure('connection', /was lost/))
    assert.equal(site.requests.length, 3)
  })

  test('is retried as often as the setting says', async t => {
    for (const retries of [0, 1, 5]) {
      const { site, fetcher } = await start(t, { retries, timeoutMs: 60_000 })
      site.on('/', { status: 503 })
      await fetcher.fetch({ url: site.url })
      assert.equal(site.requests.length, retries + 1)
    }
  })

  test('is retried from the redirect that failed, not from its first address', async t => {
    const { site, fetcher } = await start(t)
    site.on('/start', { status: 302, headers: { location: '/end' } })
    answerInTurn(site, '/end', { status: 503 }, { body: 'end' })
    await fetcher.fetch({ url: `${site.url}/start` })
    assert.deepEqual(
      site.requests.map(({ path }) => path),
      ['/start', '/end', '/end'],
    )
  })

  test('can reach a server that starts a moment later', async t => {
    const server = createServer(socket =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\npage')),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise(resolve => server.close(resolve))
    const clock = createFakeClock()
    const fetcher = startFetcher({
      retries: 1,
      clock: { ...clock, wait: async () => void (await once(server.listen(port, '127.0.0.1'), 'listening')) },
    })
    t.after(() => Promise.all([fetcher.close(), new Promise(resolve => server.close(resolve))]))
    assert.equal(
      (await fetcher.fetch({ url: `http://127.0.0.1:${port}/`, method: 'POST', body: 'x' })).status,
      200,
    )
  })
})

describe('a site that sends Retry-After', () => {
  test('is requested again after that time in seconds', async t => {
    const { site, fetcher, clock } = await start(t, { timeoutMs: 60_000 })
    answerInTurn(site, '/', { status: 429, headers: { 'retry-after': '20' } }, {})
    assert.equal((await fetcher.fetch({ url: site.url })).status, 200)
    assert.deepEqual(clock.waits, [20_000])
  })

  test('is requested again at that date', async t => {
    const clock = createFakeClock({ start: Date.parse('2026-01-15T09:30:00Z') })
    const { site, fetcher } = await start(t, { timeoutMs: 60_000, clock })
    answerInTurn(site, '/', { status: 503, headers: { 'retry-after': 'Thu, 15 Jan 2026 09:30:07 GMT' } }, {})
    assert.equal((await fetcher.fetch({ url: site.url })).status, 200)
    assert.deepEqual(clock.waits, [7_000])
  })

  const late: [what: string, timeoutMs: number, seconds: string][] = [
    ['after the time for the fetch', 10_000, '10'],
    ['after more than 30 s', 600_000, '31'],
  ]
  for (const [what, timeoutMs, seconds] of late)
    test(`is not requested again when that is ${what}`, async t => {
      const { site, fetcher, clock } = await start(t, { timeoutMs })
      site.on('/', { status: 429, headers: { 'retry-after': seconds } })
      assert.equal((await fetcher.fetch({ url: site.url })).status, 429)
      assert.deepEqual([site.requests.length, clock.waits], [1, []])
    })
})

describe('a fetch is not retried', () => {
  for (const status of [400, 401, 403, 404, 410, 451])
    test(`after ${status}`, async t => {
      const { site, fetcher } = await start(t)
      site.on('/', { status })
      await fetcher.fetch({ url: site.url })
      assert.equal(site.requests.length, 1)
    })

  test('when its method could have an effect twice', async t => {
    const { site, fetcher } = await start(t)
    const send = (safe: boolean) => fetcher.fetch({ url: site.url, method: 'POST', body: 'order=1', safe })
    for (const failing of [breakOff, { status: 503 }]) {
      site.on('/', failing)
      await send(false).catch(() => undefined)
    }
    assert.equal(site.requests.length, 2)
    await send(true)
    assert.equal(site.requests.length, 5)
  })

  test('when its page is too large, its target forbidden, its time limit over or its caller gone', async t => {
    const { site, fetcher, clock } = await start(t)
    site.on('/', { status: 503, body: 'x'.repeat(1_000) })
    await assert.rejects(fetcher.fetch({ url: site.url, maxBytes: 10 }), failure('page_too_large'))
    await assert.rejects(fetcher.fetch({ url: 'http://10.0.0.1/' }), failure('target_forbidden'))
    // The request may time out before the site has received it.
    site.on('/slow', () => undefined)
    await assert.rejects(fetcher.fetch({ url: `${site.url}/slow`, timeoutMs: 50 }), failure('timeout'))
    const caller = new AbortController()
    site.on('/', () => caller.abort())
    await assert.rejects(fetcher.fetch({ url: site.url, signal: caller.signal }), failure('cancelled'))
    assert.deepEqual(clock.waits, [])
    assert.equal(site.requests.filter(({ path }) => path === '/').length, 2)
    assert.ok(site.requests.length <= 3)
  })

  test('when its caller cancels during the pause', async t => {
    const caller = new AbortController()
    const clock = createFakeClock()
    const wait = (_: number, signal?: AbortSignal) => {
      caller.abort()
      return Promise.reject(signal!.reason)
    }
    const { site, fetcher } = await start(t, { clock: { ...clock, wait } })
    site.on('/', { status: 503 })
    const abortedFetch = fetcher.fetch({ url: site.url, signal: caller.signal })
    await assert.rejects(abortedFetch, failure('cancelled', /127\.0\.0\.1/))
    assert.equal(site.requests.length, 1)
  })
})
