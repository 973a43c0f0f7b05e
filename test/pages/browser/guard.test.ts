import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { failure } from '../start-fetcher.ts'
import { shareBrowser, startSiteAndBrowser, textOf } from './start-browser.ts'

const allowHosts: string[] = []
const start = shareBrowser(allowHosts)

/** Starts a site that the browser may reach, and another on the same machine that it may not. */
async function startTwoSites(t: TestContext) {
  const { site, browser } = await start(t)
  allowHosts.push(`127.0.0.1:${site.port}`)
  const inside = await startLocalSite()
  t.after(inside.close)
  inside.on('/', { body: 'secret', headers: { 'access-control-allow-origin': '*' } })
  return { site, inside, browser }
}

const assertUntouched = (internalSite: LocalSite) =>
  assert.deepEqual([internalSite.connections(), internalSite.requests], [0, []])

/** Returns a page that runs a script and shows what the script reports. */
const reportingPage = (script: string) => `<p></p><script>
  const tell = text => {
    document.querySelector('p').textContent += text + ';'
    document.querySelector('p').classList.add(text.split(' ')[0])
  }
  ${script}
</script>`

describe('a page that must not be reached', () => {
  test('is refused', async t => {
    const { inside, browser } = await startTwoSites(t)
    await assert.rejects(browser.open({ url: inside.url }), failure('target_forbidden'))
    assertUntouched(inside)
  })

  for (const url of [
    'file:///etc/passwd',
    'chrome://version',
    'http://a:b@example.com/',
    'http://localhost:1/',
  ])
    test(`is refused: ${url}`, async t => {
      const { browser } = await startTwoSites(t)
      await assert.rejects(browser.open({ url }), failure('target_forbidden'))
    })

  test('is refused when a name resolves to it', async t => {
    const { inside, browser } = await startTwoSites(t)
    const opening = browser.open({ url: `http://inside.test:${inside.port}/` })
    await assert.rejects(opening, failure('target_forbidden', /^inside\.test leads to 127\.0\.0\.1/))
    const safely = browser.open({ url: `https://inside.test:${inside.port}/` })
    await assert.rejects(safely, failure('target_forbidden', /^inside\.test leads to 127\.0\.0\.1/))
    assertUntouched(inside)
  })

  test('is refused after a redirect', async t => {
    const { site, inside, browser } = await startTwoSites(t)
    site.on('/', { status: 302, headers: { location: inside.url } })
    await assert.rejects(browser.open({ url: site.url }), failure('target_forbidden'))
    assertUntouched(inside)
  })

  test('is refused when a script navigates to it', async t => {
    const { site, inside, browser } = await startTwoSites(t)
    site.on('/', { body: `<script>location.href = '${inside.url}/'</script>` })
    await assert.rejects(browser.open({ url: site.url }), failure('target_forbidden'))
    assertUntouched(inside)
  })

  test('can be reached only by the request that allows it', async t => {
    const { inside, browser } = await startTwoSites(t)
    const allow = (url: URL) => url.origin === inside.url
    const [page] = await Promise.all([
      browser.open({ url: inside.url, allow }),
      assert.rejects(browser.open({ url: inside.url }), failure('target_forbidden')),
    ])
    assert.match(textOf(page), /secret/)
    await assert.rejects(browser.open({ url: inside.url }), failure('target_forbidden'))
    assert.equal(inside.requests.filter(({ path }) => path === '/').length, 1)
  })
})

describe('a request that a page makes itself', () => {
  const attempts: [what: string, script: (internalSite: LocalSite) => string, tells: RegExp][] = [
    ['by fetch', ({ url }) => `fetch('${url}/').then(() => tell('got'), () => tell('failed'))`, /failed;/],
    [
      'by the name of this machine',
      ({ port }) => `fetch('http://localhost:${port}/').then(() => tell('got'), () => tell('failed'))`,
      /failed;/,
    ],
    [
      'by a name that leads there',
      ({ port }) => `fetch('http://inside.test:${port}/').then(() => tell('got'), () => tell('failed'))`,
      /failed;/,
    ],
    [
      'in a frame',
      ({ url }) =>
        `document.body.append(Object.assign(document.createElement('iframe'), { src: '${url}/' })); tell('framed')`,
      /framed;/,
    ],
    ['in a window', ({ url }) => `tell('opened'); window.open('${url}/')`, /opened;/],
    [
      'by WebSocket',
      ({ port }) =>
        `const socket = new WebSocket('ws://127.0.0.1:${port}/'); socket.onopen = () => tell('open'); socket.onerror = () => tell('failed')`,
      /failed;/,
    ],
    [
      'by a hint to connect early',
      ({ url }) =>
        `for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload']) document.head.append(Object.assign(document.createElement('link'), { rel, href: '${url}/', as: 'fetch' })); tell('hinted')`,
      /hinted;/,
    ],
  ]
  for (const [what, script, tells] of attempts)
    test(`${what} does not reach what the guard forbids`, async t => {
      const { site, inside, browser } = await startTwoSites(t)
      site.on('/', { body: reportingPage(script(inside)) })
      // Waits for scripts that report their end. Other pages get the time in which a page settles.
      const waitFor = tells.test('failed;') ? { waitFor: 'p.failed, p.got, p.open' } : {}
      const page = await browser.open({ url: site.url, ...waitFor })
      assert.match(textOf(page), tells)
      assertUntouched(inside)
    })

  test('fails when the address of its host has changed', async t => {
    let looks = 0
    const resolve = async () => [{ address: looks++ ? '127.0.0.2' : '127.0.0.1', family: 4 }]
    const { site, browser } = await startSiteAndBrowser(t, { resolve })
    const url = `http://fickle.test:${site.port}/`
    site.on('/', { body: reportingPage(`fetch('/again').then(() => tell('got'), () => tell('failed'))`) })
    assert.match(textOf(await browser.open({ url, waitFor: 'p.failed, p.got' })), /failed;/)
    await assert.rejects(browser.open({ url }), failure('target_forbidden', /leads to 127\.0\.0\.2/))
    assert.deepEqual(
      site.requests.map(({ path }) => path),
      ['/'],
    )
  })

  test('over UDP reaches nothing', async t => {
    const { site, browser } = await startTwoSites(t)
    const packets: Buffer[] = []
    const socket: Socket = createSocket('udp4', packet => packets.push(packet)).bind(0, '127.0.0.1')
    await once(socket, 'listening')
    t.after(() => void socket.close())
    const { port } = socket.address()
    site.on('/', {
      body: reportingPage(`
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] })
        peer.onicecandidate = ({ candidate }) => tell(candidate ? candidate.candidate : 'gathered')
        peer.createDataChannel('x')
        peer.createOffer().then(offer => peer.setLocalDescription(offer))
        const far = new WebTransport('https://127.0.0.1:${port}/')
        far.ready.catch(() => tell('no transport'))`),
    })
    const text = textOf(await browser.open({ url: site.url, waitFor: 'p.no' }))
    assert.match(text, /no transport;/)
    assert.doesNotMatch(text, /candidate:/)
    assert.deepEqual(packets, [])
  })
})
