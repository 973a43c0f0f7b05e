import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { AppError } from '../../../server/base/errors.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { startLocalSocks } from '../../support/local-socks.ts'
import { failure, startFetcher } from '../start-fetcher.ts'
import { TEST_CERTIFICATE as cert, TEST_KEY as key } from '../test-certificate.ts'

type Options = Parameters<typeof startFetcher>[0]

/** A site whose names resolve to public addresses, a SOCKS5 proxy through which they lead to this machine, and a fetcher. */
async function start(t: TestContext, { secret, ...options }: Options & { secret?: string } = {}) {
  const [site, socks] = await Promise.all([startLocalSite(), startLocalSocks(secret)])
  const resolve = async () => [{ address: '93.184.216.34', family: 4 as const }]
  const proxy = `socks5://${secret ? `${secret}@` : ''}127.0.0.1:${socks.port}`
  const fetcher = startFetcher({ allowHosts: [], resolve, proxy, ...options })
  t.after(async () => {
    await fetcher.close()
    await Promise.all([socks.close(), site.close()])
  })
  site.on('/private-path', { body: 'page' })
  return { site, socks, fetcher, proxy, url: `http://shop.test:${site.port}/private-path` }
}

const withoutSecrets = (says: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError)
  assert.equal(error.code, 'connection')
  assert.match(error.message, says)
  const { cause } = error.facts
  const all = `${JSON.stringify(error)} ${error.stack} ${String(cause)} ${JSON.stringify(cause)}`
  assert.doesNotMatch(all, /owner|hunter2|private-path/)
  return true
}

describe('a fetch through a SOCKS5 proxy', () => {
  test('leaves the resolution of names to the proxy', async t => {
    const { site, socks, fetcher, url } = await start(t)
    const page = await fetcher.fetch({ url })
    assert.deepEqual([page.status, Buffer.from(page.bytes).toString()], [200, 'page'])
    assert.deepEqual(socks.asked, [`shop.test:${site.port}`])
    assert.equal(site.requests[0]!.headers.host, `shop.test:${site.port}`)
  })

  test('sends user and password to the proxy', async t => {
    const { socks, fetcher, url } = await start(t, { secret: 'owner:hunter2' })
    assert.equal((await fetcher.fetch({ url })).status, 200)
    assert.deepEqual(socks.credentials, ['owner:hunter2'])
  })

  test('sends IPv4 and IPv6 addresses as bytes', async t => {
    const { site, socks, fetcher } = await start(t)
    for (const host of ['93.184.216.34', '[2606:2800:220::1]'])
      await fetcher.fetch({ url: `http://${host}:${site.port}/private-path` })
    assert.deepEqual(socks.asked, [
      `93.184.216.34:${site.port}`,
      `[26062800022000000000000000000001]:${site.port}`,
    ])
  })

  test('reuses its connection for the next page of the same site', async t => {
    const { socks, fetcher, url } = await start(t)
    for (const _ of [1, 2, 3]) await fetcher.fetch({ url })
    assert.equal(socks.asked.length, 1)
  })
})

describe('a page over HTTPS through a SOCKS5 proxy', () => {
  const trusted = getCACertificates('default')
  before(() => setDefaultCACertificates([cert]))
  after(() => setDefaultCACertificates(trusted))

  test('is encrypted up to the site, whose certificate is checked', async t => {
    const { socks, fetcher } = await start(t)
    const server = createServer({ cert, key }, (_, response) => response.end('secret page'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const page = await fetcher.fetch({ url: `https://shop.test:${port}/` })
    assert.equal(Buffer.from(page.bytes).toString(), 'secret page')
    assert.deepEqual(socks.asked, [`shop.test:${port}`])
    await assert.rejects(fetcher.fetch({ url: `https://wrong.test:${port}/` }), failure('tls', /wrong\.test/))
  })
})

describe('a SOCKS5 proxy that does not work', () => {
  test('is named only by its host when it cannot be reached', async t => {
    const { socks, fetcher, url, proxy } = await start(t, { allowHosts: ['127.0.0.1'] })
    await socks.close()
    const secret = proxy.replace('//', '//owner:hunter2@')
    await assert.rejects(
      fetcher.fetch({ url, proxy: secret }),
      withoutSecrets(/^The proxy 127\.0\.0\.1:\d+ cannot be reached\.$/),
    )
  })

  test('is reported as needing a password, or another one', async t => {
    const { fetcher, url, socks } = await start(t, { secret: 'someone:else', allowHosts: ['127.0.0.1'] })
    for (const credentials of ['owner:hunter2@', ''])
      await assert.rejects(
        fetcher.fetch({ url, proxy: `socks5://${credentials}127.0.0.1:${socks.port}` }),
        withoutSecrets(/^The proxy 127\.0\.0\.1:\d+ wants another user name or password\.$/),
      )
  })

  const replies: [code: number, says: RegExp][] = [
    [2, /\(not allowed\)/],
    [4, /\(host unreachable\)/],
    [5, /\(connection refused\)/],
    [99, /\(unknown reason\)/],
  ]
  for (const [code, says] of replies)
    test(`is reported with the meaning of its reply ${code}`, async t => {
      const { fetcher, url, socks } = await start(t)
      socks.refuseWith(code)
      await assert.rejects(fetcher.fetch({ url }), withoutSecrets(says))
    })

  const others: [does: string, answer: string, says: RegExp][] = [
    ['breaks off', '', /^The proxy .* closed the connection\.$/],
    ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', /^The proxy .* cannot be reached\.$/],
  ]
  for (const [does, answer, says] of others)
    test(`is reported when it ${does}`, async t => {
      const server = createTcpServer(socket =>
        socket.on('error', () => {}).once('data', () => socket.end(answer)),
      )
      await once(server.listen(0, '127.0.0.1'), 'listening')
      t.after(() => server.close())
      const proxy = `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { fetcher, url } = await start(t, { proxy })
      await assert.rejects(fetcher.fetch({ url }), withoutSecrets(says))
    })
})

describe('the guard', () => {
  for (const url of ['http://10.0.0.1/', 'http://[::1]/', 'http://localhost/'])
    test(`keeps ${url} from being requested through a SOCKS5 proxy`, async t => {
      const { socks, fetcher } = await start(t)
      await assert.rejects(fetcher.fetch({ url }), failure('target_forbidden'))
      assert.equal(socks.asked.length, 0)
    })

  test('keeps names that resolve to this network from being requested through a SOCKS5 proxy', async t => {
    const resolve = async () => [{ address: '10.0.0.1', family: 4 as const }]
    const { socks, fetcher, url } = await start(t, { resolve })
    await assert.rejects(fetcher.fetch({ url }), failure('target_forbidden', /leads to 10\.0\.0\.1/))
    assert.equal(socks.asked.length, 0)
  })

  const ownHosts = ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'LOCALHOST']
  for (const host of ownHosts)
    test(`refuses a SOCKS5 proxy of a request at ${host}, which is this machine`, async t => {
      const { socks, fetcher, url } = await start(t)
      const field = ({ code, facts }: AppError) =>
        code === 'target_forbidden' && facts.field === 'fetch.proxy'
      await assert.rejects(fetcher.fetch({ url, proxy: `socks5://${host}:${socks.port}` }), field)
      assert.equal(socks.asked.length, 0)
    })
})
