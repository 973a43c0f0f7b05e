import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { failure } from '../start-fetcher.ts'
import { startSiteAndBrowser, textOf } from './start-browser.ts'

/** A body that is small on the network and large in memory. */
const gzipped = (unit: string, times: number) => gzipSync(unit.repeat(times))

const LIMIT = 1_000_000
const GZIP = { 'content-encoding': 'gzip' }

describe('the size limit of a page applies to decompressed bytes', () => {
  test('of its document, as over HTTP', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { maxBytes: LIMIT })
    const body = gzipped('<p>text</p>\n', 300_000_000 / 12)
    site.on('/', { headers: { 'content-type': 'text/html', ...GZIP }, body })
    await assert.rejects(browser.open({ url: site.url }), failure('page_too_large'))
    site.on('/small', { body: '<p>small</p>' })
    assert.match(textOf(await browser.open({ url: `${site.url}/small` })), /small/)
  })

  test('of all its scripts together', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { maxBytes: LIMIT })
    const scripts = Array.from({ length: 9 }, (_, at) => `<script src="/s${at}.js"></script>`)
    for (const at of scripts.keys())
      site.on(`/s${at}.js`, {
        headers: { 'content-type': 'text/javascript', ...GZIP },
        body: gzipped(';        \n', LIMIT / 10),
      })
    site.on('/', { body: `<p>page</p>${scripts.join('')}` })
    await assert.rejects(browser.open({ url: site.url }), failure('page_too_large'))
    site.on('/few', { body: `<p>page</p>${scripts.slice(0, 3).join('')}` })
    assert.match(textOf(await browser.open({ url: `${site.url}/few` })), /page/)
  })

  test('of a frame from another site', async t => {
    const { site, browser } = await startSiteAndBrowser(t, {
      maxBytes: LIMIT,
      allowHosts: ['127.0.0.1', 'other.test'],
    })
    const headers = { 'content-type': 'text/html', ...GZIP }
    site.on('/frame', { headers, body: gzipped('<p>text</p>\n', (20 * LIMIT) / 12) })
    site.on('/', { body: `<p>page</p><iframe src="http://other.test:${site.port}/frame"></iframe>` })
    await assert.rejects(browser.open({ url: site.url }), failure('page_too_large'))
  })

  test('of answers to requests from its scripts', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { maxBytes: LIMIT })
    site.on('/data', {
      headers: { 'content-type': 'application/json', ...GZIP },
      body: gzipped('[1,2,3,4]\n', (20 * LIMIT) / 10),
    })
    site.on('/', { body: `<p>page</p><script>fetch('/data').then(answer => answer.text())</script>` })
    await assert.rejects(browser.open({ url: site.url }), failure('page_too_large'))
  })
})
