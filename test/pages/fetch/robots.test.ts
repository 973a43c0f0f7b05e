import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { LocalSite, SiteHandler } from '../../support/local-site.ts'
import { createFakeClock } from '../fake-clock.ts'
import { failure, startSiteAndFetcher } from '../start-fetcher.ts'

const MINUTE = 60_000
const refusal = failure('target_forbidden', /robots\.txt of 127\.0\.0\.1:\d+/)

/** A site with this robots.txt, and requests that obey it. */
async function start(t: TestContext, robots?: SiteHandler) {
  const clock = createFakeClock()
  const { site, fetcher } = await startSiteAndFetcher(t, { clock })
  if (robots) site.on('/robots.txt', robots)
  site.on('/page', { body: 'page' })
  const get = (path: string, more = {}) => fetcher.fetch({ url: site.url + path, robots: true, ...more })
  return { site, fetcher, clock, get }
}

const pathsOf = (site: LocalSite) => site.requests.map(({ path }) => path)
const DISALLOW_ALL: SiteHandler = { body: 'User-agent: *\nDisallow: /' }

describe('a fetch that obeys robots.txt', () => {
  test('is refused before the page is requested', async t => {
    const { site, get } = await start(t, { body: 'User-agent: *\nDisallow: /page' })
    await assert.rejects(get('/page?x=1'), refusal)
    assert.deepEqual(pathsOf(site), ['/robots.txt'])
  })

  test('is refused with a hint about the setting that allows it', async t => {
    const { get } = await start(t, DISALLOW_ALL)
    await assert.rejects(
      get('/page'),
      ({ facts }) => facts.field === 'url' && /WINNOW_ROBOTS/.test(facts.hint),
    )
  })

  test('is allowed when the site allows it', async t => {
    const { get } = await start(t, {
      body: 'User-agent: *\nDisallow: /\nUser-agent: Winnow\nDisallow: /private',
    })
    assert.equal((await get('/page')).status, 200)
    await assert.rejects(get('/private'), refusal)
  })

  test('can be checked before a page is requested in another way', async t => {
    const { site, fetcher } = await start(t, { body: 'User-agent: *\nDisallow: /page' })
    await assert.rejects(fetcher.checkRobots({ url: `${site.url}/page` }), refusal)
    await fetcher.checkRobots({ url: `${site.url}/open` })
    assert.deepEqual(pathsOf(site), ['/robots.txt'])
  })

  test('is refused at a redirect to a forbidden address', async t => {
    const { site, get } = await start(t, { body: 'User-agent: *\nDisallow: /page' })
    site.on('/start', { status: 302, headers: { location: '/page' } })
    await assert.rejects(get('/start'), refusal)
    assert.deepEqual(pathsOf(site), ['/robots.txt', '/start'])
  })

  test('ignores robots.txt when the request says so', async t => {
    const { site, get } = await start(t, DISALLOW_ALL)
    assert.equal((await get('/page', { robots: false })).status, 200)
    assert.deepEqual(pathsOf(site), ['/page'])
  })

  test('sends no headers of its caller with the request for robots.txt', async t => {
    const { site, get } = await start(t)
    await get('/page', { headers: { authorization: 'secret' } })
    assert.deepEqual(
      site.requests.map(({ headers }) => headers.authorization),
      [undefined, 'secret'],
    )
  })
})

describe('a robots.txt', () => {
  test('is requested once an hour, however many pages are fetched', async t => {
    const { site, get, clock } = await start(t)
    await Promise.all([get('/page'), get('/page'), get('/page')])
    await clock.wait(59 * MINUTE)
    await get('/page')
    assert.equal(pathsOf(site).filter(path => path === '/robots.txt').length, 1)
    await clock.wait(MINUTE)
    await get('/page')
    assert.equal(pathsOf(site).filter(path => path === '/robots.txt').length, 2)
  })

  const absent: [what: string, answer: SiteHandler][] = [
    ['is not there (404)', { status: 404, body: 'Disallow: /' }],
    ['is forbidden (403)', { status: 403 }],
    ['is throttled (429)', { status: 429 }],
    ['leads nowhere', { status: 302, headers: { location: '/robots.txt' } }],
  ]
  for (const [what, answer] of absent)
    test(`that ${what} allows everything`, async t => {
      const { get } = await start(t, answer)
      assert.equal((await get('/page')).status, 200)
    })

  test('that is redirected is read there', async t => {
    const { site, get } = await start(t, { status: 301, headers: { location: '/rules.txt' } })
    site.on('/rules.txt', DISALLOW_ALL)
    await assert.rejects(get('/page'), refusal)
  })

  test('that is temporarily unavailable (503) forbids everything until it is requested again', async t => {
    const { site, get, clock } = await start(t, { status: 503 })
    await assert.rejects(
      get('/page'),
      failure(
        'target_forbidden',
        /^The robots\.txt of 127\.0\.0\.1:\d+ cannot be read: the site answered HTTP 503\.$/,
      ),
    )
    await assert.rejects(get('/page'), ({ facts }) => /5 minutes.*WINNOW_ROBOTS/s.test(facts.hint))
    site.on('/robots.txt', { body: '' })
    await assert.rejects(get('/page'), refusal)
    await clock.wait(5 * MINUTE)
    assert.equal((await get('/page')).status, 200)
  })

  test('that cannot be read because of a network error causes that error, and is requested again next time', async t => {
    const { site, get } = await start(t, (_, response) => void response.destroy())
    await assert.rejects(
      get('/page'),
      failure('connection', /^The robots\.txt of 127\.0\.0\.1:\d+ could not be read: .* was lost\.$/),
    )
    site.on('/robots.txt', { body: '' })
    assert.equal((await get('/page')).status, 200)
  })

  test('that does not arrive in time causes that error', async t => {
    const { get } = await start(t, () => undefined)
    await assert.rejects(
      get('/page', { timeoutMs: 50 }),
      failure('timeout', /^The robots\.txt of 127\.0\.0\.1:\d+ could not be read: .* took too long/),
    )
  })

  test('in UTF-16 is read', async t => {
    const text = Buffer.from('\ufeffUser-agent: *\r\nDisallow: /\r\n', 'utf16le')
    for (const body of [text, Buffer.from(text).swap16()]) {
      const { get } = await start(t, { headers: { 'content-type': 'text/plain' }, body })
      await assert.rejects(get('/page'), refusal)
    }
  })

  test('is still read for other callers when the first caller cancels', async t => {
    const caller = new AbortController()
    const { site, get } = await start(t)
    let first = true
    site.on('/robots.txt', (_, response) => {
      assert.ok(first)
      first = false
      caller.abort()
      setImmediate(() => response.end('User-agent: *\nDisallow: /'))
    })
    const abortedFetch = get('/page', { signal: caller.signal })
    const waiting = get('/page')
    await assert.rejects(abortedFetch, failure('cancelled'))
    await assert.rejects(waiting, refusal)
  })
})
