import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failure } from '../start-fetcher.ts'
import { shareBrowser, textOf } from './start-browser.ts'

const start = shareBrowser()

const paths = (requests: { path: string }[]) => requests.map(({ path }) => path)

describe('opening a page in a browser', () => {
  test('loads its scripts and styles, but no images, fonts or media', async t => {
    const { site, browser } = await start(t)
    site.on('/', {
      body: `<link rel="stylesheet" href="/style.css"><p>text</p><img src="/image.png"><video src="/film.mp4" autoplay></video>
        <script src="/script.js"></script>`,
    })
    site.on('/style.css', {
      headers: { 'content-type': 'text/css' },
      body: `@font-face { font-family: own; src: url(/font.woff2) } p { font-family: own; background: url(/back.png) }`,
    })
    site.on('/script.js', {
      headers: { 'content-type': 'text/javascript' },
      body: 'new Image().src = "/beacon.gif"',
    })
    await browser.open({ url: site.url })
    assert.deepEqual(paths(site.requests).sort(), ['/', '/script.js', '/style.css'])
  })

  test('never installs a service worker', async t => {
    const { site, browser } = await start(t)
    site.on('/', { body: `<script>navigator.serviceWorker?.register('/worker.js')</script>` })
    await browser.open({ url: site.url })
    assert.deepEqual(paths(site.requests), ['/'])
  })

  test('sends the headers of a browser with a window', async t => {
    const { site, browser } = await start(t)
    site.on('/', {
      body: `<script>fetch('/data'); document.title = navigator.userAgent + navigator.languages</script>`,
    })
    const page = await browser.open({ url: site.url })
    assert.deepEqual(paths(site.requests), ['/', '/data'])
    for (const { headers } of site.requests) {
      assert.match(headers['user-agent']!, /^Mozilla\/5\.0 \(.+\) .* Chrome\/\d+\.0\.0\.0 Safari\/537\.36$/)
      assert.equal(headers['accept-language'], 'en-US,en;q=0.9')
      assert.match(headers['sec-ch-ua'] as string, /"Chromium";v="\d+"/)
      assert.equal(headers['proxy-authorization'], undefined)
    }
    assert.doesNotMatch(JSON.stringify(site.requests), /headless/i)
    assert.match(textOf(page), /<title>Mozilla[^<]* Chrome\/\d+\.0\.0\.0 Safari\/537\.36en-US,en<\/title>/)
  })

  test('sends the headers and cookies of the caller to this site only', async t => {
    const { site, browser } = await start(t)
    site.on('/', { status: 302, headers: { location: '/next' } })
    site.on('/next', { status: 302, headers: { location: `http://other.test:${site.port}/away` } })
    site.on('/away', { body: 'page' })
    const headers = {
      Authorization: 'Bearer token',
      Cookie: 'a=1; b=2',
      'X-Own': 'yes',
      'User-Agent': 'Own/1.0',
    }
    const page = await browser.open({ url: site.url, headers })
    assert.equal(page.url, `http://other.test:${site.port}/away`)
    const sent = site.requests.map(request => [
      request.headers.authorization,
      request.headers.cookie,
      request.headers['x-own'],
      request.headers['user-agent'],
    ])
    const own = ['Bearer token', 'a=1; b=2', 'yes', 'Own/1.0']
    assert.deepEqual(sent, [own, own, [undefined, undefined, undefined, 'Own/1.0']])
  })
})

describe('a page that interrupts its visitor', () => {
  test('is not held up by dialogs and new windows', async t => {
    const { site, browser } = await start(t)
    site.on('/', {
      body: `<p></p><script>
        const answers = [alert('a'), confirm('b'), prompt('c')]
        window.open('/popup'); window.onbeforeunload = () => 'stay'
        document.querySelector('p').textContent = JSON.stringify(answers)
      </script>`,
    })
    assert.match(textOf(await browser.open({ url: site.url })), /<p>\[null,false,null\]<\/p>/)
  })

  test('with a file to download is an error', async t => {
    const { site, browser } = await start(t)
    site.on('/', {
      headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' },
      body: 'PK',
    })
    await assert.rejects(browser.open({ url: site.url }), failure('connection', /a file to download/))
  })
})

describe('the answer of a page in a browser', () => {
  test('keeps the status of an error page', async t => {
    const { site, browser } = await start(t)
    site.on('/', { status: 404, body: '<p>gone</p>' })
    const page = await browser.open({ url: site.url })
    assert.equal(page.status, 404)
    assert.match(textOf(page), /<p>gone<\/p>/)
  })

  test('to an error without a body has no text', async t => {
    const { site, browser } = await start(t)
    site.on('/', { status: 503 })
    const page = await browser.open({ url: site.url })
    assert.equal(page.status, 503)
    assert.match(textOf(page), /^$|<body><\/body>/)
  })

  test('that is not HTML is returned unchanged', async t => {
    const { site, browser } = await start(t)
    site.on('/', { headers: { 'content-type': 'application/json' }, body: '{"price": 5}' })
    const page = await browser.open({ url: site.url })
    assert.deepEqual([page.contentType, textOf(page)], ['application/json', '{"price": 5}'])
  })

  test('in another encoding is returned in UTF-8', async t => {
    const { site, browser } = await start(t)
    site.on('/', {
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      body: Buffer.from('<p>straße</p>', 'latin1'),
    })
    const page = await browser.open({ url: site.url })
    assert.match(textOf(page), /<p>straße<\/p>/)
    assert.match(page.contentType!, /utf-8/)
  })

  test('is that of the last page when a script leads to another one', async t => {
    const { site, browser } = await start(t)
    site.on('/', { status: 403, body: `<script>document.cookie = 'passed=1'; location.reload()</script>` })
    const wall = site.requests
    site.on('/', (request, response) => {
      const passed = request.headers.cookie === 'passed=1'
      response.writeHead(passed ? 200 : 403, { 'content-type': 'text/html' })
      response.end(passed ? '<p>in</p>' : `<script>document.cookie = 'passed=1'; location.reload()</script>`)
    })
    const page = await browser.open({ url: site.url })
    assert.equal(page.status, 200)
    assert.match(textOf(page), /<p>in<\/p>/)
    assert.equal(wall.length, 2)
  })
})
