import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { createGuard, type Resolve } from '../../server/pages/guard.ts'
import { startLocalSite } from '../support/local-site.ts'
import { failure, startFetcher, startSiteAndFetcher } from './start-fetcher.ts'

const PUBLIC_IP = '93.184.216.34'

/** A resolver that returns these answers in order, each a list of addresses. The last one is repeated. */
function resolverWith(...answers: string[][]) {
  const asked: string[] = []
  const resolve: Resolve = async host => {
    asked.push(host)
    const addresses = answers[Math.min(asked.length, answers.length) - 1]!
    return addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { asked, resolve }
}

describe('the guard refuses addresses by their text', () => {
  const refused = [
    'http://169.254.169.254/',
    'http://169.254.169.254./latest',
    'http://[::1]/',
    'http://2852039166/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://localhost/',
    'http://localhost./',
    'http://LOCALHOST:8787/',
    'http://app.localhost/',
    'http://１２７.0.0.1/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/html,hello',
    'javascript:alert(1)',
    'https://user:secret@example.com/',
    'https://user@example.com/',
  ]
  for (const url of refused)
    test(url, async t => {
      const fetcher = startFetcher({ allowHosts: [], resolve: () => assert.fail('resolved a name') })
      t.after(fetcher.close)
      await assert.rejects(fetcher.fetch({ url }), error => {
        assert.ok(error instanceof Error && 'code' in error && 'facts' in error)
        assert.equal(error.code, 'target_forbidden')
        assert.match(JSON.stringify(error.facts), /"field":"url","hint":"./)
        assert.doesNotMatch(error.message, /secret|latest|passwd/)
        return true
      })
    })
})

describe('the guard checks the addresses of a name', () => {
  for (const ips of [['127.0.0.1'], ['10.0.0.1'], ['::1'], [PUBLIC_IP, '127.0.0.1'], ['fd00::1', PUBLIC_IP]])
    test(`and refuses ${ips.join(' with ')}`, async t => {
      const { resolve } = resolverWith(ips)
      const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts: [], resolve })
      const url = `http://page.test:${site.port}/?secret`
      await assert.rejects(
        fetcher.fetch({ url }),
        failure('target_forbidden', /^page\.test leads to [\w.:]+, which/),
      )
      assert.equal(site.connections(), 0)
    })

  test('and connects only to these, whatever the name resolves to later', async t => {
    const site = await startLocalSite()
    t.after(site.close)
    const { asked, resolve } = resolverWith([PUBLIC_IP], ['127.0.0.1'])
    const { lookups } = createGuard(() => [], resolve)
    // A socket bound to loopback cannot leave this machine: connecting fails, but the error contains the target address.
    const socket = connect({
      host: 'page.test',
      port: site.port,
      localAddress: '127.0.0.1',
      lookup: lookups.guarded,
    })
    const [error] = await once(socket, 'error').catch(thrown => [thrown])
    assert.equal(error.address, PUBLIC_IP)
    assert.deepEqual(asked, ['page.test'])
    assert.equal(site.connections(), 0)
  })

  test('for each new connection, and refuses them when they have become private', async t => {
    const { asked, resolve } = resolverWith(['127.0.0.1'], ['127.0.0.9'])
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts: ['127.0.0.1/32'], resolve })
    site.on('/', (_, response) => response.writeHead(200, { connection: 'close' }).end('page'))
    const url = `http://page.test:${site.port}/`
    assert.equal((await fetcher.fetch({ url })).status, 200)
    assert.equal(asked.length, 1)
    await assert.rejects(fetcher.fetch({ url }), failure('target_forbidden'))
    assert.equal(asked.length, 2)
    assert.equal(site.requests[0]!.headers.host, `page.test:${site.port}`)
  })
})

describe('the owner can allow hosts', () => {
  for (const entry of ['page.test', 'PAGE.test', '127.0.0.1', '127.0.0.0/8'])
    test(`by "${entry}"`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts: [entry] })
      assert.equal((await fetcher.fetch({ url: `http://page.test:${site.port}/` })).status, 404)
    })

  test('by host and port, which allows no other port', async t => {
    const allowHosts: string[] = []
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts })
    allowHosts.push(`page.test:${site.port}`)
    assert.equal((await fetcher.fetch({ url: `http://page.test:${site.port}/` })).status, 404)
    await assert.rejects(fetcher.fetch({ url: 'http://page.test:1/' }), failure('target_forbidden'))
  })

  test('and forbid them again at once, including open connections', async t => {
    const allowHosts = ['127.0.0.0/8']
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts })
    const url = `http://page.test:${site.port}/`
    assert.equal((await fetcher.fetch({ url })).status, 404)
    allowHosts.pop()
    await assert.rejects(fetcher.fetch({ url }), failure('target_forbidden'))
  })

  test('for a single request, whose connection no other request uses', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts: [] })
    const url = `http://page.test:${site.port}/`
    const allow = (url: URL) => url.hostname === 'page.test'
    assert.equal((await fetcher.fetch({ url, allow })).status, 404)
    await assert.rejects(fetcher.fetch({ url }), failure('target_forbidden'))
    assert.equal((await fetcher.fetch({ url, allow })).status, 404)
    assert.equal(site.connections(), 1)
  })

  test('but only for web addresses', () => {
    const guard = createGuard(() => ['nas.lan'])
    assert.throws(() => guard.admit(new URL('ftp://nas.lan/'), () => true), failure('target_forbidden'))
    assert.throws(() => guard.admit(new URL('http://me@nas.lan/'), () => true), failure('target_forbidden'))
  })
})
