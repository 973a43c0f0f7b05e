import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import type { AppError } from '../../../server/base/errors.ts'
import { explainOwnTimeout, toFetchError } from '../../../server/pages/fetch/fetch-errors.ts'
import { failure, startFetcher, startSiteAndFetcher } from '../start-fetcher.ts'

/** Starts a server that handles each connection as the test wants. Returns its address. */
async function startServer(t: TestContext, serve: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => serve(socket))
    t.after(() => socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/?secret`
}

function fetcherFor(t: TestContext, options?: Parameters<typeof startFetcher>[0]) {
  const fetcher = startFetcher(options)
  t.after(fetcher.close)
  return fetcher
}

const TEN_GIGABYTES = 10_000_000_000
const CHUNK = Buffer.alloc(10_000, 'x')

/** Matches errors that name the host. Fails if a secret in the address appears in the message. */
const failureNaming = (code: string) => failure(code, /^(?!.*secret).*127\.0\.0\.1/)

describe('the time limit', () => {
  test('ends a request that is never answered', async t => {
    const url = await startServer(t, () => {})
    await assert.rejects(fetcherFor(t, { timeoutMs: 100 }).fetch({ url }), failureNaming('timeout'))
  })

  test('ends a body that drips in slowly', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    site.on('/', (_, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
    await assert.rejects(fetcher.fetch({ url: site.url, timeoutMs: 150 }), failureNaming('timeout'))
  })

  test('ends headers that drip in slowly', async t => {
    const url = await startServer(t, socket => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('x: y\r\n'), 10)
      socket.on('close', () => clearInterval(drip))
    })
    await assert.rejects(fetcherFor(t).fetch({ url, timeoutMs: 150 }), failureNaming('timeout'))
  })

  test('ends a name that never resolves', async t => {
    const fetcher = fetcherFor(t, { resolve: () => new Promise(() => {}) })
    await assert.rejects(
      fetcher.fetch({ url: 'http://slow.test/', timeoutMs: 50 }),
      failure('timeout', /slow\.test/),
    )
  })

  test('is not blamed for a connection that is not made within the limit of its own', () => {
    const thrown = Object.assign(new Error('Connect timeout'), { code: 'UND_ERR_CONNECT_TIMEOUT' })
    const error = explainOwnTimeout(toFetchError(thrown, 'shop.test'), 30_000) as AppError
    assert.match(error.message, /^No connection to shop\.test could be made in time\.$/)
    assert.doesNotMatch(error.facts.hint!, /more time|timeout/i)
  })

  test('covers all redirects together', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { maxRedirects: 1_000 })
    site.on('/', (_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 20)
    })
    await assert.rejects(fetcher.fetch({ url: site.url, timeoutMs: 150 }), failureNaming('timeout'))
  })
})

describe('a signal', () => {
  test('that is already aborted sends no request', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    await assert.rejects(
      fetcher.fetch({ url: site.url, signal: AbortSignal.abort() }),
      failureNaming('cancelled'),
    )
    assert.equal(site.requests.length, 0)
  })

  test('cancels a request that waits for its answer, and closes its connection', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const caller = new AbortController()
    const broken = new Promise<void>(resolve => {
      site.on('/', (_, response) => {
        response.on('close', resolve)
        caller.abort()
      })
    })
    await assert.rejects(fetcher.fetch({ url: site.url, signal: caller.signal }), failureNaming('cancelled'))
    await broken
  })

  test('cancels a body while it arrives', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const caller = new AbortController()
    site.on('/', (_, response) => {
      response.write('half')
      setTimeout(() => caller.abort(), 20)
    })
    await assert.rejects(fetcher.fetch({ url: site.url, signal: caller.signal }), failureNaming('cancelled'))
  })

  test('that is aborted after the end has no effect', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const caller = new AbortController()
    await fetcher.fetch({ url: site.url, signal: caller.signal })
    caller.abort()
    assert.equal((await fetcher.fetch({ url: site.url })).status, 404)
  })
})

describe('the size limit', () => {
  test('rejects a Content-Length above it before the body arrives', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    site.on('/', (_, response) => {
      response.writeHead(200, { 'content-length': '1000001' }).flushHeaders()
    })
    await assert.rejects(fetcher.fetch({ url: site.url }), failureNaming('page_too_large'))
  })

  const endless: [what: string, headers: Record<string, string>][] = [
    ['an endless body', {}],
    ['an endless packed body', { 'content-encoding': 'gzip' }],
  ]
  for (const [what, headers] of endless)
    test(`ends ${what} while it arrives, and closes its connection`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      let sent = 0
      const closed = new Promise<void>(resolve => {
        site.on('/', (_, response) => {
          response.writeHead(200, headers)
          const fill = () => {
            let more = true
            while (more && !response.destroyed && sent < TEN_GIGABYTES) {
              more = response.write(CHUNK)
              sent += CHUNK.length
            }
          }
          response.on('drain', fill).on('close', resolve)
          fill()
        })
      })
      await assert.rejects(fetcher.fetch({ url: site.url }), failureNaming('page_too_large'))
      await closed
      assert.ok(sent > 1_000_000 && sent < 100_000_000, `${sent} bytes were sent`)
    })

  test('refuses a body of 10 GB before any of it is sent', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const closed = new Promise<void>(resolve => {
      site.on('/', (_, response) => {
        response
          .on('close', resolve)
          .writeHead(200, { 'content-length': `${TEN_GIGABYTES}` })
          .flushHeaders()
      })
    })
    await assert.rejects(fetcher.fetch({ url: site.url }), failureNaming('page_too_large'))
    await closed
  })

  test('allows a page of exactly that size', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    site.on('/', { body: 'x'.repeat(5_000) })
    assert.equal((await fetcher.fetch({ url: site.url, maxBytes: 5_000 })).bytes.length, 5_000)
    await assert.rejects(fetcher.fetch({ url: site.url, maxBytes: 4_999 }), failureNaming('page_too_large'))
  })
})

describe('a broken connection', () => {
  const breaks: Record<string, (socket: Socket) => void> = {
    'that is reset': socket => socket.resetAndDestroy(),
    'that is closed without an answer': socket => socket.end(),
    'that is reset within the body': socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', () => socket.resetAndDestroy())
    },
    'whose body is shorter than its Content-Length': socket =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    'whose last chunk is missing': socket =>
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
    'that does not speak HTTP': socket => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    'whose answer has no possible status': socket =>
      socket.end('HTTP/1.1 000 None\r\ncontent-length: 4\r\n\r\npage'),
    'whose headers never end': socket => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
  }
  for (const [what, serve] of Object.entries(breaks))
    test(`${what} is a connection error`, async t => {
      const url = await startServer(t, serve)
      await assert.rejects(fetcherFor(t).fetch({ url }), failureNaming('connection'))
    })

  test('is not assumed when a body is longer than its Content-Length', async t => {
    const url = await startServer(t, socket =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\npage and more'),
    )
    const page = await fetcherFor(t).fetch({ url })
    assert.equal(Buffer.from(page.bytes).toString(), 'page')
  })

  test('differs from a refused connection', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    await site.close()
    await assert.rejects(fetcher.fetch({ url: site.url }), failure('connection', /refused the connection/))
  })

  test('differs from a name that does not exist', async t => {
    const resolve = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
    }
    const fetching = fetcherFor(t, { resolve }).fetch({ url: 'http://gone.test/?secret' })
    await assert.rejects(fetching, failure('dns', /^The name gone\.test was not found\.$/))
  })

  test('differs from a shutdown of our own', async t => {
    const url = await startServer(t, () => fetcher.close())
    const fetcher = startFetcher()
    await assert.rejects(fetcher.fetch({ url }), failureNaming('unavailable_service'))
    await assert.rejects(fetcher.fetch({ url }), failureNaming('unavailable_service'))
  })
})
