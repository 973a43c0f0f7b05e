import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failure } from '../start-fetcher.ts'
import { startSiteAndBrowser, textOf } from './start-browser.ts'

const SHOP = `<!doctype html><title>Shop</title><ul></ul><script>
  fetch('/items.json').then(answer => answer.json()).then(items => {
    for (const item of items) document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: item }))
  })
</script>`
const JSON_TYPE = { 'content-type': 'application/json' }

describe('a page in a browser', () => {
  test('is returned as it is after its script has loaded its data', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', { body: SHOP })
    site.on('/items.json', { headers: JSON_TYPE, body: '["straße","tea"]' })
    const page = await browser.open({ url: site.url })
    assert.match(textOf(page), /^<!DOCTYPE html>.*<li>straße<\/li><li>tea<\/li>/s)
    assert.equal(page.status, 200)
    assert.equal(page.url, `${site.url}/`)
    assert.equal(page.contentType, 'text/html; charset=utf-8')
    assert.deepEqual([page.kept, page.asked], [[], []])
  })

  test('is read even if it has replaced functions of the browser', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { maxBytes: 100_000 })
    const script = 'document.querySelectorAll = null; Array.from = null; JSON.stringify = null'
    site.on('/', { body: `<h1>Own</h1><script>${script}</script>` })
    assert.match(textOf(await browser.open({ url: site.url })), /<h1>Own<\/h1>/)
    const large = "for (let i = 0; i < 20; i++) document.body.append('x'.repeat(1e5))"
    site.on('/large', { body: `<h1>Own</h1><script>${script}; ${large}</script>` })
    await assert.rejects(browser.open({ url: `${site.url}/large` }), failure('page_too_large', /too large/))
  })

  for (const [when, script] of [
    ['once it is there', 'setTimeout(() => location.reload(), 20)'],
    ['while it loads', 'location.replace("/?" + Math.random())'],
  ])
    test(`that endlessly reloads itself ${when} is an error`, async t => {
      const { site, browser } = await startSiteAndBrowser(t)
      site.on('/', { body: `<h1>Again</h1><script>${script}</script>` })
      await assert.rejects(
        browser.open({ url: site.url }),
        failure('connection', /loads its page again and again/),
      )
    })

  for (const [when, script] of [
    ['while it loads', 'location = "/file"'],
    ['once it is there', 'setTimeout(() => { location = "/file" }, 300)'],
  ])
    for (const [what, answer] of [
      ['a download', { headers: { 'content-type': 'application/zip' }, body: 'PK' }],
      ['an answer without a page', { status: 204 }],
    ] as const)
      test(`is read even if it leads to ${what} ${when}`, async t => {
        const { site, browser } = await startSiteAndBrowser(t, { timeoutMs: 15_000 })
        site.on('/', { body: `<h1>Thanks</h1><script>${script}</script>` })
        site.on('/file', answer)
        const page = await browser.open({ url: site.url })
        assert.match(textOf(page), /<h1>Thanks<\/h1>/)
        assert.deepEqual([page.status, page.url], [200, `${site.url}/`])
      })

  test('that asks for a password is returned with its status', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', {
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="Orders"' },
      body: 'Who are you?',
    })
    assert.equal((await browser.open({ url: site.url })).status, 401)
  })

  for (const [what, headers] of [
    ['without a type', []],
    ['with a type that may not be guessed', ['X-Content-Type-Options: nosniff']],
    ['as HTML', ['Content-Type: text/html']],
  ] as const)
    test(`that is JSON ${what} is returned as it was received`, async t => {
      const { site, browser } = await startSiteAndBrowser(t)
      const body = '{"title": "Kettle", "html": "<b>24.50</b>"}'
      const head = ['HTTP/1.1 200 OK', `Content-Length: ${body.length}`, ...headers].join('\r\n')
      site.on('/', (_, { socket }) => void socket!.end(`${head}\r\n\r\n${body}`))
      assert.equal(textOf(await browser.open({ url: site.url })), body)
    })

  test('that begins with a bracket is returned as its scripts have made it', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', { body: '<body>[New] <script>document.body.append("Kettle")</script>' })
    assert.match(textOf(await browser.open({ url: site.url })), /<\/script>Kettle/)
  })

  for (const status of [204, 205])
    test(`without content (${status}) is the same as over HTTP`, async t => {
      const { site, browser } = await startSiteAndBrowser(t)
      site.on('/', { status })
      const page = await browser.open({ url: site.url })
      assert.deepEqual([page.status, page.url, page.bytes.length], [status, `${site.url}/`, 0])
    })

  for (const status of [300, 302])
    test(`that is a redirect (${status}) without a target is the same as over HTTP`, async t => {
      const { site, browser } = await startSiteAndBrowser(t)
      site.on('/', { status, body: '<h1>Moved</h1>' })
      const page = await browser.open({ url: site.url })
      assert.equal(page.status, status)
      assert.match(textOf(page), /<h1>Moved<\/h1>/)
    })

  test('that a redirect with a user and a password leads to has an address without them', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', { status: 302, headers: { location: `http://me:secret@127.0.0.1:${site.port}/page` } })
    for (const type of ['text/html', 'application/json']) {
      site.on('/page', { headers: { 'content-type': type }, body: '{}' })
      assert.equal((await browser.open({ url: site.url })).url, `${site.url}/page`)
    }
  })

  test('that is a redirect with an empty target is the same as over HTTP', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', { status: 302, headers: { location: '' }, body: '' })
    assert.equal((await browser.open({ url: site.url })).status, 302)
  })

  for (const type of ['text/plain', 'application/json'])
    test(`that is a redirect without a target, of type ${type}, is the same as over HTTP`, async t => {
      const { site, browser } = await startSiteAndBrowser(t)
      site.on('/', { status: 302, headers: { 'content-type': type }, body: '{}' })
      assert.equal((await browser.open({ url: site.url })).status, 302)
    })

  test('that leads to an app, or is not modified, is an error that is no lost connection', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/app', { status: 302, headers: { location: 'mailto:shop@example.com' } })
    site.on('/same', { status: 304 })
    for (const path of ['/app', '/same'])
      await assert.rejects(
        browser.open({ url: site.url + path }),
        failure('connection', /not answer with a page/),
      )
  })

  for (const location of ['file:///etc/passwd', 'data:text/html,page'])
    test(`that redirects to ${location} is forbidden, as over HTTP`, async t => {
      const { site, browser } = await startSiteAndBrowser(t)
      site.on('/', { status: 302, headers: { location } })
      await assert.rejects(
        browser.open({ url: site.url }),
        failure('target_forbidden', /^127\.0\.0\.1:\d+ redirects to an address that is not a web page/),
      )
    })

  test('that navigates to a blank page keeps its own address', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', { body: '<h1>Gone</h1><script>setTimeout(() => { location = "about:blank" }, 50)</script>' })
    assert.equal((await browser.open({ url: site.url })).url, `${site.url}/`)
  })
})
