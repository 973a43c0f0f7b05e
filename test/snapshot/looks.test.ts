import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fastEngine } from '../../server/html/fast-engine.ts'
import type { Resource } from '../../server/snapshot/resources.ts'
import { showPage } from '../../server/snapshot/show-page.ts'

const url = 'https://shop.example/list/'
const PNG: Resource = { url, contentType: 'image/png', bytes: new TextEncoder().encode('png') }
const CSS: Resource = {
  url: 'https://cdn.example/css/a.css',
  contentType: 'text/css',
  bytes: new TextEncoder().encode('p{background:url(dot.png)}'),
}
const DATA = 'data:image/png;base64,cG5n'

const show = (html: string, resources: [string, Resource | null][] = [], most = 10_000) =>
  showPage(html, fastEngine, { most, url, resources: new Map(resources) })

const shop = (path: string) => `https://shop.example${path}`

describe('the snapshot of a page', () => {
  test('includes style sheets in place of their links, with what these load', () => {
    const page = '<link rel="Stylesheet preload" href=//cdn.example/css/a.css media=screen><p>x'
    assert.deepEqual(show(page).missing, ['https://cdn.example/css/a.css'])
    const sheets: [string, Resource][] = [['https://cdn.example/css/a.css', CSS]]
    assert.deepEqual(show(page, sheets).missing, ['https://cdn.example/css/dot.png'])
    const { html } = show(page, [...sheets, ['https://cdn.example/css/dot.png', PNG]])
    assert.match(
      html,
      /<style data-winnow="\d+" media="screen">p\{background:url\("data:image\/png;base64,cG5n"\)\}</,
    )
  })

  test('lists missing resources in order of importance', () => {
    const { missing } = show(
      '<style>@import "b.css";@font-face{src:url(f.woff2)}p{background:url(d.png)}</style><img src=i.png><link rel=stylesheet href=a.css>',
    )
    const names = missing.map(address => address.split('/').at(-1))
    assert.deepEqual(names, ['a.css', 'b.css', 'i.png', 'f.woff2', 'd.png'])
  })

  test('includes images that a page would load lazily', () => {
    const pages = [
      '<img src=/i.png srcset="/big.png 2x">',
      '<img src="data:image/gif;base64,R0" data-src=/i.png>',
      '<img data-srcset="/s.png 1x, /i.png 2x">',
      '<picture><source srcset="/s.png 1x,/i.png 2x"><source srcset=/b.png><img alt=b></picture>',
      '<picture><source srcset=/b.png><img src=/i.png></picture>',
      '<svg><image xlink:href=/i.png /></svg>',
      '<input type=image src=/i.png>',
      '<video poster=/i.png src=/v.mp4></video>',
    ]
    for (const page of pages) {
      const { html, missing } = show(page, [[shop('/i.png'), PNG]])
      assert.ok(html.includes(DATA), html)
      assert.deepEqual(missing, [])
    }
  })

  test('loads nothing: only links keep their addresses', () => {
    const { html } = show(
      `<body background=/b.png onload=go()><img src=/i.png><picture><source srcset=/s.png></picture><iframe src=/f></iframe>
      <video src=/v.mp4><track src=/t></video><object data=/o></object><svg><use href=/s.svg#a /><use href=#b /></svg>
      <p style="background:url(/p.png)"><a href=/next ping=/ping>next</a><link rel=stylesheet href=/a.css>`,
    )
    const addresses = [...html.matchAll(/="([^"]*\/[^"]*)"|url\(([^)]*)\)/g)].map(
      ([, own, css]) => own ?? css,
    )
    assert.deepEqual(addresses, ['&quot;data:,&quot;', '/next'])
    assert.doesNotMatch(html, /onload|ping|srcset|iframe src/)
    assert.match(html, /<use [^>]*href="#b"/)
  })

  test('includes symbols of other SVG files', () => {
    const page =
      '<svg class=icon><use class=cart onclick=run() href="/icons.svg#cart" /></svg><svg><use xlink:href="/icons.svg#none" /></svg>'
    assert.deepEqual(show(page).missing, [shop('/icons.svg')])
    const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><symbol id="cart" viewBox="0 0 9 9">
      <path d="M1 1h7"/><script>run()</script><image href="/dot.png" onload="run()"/><use href="/more.svg#a"/></symbol></svg>`
    const icons: Resource = {
      url: shop('/icons.svg'),
      contentType: 'image/svg+xml',
      bytes: new TextEncoder().encode(svg),
    }
    const { html, missing } = show(page, [[shop('/icons.svg'), icons]])
    assert.match(html, /<svg data-winnow="\d+" class="cart" viewBox="0 0 9 9">\s*<path d="M1 1h7">/)
    assert.doesNotMatch(html, /run\(|onclick|symbol|more\.svg|icons\.svg/)
    assert.deepEqual(missing, [shop('/dot.png')])
  })

  test('does not count resources towards the length at which a page is cut', () => {
    const big: Resource = { ...PNG, bytes: new Uint8Array(50_000) }
    const { html, cut } = show(`<img src=/i.png>${'<p>text'.repeat(10)}`, [[shop('/i.png'), big]], 1_000)
    assert.equal(cut, false)
    assert.ok(html.length > 60_000)
    const own = show(`<img src="data:image/png;base64,${'A'.repeat(50_000)}"><p>after`, [], 1_000)
    assert.equal(own.cut, false)
    assert.match(own.html, /A{50000}"/)
  })

  test('does not ask again for a resource that could not be fetched', () => {
    const { html, missing } = show('<img src=/i.png>', [[shop('/i.png'), null]])
    assert.deepEqual(missing, [])
    assert.doesNotMatch(html, /src=/)
  })

  test('ignores a page given as an image, and keeps text that looks like one of its placeholders', () => {
    const page: Resource = { url, contentType: 'text/html', bytes: new Uint8Array(9) }
    const { html } = show('<img src=/i.png><p>data:,abc-0;', [[shop('/i.png'), page]])
    assert.doesNotMatch(html, /src=/)
    assert.match(html, /data:,abc-0;/)
  })
})
