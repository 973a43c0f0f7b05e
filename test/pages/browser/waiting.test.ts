import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Clock, systemClock } from '../../../server/pages/politeness/clock.ts'
import { failure } from '../start-fetcher.ts'
import { shareBrowser, startSiteAndBrowser, textOf } from './start-browser.ts'

const start = shareBrowser()

const JSON_TYPE = { 'content-type': 'application/json' }
const isItems = (url: URL) => url.pathname === '/items.json'

/** A page that requests more items whenever its end scrolls into view. */
const FEED = `<title>Feed</title><style>body { overflow-anchor: none }</style><ul></ul><div id="end" style="margin-top: 1500px">end</div><script>
  let page = 0
  new IntersectionObserver(async ([end]) => {
    if (!end.isIntersecting) return
    const items = await (await fetch('/items.json?page=' + ++page)).json()
    for (const item of items) document.querySelector('ul').insertAdjacentHTML('beforeend', '<li style="height: 3000px">' + item)
  }).observe(document.querySelector('#end'))
</script>`

describe('wait_for', () => {
  test('waits for an element that appears late', async t => {
    const { site, browser } = await start(t)
    site.on('/', {
      body: `<script>setTimeout(() => document.body.innerHTML = '<p class="price">5</p>', 700)</script>`,
    })
    const page = await browser.open({ url: site.url, waitFor: '.price' })
    assert.match(textOf(page), /<p class="price">5<\/p>/)
  })

  test('reports what the page shows instead when the element never appears', async t => {
    // Once the page has loaded, almost all of the time limit is used up. The clock is moved only then, since starting the
    // browser may take long.
    let ahead = 0
    const clock = { ...systemClock, now: () => Date.now() + ahead }
    const { site, browser } = await startSiteAndBrowser(t, { clock })
    site.on('/', (_, response) => {
      ahead = 28_000
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sold out</title>')
    })
    const opening = browser.open({ url: site.url, waitFor: '.price', timeoutMs: 30_000 })
    await assert.rejects(opening, error => {
      assert.ok(failure('timeout', /`wait_for` names: \.price$/).message.test((error as Error).message))
      const { facts } = error as { facts?: { field?: string; hint?: string } }
      assert.equal(facts?.field, 'fetch.wait_for')
      assert.match(facts?.hint ?? '', /“Sold out”/)
      return true
    })
  })

  test('can wait for a time', async t => {
    const over = Promise.withResolvers<void>()
    const requested = Promise.withResolvers<void>()
    const clock: Clock = {
      ...systemClock,
      wait(ms, signal) {
        if (ms !== 20_000) return systemClock.wait(ms, signal)
        requested.resolve()
        return over.promise
      },
    }
    const { site, browser } = await startSiteAndBrowser(t, { clock })
    site.on('/', {
      body: `<script>
        fetch('/price').then(answer => answer.text()).then(price => {
          document.body.innerHTML = price
          fetch('/shown')
        })
      </script>`,
    })
    site.on(
      '/price',
      (_, response) => void requested.promise.then(() => response.end('<p class="price">5</p>')),
    )
    site.on('/shown', (_, response) => {
      response.end()
      over.resolve()
    })
    const page = await browser.open({ url: site.url, waitFor: 20_000 })
    assert.match(textOf(page), /<p class="price">5<\/p>/)
  })

  test('with an invalid selector is an input error', async t => {
    const { site, browser } = await start(t)
    site.on('/', { body: 'page' })
    await assert.rejects(browser.open({ url: site.url, waitFor: 'p[' }), failure('invalid_input', /p\[$/))
  })
})

describe('answers to the page’s own requests', () => {
  test('are kept when they are wanted', async t => {
    const { site, browser } = await start(t)
    site.on('/', { body: `<script>fetch('/other.json').then(() => fetch('/items.json?x=1'))</script>` })
    site.on('/other.json', { headers: JSON_TYPE, body: '{}' })
    site.on('/items.json', { status: 201, headers: JSON_TYPE, body: '["tea"]' })
    const { kept } = await browser.open({ url: site.url, keep: isItems, enough: 1 })
    assert.equal(kept.length, 1)
    assert.equal(textOf(kept[0]!), '["tea"]')
    assert.equal(kept[0]!.status, 201)
    assert.equal(kept[0]!.url, `${site.url}/items.json?x=1`)
    assert.equal(kept[0]!.contentType, 'application/json')
  })

  test('end the wait when there are enough of them, even if the page makes more requests', async t => {
    const { site, browser } = await start(t)
    site.on('/', { body: FEED })
    site.on('/items.json', (request, response) => {
      const page = Number(request.query.get('page'))
      response.writeHead(200, JSON_TYPE).end(JSON.stringify([`item ${page}`]))
    })
    const { kept } = await browser.open({ url: site.url, keep: isItems, enough: 3, scroll: true })
    assert.deepEqual(kept.slice(0, 3).map(textOf), ['["item 1"]', '["item 2"]', '["item 3"]'])
  })

  test('are not kept when they exceed the size limit of a page', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { maxBytes: 10_000 })
    site.on('/', { body: `<script>fetch('/items.json?1').then(() => fetch('/items.json?2'))</script>` })
    site.on('/items.json', (request, response) => {
      const body = request.query.has('1') ? 'x'.repeat(10_001) : '[]'
      response.writeHead(200, JSON_TYPE).end(body)
    })
    const { kept } = await browser.open({ url: site.url, keep: isItems, enough: 1 })
    assert.deepEqual(kept.map(textOf), ['[]'])
  })
})

describe('a page that never becomes idle', () => {
  test('is read anyway', async t => {
    const { site, browser } = await start(t)
    site.on('/', { body: `<p>here</p><script>setInterval(() => fetch('/poll'), 100)</script>` })
    site.on('/poll', { body: '' })
    assert.match(textOf(await browser.open({ url: site.url })), /<p>here<\/p>/)
  })

  test('is read even if a request stays open', async t => {
    const { site, browser } = await start(t)
    site.on('/', { body: `<p>here</p><script>fetch('/hang')</script>` })
    site.on('/hang', () => undefined)
    assert.match(textOf(await browser.open({ url: site.url })), /<p>here<\/p>/)
  })
})

describe('requests from within the page', () => {
  test('use the `fetch` of the page', async t => {
    const { site, browser } = await start(t)
    site.on('/', {
      headers: { 'set-cookie': 'session=7; Path=/' },
      body: `<script>const own = fetch; window.fetch = (url, init) => own(url + '?signed=1', init)</script>`,
    })
    site.on('/api', (request, response) =>
      response.writeHead(200, JSON_TYPE).end(
        JSON.stringify({
          signed: request.query.get('signed'),
          cookie: request.headers.cookie,
          method: request.method,
          own: request.headers['x-own'],
          body: String(request.body),
        }),
      ),
    )
    const { asked } = await browser.open({
      url: site.url,
      ask: [{ url: '/api' }, { url: '/api', method: 'POST', headers: { 'x-own': 'a' }, body: 'straße' }],
    })
    assert.deepEqual(
      asked.map(answer => JSON.parse(textOf(answer))),
      [
        { signed: '1', cookie: 'session=7', method: 'GET', body: '' },
        { signed: '1', cookie: 'session=7', method: 'POST', own: 'a', body: 'straße' },
      ],
    )
    assert.equal(asked[0]!.contentType, 'application/json')
    assert.equal(asked[0]!.url, `${site.url}/api?signed=1`)
  })

  test('without an answer are an error that names the host', async t => {
    const { site, browser } = await start(t)
    site.on('/', { body: 'page' })
    site.on('/api', (_, response) => void response.destroy())
    const opening = browser.open({ url: site.url, ask: [{ url: '/api' }] })
    await assert.rejects(opening, failure('connection', /127\.0\.0\.1/))
  })

  test('are an error when an answer exceeds the size limit of a page', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { maxBytes: 10_000 })
    site.on('/', { body: 'page' })
    site.on('/api', { body: 'x'.repeat(10_001) })
    await assert.rejects(browser.open({ url: site.url, ask: [{ url: '/api' }] }), failure('page_too_large'))
  })
})
