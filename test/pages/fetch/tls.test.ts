import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createPlainServer } from 'node:http'
import { constants, createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket,
} from 'node:tls'
import { failure, startFetcher } from '../start-fetcher.ts'
import { TEST_CERTIFICATE as cert, TEST_KEY as key } from '../test-certificate.ts'

/** Starts a server on this machine. Returns its port. */
async function listen(t: TestContext, server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

function fetcherFor(t: TestContext) {
  const fetcher = startFetcher()
  t.after(fetcher.close)
  return fetcher
}

const trusted = getCACertificates('default')

describe('a TLS connection', () => {
  before(() => setDefaultCACertificates([cert]))
  after(() => setDefaultCACertificates(trusted))

  test('is made for the name, not for the address that was checked', async t => {
    const names: unknown[] = []
    const server = createServer({ cert, key }, (request, response) => {
      names.push((request.socket as TLSSocket).servername, request.headers.host)
      response.end('page')
    })
    const port = await listen(t, server)
    const page = await fetcherFor(t).fetch({ url: `https://shop.test:${port}/` })
    assert.equal(page.status, 200)
    assert.deepEqual(names, ['shop.test', `shop.test:${port}`])
  })

  test('may use HTTP/2, within the same limits', async t => {
    const answers: Record<string, (response: Http2ServerResponse) => void> = {
      '/page': response => response.end('page'),
      '/large': response => response.end('x'.repeat(2_000_000)),
      '/hang': () => {},
      '/moved': response => response.writeHead(302, { location: '/page' }).end(),
    }
    const serve = (request: Http2ServerRequest, response: Http2ServerResponse) => {
      assert.equal(request.httpVersion, '2.0')
      answers[request.url]!(response)
    }
    const port = await listen(t, createSecureServer({ cert, key }, serve))
    const fetcher = fetcherFor(t)
    const get = (path: string, timeoutMs = 30_000) =>
      fetcher.fetch({ url: `https://shop.test:${port}${path}`, timeoutMs })
    assert.equal(Buffer.from((await get('/page')).bytes).toString(), 'page')
    await assert.rejects(get('/large'), failure('page_too_large'))
    await assert.rejects(get('/hang', 200), failure('timeout'))
    assert.equal((await get('/moved')).url, `https://shop.test:${port}/page`)
  })

  test('is lost if a site cancels an HTTP/2 stream in the middle of a page', async t => {
    const serve = (_: Http2ServerRequest, response: Http2ServerResponse) => {
      response.write('<h1>half of')
      setTimeout(() => response.stream.close(constants.NGHTTP2_CANCEL), 20)
    }
    const port = await listen(t, createSecureServer({ cert, key }, serve))
    const half = fetcherFor(t).fetch({ url: `https://shop.test:${port}/` })
    await assert.rejects(half, failure('connection', /^The connection to shop\.test:\d+ was lost\.$/))
  })

  test('is made anew after a site has broken the rules of HTTP/2', async t => {
    const BROKEN_FRAME = Buffer.from([0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    let connections = 0
    const site = createSecureServer({ cert, key }, (_, response) => response.end('page'))
    const server = createTlsServer({ cert, key, ALPNProtocols: ['h2'] }, socket => {
      if (++connections > 1) return site.emit('secureConnection', socket)
      return socket.on('error', () => {}).write(BROKEN_FRAME)
    })
    const port = await listen(t, server)
    const fetcher = fetcherFor(t)
    const get = () => fetcher.fetch({ url: `https://shop.test:${port}/` })
    await assert.rejects(get(), failure('connection', /was lost/))
    for (const { status } of [await get(), await get()]) assert.equal(status, 200)
  })

  test('is refused when the certificate is for another host', async t => {
    const port = await listen(t, createServer({ cert, key }))
    const wrong = fetcherFor(t).fetch({ url: `https://wrong.test:${port}/?secret` })
    await assert.rejects(
      wrong,
      failure('tls', /^No secure connection to wrong\.test:\d+ could be made: .* is for another host\.$/),
    )
  })

  test('is refused when the certificate is not trusted', async t => {
    setDefaultCACertificates(trusted)
    t.after(() => setDefaultCACertificates([cert]))
    const port = await listen(t, createServer({ cert, key }))
    const untrusted = fetcherFor(t).fetch({ url: `https://shop.test:${port}/` })
    await assert.rejects(untrusted, ({ code, message, facts }) => {
      assert.match(message, /is not from an authority that Winnow knows\.$/)
      return code === 'tls' && /NODE_USE_SYSTEM_CA=1/.test(facts.hint)
    })
  })

  test('is not made to a server without a certificate', async t => {
    const port = await listen(t, createPlainServer())
    const plain = fetcherFor(t).fetch({ url: `https://shop.test:${port}/` })
    await assert.rejects(plain, failure('tls', /: what answers there does not use TLS\.$/))
  })
})
