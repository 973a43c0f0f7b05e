import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { withEnoughTime } from '../../support/enough-time.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { failure } from '../start-fetcher.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../test-certificate.ts'
import { startBrowser, startSiteAndBrowser, textOf } from './start-browser.ts'

const HANG = () => undefined

/** A browser that speaks the pipe protocol of Playwright, but lacks a command that is required to open a context. */
const OLD_BROWSER = `#!${process.execPath}
const { createReadStream, writeSync } = require('node:fs')
const version = { product: 'HeadlessChrome/80.0.3987.0', userAgent: 'HeadlessChrome/80.0.3987.0', protocolVersion: '1.3' }
const answerTo = ({ method }) => {
  if (method === 'Browser.setDownloadBehavior') return { error: { code: -32601, message: "'" + method + "' wasn't found" } }
  if (method === 'Browser.getVersion') return { result: version }
  if (method === 'Target.attachToBrowserTarget') return { result: { sessionId: 's' } }
  return { result: method === 'Target.createBrowserContext' ? { browserContextId: 'c' } : {} }
}
let begun = ''
createReadStream(null, { fd: 3 }).on('data', chunk => {
  const asked = (begun + chunk).split('\\0')
  begun = asked.pop()
  for (const one of asked.map(text => JSON.parse(text))) {
    writeSync(4, JSON.stringify({ id: one.id, sessionId: one.sessionId, ...answerTo(one) }) + '\\0')
    if (one.method === 'Browser.close') process.exit()
  }
})
`

describe('the time limit of a page in a browser', () => {
  test('ends a page that never answers', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', HANG)
    const opening = browser.open({ url: site.url, timeoutMs: 1_500 })
    await assert.rejects(opening, failure('timeout', /^127\.0\.0\.1:\d+ took too long/))
  })

  test('says that the page has arrived, if a script keeps it from loading', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', { body: '<h1>Kettle</h1><script>for (;;);</script>' })
    await withEnoughTime(1_500, async timeoutMs => {
      const error = await browser.open({ url: site.url, timeoutMs }).catch(thrown => thrown)
      if (/took too long/.test(error.message)) return false
      assert.equal(error.code, 'timeout')
      assert.match(error.message, /^The page of 127\.0\.0\.1:\d+ began to arrive, but did not finish loading/)
      assert.match(error.facts.hint, /"mode": "http"/)
      return true
    })
  })

  test('does not delay the cancellation of a call, which closes its page and connections at once', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    const requested = Promise.withResolvers<void>()
    const disconnected = Promise.withResolvers<void>()
    site.on('/', (_, response) => {
      response.on('close', disconnected.resolve)
      requested.resolve()
    })
    const controller = new AbortController()
    const opening = browser.open({ url: site.url, signal: controller.signal })
    await requested.promise
    controller.abort()
    await assert.rejects(opening, failure('cancelled'))
    await disconnected.promise
  })

  test('includes the wait for a free slot', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { pages: 1 })
    site.on('/hang', HANG)
    site.on('/', { body: 'page' })
    const first = assert.rejects(
      browser.open({ url: `${site.url}/hang`, timeoutMs: 3_000 }),
      failure('timeout', /took too long/),
    )
    const second = browser.open({ url: site.url, timeoutMs: 1_000 })
    await assert.rejects(second, failure('timeout', /already waiting/))
    const third = browser.open({ url: site.url })
    await first
    assert.equal((await third).status, 200)
  })
})

describe('the size limit of a page in a browser', () => {
  test('ends an endless page with an error', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { maxBytes: 100_000 })
    const chunk = `<p>${'x'.repeat(50_000)}</p>`
    site.on('/', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', write)
      write()
    })
    await assert.rejects(browser.open({ url: site.url }), failure('page_too_large'))
  })

  test('applies to a page that a script makes too large', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { maxBytes: 100_000 })
    site.on('/', { body: `<p></p><script>document.body.append('x'.repeat(100_001))</script>` })
    await assert.rejects(browser.open({ url: site.url }), failure('page_too_large'))
  })
})

describe('a site that cannot be reached', () => {
  test('is an error that names the cause', async t => {
    const noName = () => Promise.reject(Object.assign(new Error('no name'), { code: 'ENOTFOUND' }))
    const { site, browser } = await startSiteAndBrowser(t, { resolve: noName })
    await assert.rejects(browser.open({ url: 'http://nowhere.test/' }), failure('dns', /nowhere\.test/))
    await assert.rejects(browser.open({ url: 'https://nowhere.test/' }), failure('dns', /nowhere\.test/))
    const closedSite = await startLocalSite()
    await closedSite.close()
    await assert.rejects(
      browser.open({ url: closedSite.url }),
      failure('connection', /^127\.0\.0\.1:\d+ refused/),
    )
    await assert.rejects(browser.open({ url: 'http://127.0.0.1:1/' }), failure('target_forbidden', /port/))
    site.on('/', (_, response) => void response.destroy())
    await assert.rejects(browser.open({ url: site.url }), failure('connection', /was lost/))
    site.on('/', { status: 302, headers: { location: '/' } })
    await assert.rejects(browser.open({ url: site.url }), failure('redirects'))
    await assert.rejects(browser.open({ url: 'not an address' }), failure('invalid_input'))
  })

  test('is an error when its certificate is not trusted', async t => {
    const secure = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (_, response) =>
      response.end('page'),
    ).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    t.after(() => secure.close())
    const { browser } = await startSiteAndBrowser(t)
    const { port } = secure.address() as AddressInfo
    await assert.rejects(
      browser.open({ url: `https://127.0.0.1:${port}/` }),
      failure('tls', /not from an authority that Winnow knows/),
    )
  })
})

describe('a page that does not arrive completely', () => {
  const type = { 'content-type': 'text/html' }
  /** Opens a page with a timeout longer than that of the test, so only the fault itself can end the wait. */
  const openIt = async (t: TestContext, answer: Parameters<LocalSite['on']>[1]) => {
    const { site, browser } = await startSiteAndBrowser(t, { timeoutMs: 600_000 })
    site.on('/', answer)
    return browser.open({ url: site.url, waitFor: 'h2' })
  }

  test('is an error when the connection is lost', async t => {
    const cutOff = openIt(t, (_, response) => {
      response.writeHead(200, { ...type, 'content-length': '5000' }).write('<h1>The first half</h1>')
      setTimeout(() => response.destroy(), 50)
    })
    await assert.rejects(cutOff, failure('connection', /was lost/))
  })

  test('is an error when it cannot be decompressed', async t => {
    const packed = openIt(t, { headers: { ...type, 'content-encoding': 'gzip' }, body: 'no gzip' })
    await assert.rejects(packed, failure('encoding', /compressed in a way that cannot be read/))
  })

  for (const type of ['application/pdf', 'video/mp4', 'audio/mpeg'])
    test(`is an error when it is a file to download, even of type ${type}, which a browser would show`, async t => {
      const file = openIt(t, { headers: { 'content-type': type }, body: 'not shown' })
      await assert.rejects(file, failure('connection', /file to download in place of a page/))
    })
})

describe('the browser itself', () => {
  test('is started again after it was killed', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    const requested = Promise.withResolvers<void>()
    site.on('/hang', () => requested.resolve())
    site.on('/', { body: 'page' })
    const opening = browser.open({ url: `${site.url}/hang` })
    await requested.promise
    killOwnChromium()
    await assert.rejects(opening, failure('connection', /browser ended/))
    assert.equal((await browser.open({ url: site.url })).status, 200)
  })

  test('is started again after it was closed while idle', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { idleMs: 1 })
    site.on('/', { body: 'page' })
    await browser.open({ url: site.url })
    while (ownChromiums().length) await new Promise(resolve => setTimeout(resolve, 50))
    assert.match(textOf(await browser.open({ url: site.url })), /page/)
  })

  test('is reported as missing, with how to get one', async () => {
    const own = { executablePath: '/nowhere/chrome', args: [], env: {} }
    const browser = await startBrowser({ own })
    assert.equal(browser.found(), null)
    await assert.rejects(browser.open({ url: 'http://127.0.0.1:1/' }), failure('no_browser'))
    await browser.close()
  })

  test('is reported when it cannot be started', async () => {
    const own = { executablePath: process.execPath, args: [], env: {} }
    const browser = await startBrowser({ own })
    await assert.rejects(
      browser.open({ url: 'http://127.0.0.1:1/' }),
      failure('no_browser', /could not be started/),
    )
    await browser.close()
  })

  test('is reported when it is too old', async () => {
    const program = join(tempFolder(), 'old')
    writeFileSync(program, OLD_BROWSER, { mode: 0o755 })
    const own = { executablePath: program, args: [], env: process.env as Record<string, string> }
    const browser = await startBrowser({ own })
    await assert.rejects(
      browser.open({ url: 'http://127.0.0.1:1/' }),
      failure('no_browser', /^The browser at .* is too old\.$/),
    )
    await browser.close()
  })

  test('is reported when it hangs at its start', async () => {
    const program = join(tempFolder(), 'hangs')
    writeFileSync(program, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
    const own = { executablePath: program, args: [], env: process.env as Record<string, string> }
    const browser = await startBrowser({ own, longestStartMs: 100, timeoutMs: 600_000 })
    await assert.rejects(
      browser.open({ url: 'http://127.0.0.1:1/' }),
      failure('no_browser', /could not be started/),
    )
    await browser.close()
  })

  test('is named as the cause when it is killed while a page waits for a selector', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', { body: '<h1>Page</h1><script>setTimeout(() => fetch("/there"), 300)</script>' })
    site.on('/there', killOwnChromium)
    await assert.rejects(
      browser.open({ url: site.url, waitFor: '.never', timeoutMs: 600_000 }),
      failure('connection', /browser ended/),
    )
  })

  test('is closed with Winnow, and open pages fail with that reason', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    const requested = Promise.withResolvers<void>()
    site.on('/', () => requested.resolve())
    const opening = assert.rejects(browser.open({ url: site.url }), failure('unavailable_service'))
    await requested.promise
    await browser.close()
    await opening
    await assert.rejects(browser.open({ url: site.url }), failure('unavailable_service'))
    assert.deepEqual(ownChromiums(), [])
  })
})

/** The main processes of the browsers that this test process started. */
function ownChromiums(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const rows = lines.map(line => line.trim().split(/\s+/))
  return rows
    .filter(row => Number(row[1]) === process.pid && row.some(part => part.startsWith('--remote-debugging')))
    .map(row => Number(row[0]))
}

function killOwnChromium(): void {
  for (const pid of ownChromiums()) process.kill(pid, 'SIGKILL')
}
