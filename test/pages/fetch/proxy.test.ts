import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { AppError } from '../../../server/base/errors.ts'
import { exchange } from '../../../server/pages/fetch/exchange.ts'
import { createGuard } from '../../../server/pages/guard.ts'
import { createProxies } from '../../../server/pages/proxies/proxies.ts'
import { explainProxy } from '../../../server/pages/proxies/proxy-errors.ts'
import { startLocalProxy } from '../../support/local-proxy.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { createFakeClock } from '../fake-clock.ts'
import { failure, startFetcher } from '../start-fetcher.ts'
import { TEST_CERTIFICATE as cert, TEST_KEY as key } from '../test-certificate.ts'

type Options = Parameters<typeof startFetcher>[0]

/**
 * A site, a proxy that leads to it, and a fetcher. The names of the site resolve to public addresses, but the proxy leads
 * them to this machine.
 */
async function start(t: TestContext, options: Options = {}) {
  const [site, proxy] = await Promise.all([startLocalSite(), startLocalProxy()])
  const resolve = async () => [{ address: '93.184.216.34', family: 4 as const }]
  const fetcher = startFetcher({ allowHosts: [], resolve, proxy: proxy.url, ...options })
  t.after(async () => {
    await fetcher.close()
    await Promise.all([proxy.close(), site.close()])
  })
  site.on('/private-path', { body: 'page' })
  return { site, proxy, fetcher, url: `http://shop.test:${site.port}/private-path` }
}

/** For `assert.rejects`: users and logs see neither the credentials of the proxy nor the path of the page. */
const withoutSecrets = (says: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError)
  assert.equal(error.code, 'connection')
  assert.match(error.message, says)
  const all = `${JSON.stringify(error)} ${error.stack} ${String(error.facts.cause)}`
  assert.doesNotMatch(all, /owner|hunter2|b3duZXI6aHVudGVyMg|private-path/)
  return true
}

const withSecret = (url: string) => url.replace('://', '://owner:hunter2@')

/** Starts a server that answers every request with this text. Returns its address. */
async function startServer(t: TestContext, answer: string): Promise<string> {
  const server = createTcpServer(socket =>
    socket.on('error', () => {}).once('data', () => socket.end(answer)),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a proxy that does not answer a request for a tunnel is asked again for the next page', async t => {
  let asked = 0
  const server = createTcpServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => ++asked > 1 && socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const proxies = createProxies(
    createGuard(() => []),
    {},
    50,
  )
  t.after(async () => {
    await proxies.close()
    server.close()
  })
  const ask = () =>
    exchange({
      connections: proxies.through({ address, trusted: true }),
      url: new URL('https://shop.test/'),
      method: 'GET',
      headers: {},
      body: null,
      maxBytes: 1_000,
      signal: t.signal,
      bodyless: () => false,
      begun: () => undefined,
    }).catch(error => {
      throw explainProxy(error, address, false)
    })
  await assert.rejects(ask(), withoutSecrets(/did not pass the request on \(it took too long\)/))
  await assert.rejects(ask(), withoutSecrets(/did not pass the request on \(HTTP 502\)/))
})

describe('a fetch through a proxy', () => {
  test('over HTTP sends the request to the proxy', async t => {
    const { site, proxy, fetcher, url } = await start(t)
    const page = await fetcher.fetch({ url: `${url}?q=1` })
    assert.deepEqual([page.status, Buffer.from(page.bytes).toString()], [200, 'page'])
    assert.deepEqual(proxy.asked, [`GET ${url}?q=1`])
    assert.equal(site.requests[0]!.headers.host, `shop.test:${site.port}`)
  })

  test('uses the proxy for redirects and further attempts, too', async t => {
    const { site, proxy, fetcher, url } = await start(t, { retries: 1, clock: createFakeClock() })
    const elsewhere = `http://other.test:${site.port}/private-path`
    let answers = 0
    site.on('/private-path', (_, response) => response.writeHead(answers++ ? 200 : 503).end())
    site.on('/start', { status: 302, headers: { location: elsewhere } })
    await fetcher.fetch({ url: url.replace('private-path', 'start') })
    assert.deepEqual(proxy.asked, [
      `GET ${url.replace('private-path', 'start')}`,
      `GET ${elsewhere}`,
      `GET ${elsewhere}`,
    ])
  })

  test('sends user and password to the proxy only', async t => {
    const { site, proxy, fetcher, url } = await start(t, { allowHosts: ['127.0.0.1'] })
    await fetcher.fetch({ url, proxy: withSecret(proxy.url) })
    assert.deepEqual(proxy.credentials, [`Basic ${btoa('owner:hunter2')}`])
    assert.equal(site.requests[0]!.headers['proxy-authorization'], undefined)
  })

  test('prefers its own proxy to the one in the settings', async t => {
    const { proxy, fetcher, url } = await start(t, { allowHosts: ['127.0.0.1'] })
    const own = await startLocalProxy()
    t.after(own.close)
    await fetcher.fetch({ url, proxy: own.url })
    assert.deepEqual([proxy.asked.length, own.asked.length], [0, 1])
  })
})

describe('a tunnel through a proxy', () => {
  const trusted = getCACertificates('default')
  before(() => setDefaultCACertificates([cert]))
  after(() => setDefaultCACertificates(trusted))

  async function startSecure(t: TestContext, options: Options = {}) {
    const parts = await start(t, options)
    const server = createServer({ cert, key }, (_, response) => response.end('secret page'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    return { ...parts, port, secure: `https://shop.test:${port}/private-path` }
  }

  test('transfers a page over HTTPS', async t => {
    const { proxy, fetcher, secure, port } = await startSecure(t)
    for (const _ of [1, 2])
      assert.equal(Buffer.from((await fetcher.fetch({ url: secure })).bytes).toString(), 'secret page')
    assert.deepEqual(proxy.asked, [`CONNECT shop.test:${port}`])
  })

  test('still rejects a certificate for another host', async t => {
    const { fetcher, port } = await startSecure(t)
    await assert.rejects(fetcher.fetch({ url: `https://wrong.test:${port}/` }), failure('tls', /wrong\.test/))
  })

  const refusals: [status: number, says: RegExp][] = [
    [407, /^The proxy 127\.0\.0\.1:\d+ wants another user name or password\.$/],
    [401, /^The proxy 127\.0\.0\.1:\d+ wants another user name or password\.$/],
    [502, /^The proxy 127\.0\.0\.1:\d+ did not pass the request on \(HTTP 502\)\.$/],
  ]
  for (const [status, says] of refusals)
    test(`that is refused with ${status} is a connection error`, async t => {
      const { proxy, fetcher, secure } = await startSecure(t, { allowHosts: ['127.0.0.1'] })
      proxy.refuseWith(status)
      const wrong = fetcher.fetch({ url: secure, proxy: withSecret(proxy.url) })
      await assert.rejects(wrong, withoutSecrets(says))
    })
})

describe('a proxy that does not work', () => {
  test('is named only by its host when it cannot be reached', async t => {
    const { proxy, site, fetcher, url } = await start(t, { allowHosts: ['127.0.0.1'] })
    await proxy.close()
    for (const target of [url, url.replace('http', 'https')])
      await assert.rejects(
        fetcher.fetch({ url: target, proxy: withSecret(proxy.url) }),
        withoutSecrets(/^The proxy 127\.0\.0\.1:\d+ cannot be reached\.$/),
      )
    assert.equal(site.requests.length, 0)
  })

  test('is tried again, since it may be starting', async t => {
    const clock = createFakeClock()
    const { fetcher, proxy, url } = await start(t, { retries: 2, clock })
    await proxy.close()
    await assert.rejects(fetcher.fetch({ url }), failure('connection', /cannot be reached/))
    assert.equal(clock.waits.length, 2)
  })

  test('is reported as needing another password', async t => {
    const { proxy, fetcher, url } = await start(t)
    proxy.refuseWith(407)
    await assert.rejects(fetcher.fetch({ url }), failure('connection', /^The proxy .* wants another user/))
  })

  const own: [status: number, headers: Record<string, string>, says: RegExp][] = [
    [401, { server: 'tinyproxy/1.11.1' }, /wants another user name or password/],
    [500, { server: 'tinyproxy/1.11.1' }, /did not pass the request on \(HTTP 500\)/],
    [503, { 'x-squid-error': 'ERR_DNS_FAIL 0' }, /did not pass the request on \(HTTP 503\)/],
  ]
  for (const [status, headers, says] of own)
    test(`is not mistaken for the site when it answers ${status} itself`, async t => {
      const { proxy, fetcher, url } = await start(t)
      proxy.refuseWith(status, headers)
      await assert.rejects(fetcher.fetch({ url }), failure('connection', says))
    })

  test('is not blamed for an error status of the site', async t => {
    const { site, fetcher, url } = await start(t)
    site.on('/private-path', {
      status: 401,
      headers: { 'www-authenticate': 'Basic', via: '1.1 vm (tinyproxy)' },
    })
    assert.equal((await fetcher.fetch({ url })).status, 401)
  })

  test('is reported when it closes the connection', async t => {
    const { fetcher } = await start(t, { proxy: await startServer(t, '') })
    await assert.rejects(fetcher.fetch({ url: 'https://shop.test/' }), failure('connection', /^The proxy/))
    await assert.rejects(fetcher.fetch({ url: 'http://shop.test/' }), failure('connection', /was lost/))
  })
})

test('a server that is no proxy is named as such, not the site', async t => {
  const proxy = await startServer(t, 'SSH-2.0-OpenSSH_9.9\r\n')
  const { fetcher } = await start(t, { proxy })
  for (const url of ['https://shop.test/', 'http://shop.test/'])
    await assert.rejects(
      fetcher.fetch({ url }),
      failure('connection', /^The proxy 127\.0\.0\.1:\d+ sent an answer that is not valid HTTP\.$/),
    )
})

describe('the guard', () => {
  const internalUrls = ['http://10.0.0.1/', 'http://[::1]/', 'http://localhost/', 'ftp://shop.test/']
  for (const url of internalUrls)
    test(`keeps ${url} from being requested through a proxy`, async t => {
      const { proxy, fetcher } = await start(t)
      await assert.rejects(fetcher.fetch({ url }), failure('target_forbidden'))
      assert.equal(proxy.asked.length, 0)
    })

  test('keeps names that resolve to this network from being requested through a proxy', async t => {
    const resolve = async () => [{ address: '10.0.0.1', family: 4 as const }]
    const { proxy, fetcher, url } = await start(t, { resolve })
    await assert.rejects(
      fetcher.fetch({ url }),
      failure('target_forbidden', /^shop\.test leads to 10\.0\.0\.1/),
    )
    assert.equal(proxy.asked.length, 0)
  })

  test('checks the proxy of a request like a target, by address and by name', async t => {
    const { proxy, fetcher, url } = await start(t)
    const field = ({ code, facts }: AppError) => code === 'target_forbidden' && facts.field === 'fetch.proxy'
    await assert.rejects(fetcher.fetch({ url, proxy: proxy.url }), field)
    const resolve = async (host: string) => [
      { address: host === 'shop.test' ? '93.184.216.34' : '127.0.0.1', family: 4 as const },
    ]
    const byHostName = await start(t, { resolve, proxy: null })
    const byName = byHostName.proxy.url.replace('127.0.0.1', 'proxy.test')
    await assert.rejects(byHostName.fetcher.fetch({ url: byHostName.url, proxy: byName }), field)
    assert.deepEqual([proxy.asked.length, byHostName.proxy.asked.length], [0, 0])
  })

  test('lets a request use a proxy on this network that the owner allows', async t => {
    const { proxy, fetcher, url } = await start(t, { allowHosts: ['127.0.0.1'], proxy: null })
    assert.equal((await fetcher.fetch({ url, proxy: proxy.url })).status, 200)
    assert.equal(proxy.asked.length, 1)
  })
})
