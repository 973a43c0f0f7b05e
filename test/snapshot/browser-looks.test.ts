import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fastEngine } from '../../server/html/fast-engine.ts'
import { withoutLooks } from '../../server/snapshot/browser-looks.ts'
import { showPage } from '../../server/snapshot/show-page.ts'
import { startSiteAndBrowser, textOf } from '../pages/browser/start-browser.ts'

const show = (text: string) =>
  showPage(text, fastEngine, { most: 100_000, url: undefined, resources: new Map() }).html

const PAGE = `<!doctype html><title>Shop</title><style id=own></style><style id=kept>i { color: teal }</style>
<style>.gone { display: none } .dim { visibility: hidden } .dim b { visibility: visible }</style>
<h1>Shop</h1><p class=gone>menu <span>inside</span></p><p class=dim style="top:0">dim <b>but this</b></p>
<p hidden>by itself</p><x-card></x-card><noscript><p>no scripts</p></noscript><script>
  own.sheet.insertRule('h1 { color: green }')
  own.sheet.insertRule('@media print { h1 { --a--b: "</style><b>" } }')
  const sheet = css => { const made = new CSSStyleSheet(); made.replaceSync(css); return made }
  const off = sheet('h1 { color: red }')
  off.disabled = true
  document.adoptedStyleSheets = [sheet('p { color: blue }'), off]
  const shadow = document.querySelector('x-card').attachShadow({ mode: 'open' })
  shadow.innerHTML = '<u>card</u><s class=off>shut <i>in</i></s><b class=pale>pale</b><x-in></x-in><em class=off>last</em>'
  shadow.querySelector('x-in').attachShadow({ mode: 'open' }).innerHTML = '<q>a</q><q hidden>b</q>'
  shadow.adoptedStyleSheets = [sheet('u { color: olive } .pale { visibility: hidden } @media (min-width: 9px) { .off { display: none } }')]
</script>`

describe('a page from a browser', () => {
  test('is shown with the style rules that scripts have added, and without the elements that it hides', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', { body: PAGE })
    const text = textOf(await browser.open({ url: site.url }))
    const html = show(text)
    assert.match(html, /<style data-winnow="3">@media print \{.*h1 \{ color: green; \}<\/style>/s)
    assert.match(html, /<style data-winnow="4">i \{ color: teal \}<\/style>/)
    assert.match(html, /<\/html><style>p \{ color: blue; \}<\/style>$/)
    assert.match(html, /<u>card<\/u>.*<style>u \{ color: olive; \}.*<\/style><\/template>/s)
    assert.match(html, /<s style="display:none!important" class="off">shut <i>in<\/i>/)
    assert.match(html, /<b style="visibility:hidden!important" class="pale">pale/)
    assert.match(html, /<q>a<\/q><q style="display:none!important" hidden="">b<\/q><\/template>/)
    assert.match(html, /<em style="display:none!important" class="off">last/)
    assert.doesNotMatch(html, /red|<\/style><b>/)
    assert.match(html, /style="display:none!important" class="gone">menu <span data-winnow="\d+">/)
    assert.match(html, /style="top:0;visibility:hidden!important">dim <b data-winnow="\d+">but this/)
    assert.doesNotMatch(show(Buffer.from(withoutLooks(Buffer.from(text))).toString()), /important|blue|olive/)
  })

  test('keeps the rules that scripts have inserted at the beginning and the end of a linked style sheet', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    const css = { 'content-type': 'text/css' }
    site.on('/css/own.css', { body: 'h1 { color: red } p { background: url(dot.gif) }', headers: css })
    site.on('/', {
      body: `<!doctype html><link rel=stylesheet href=/css/own.css><h1>Shop</h1><h2>Tea</h2><script>
        const { sheet } = document.querySelector('link')
        sheet.insertRule('h2 { color: teal }')
        sheet.insertRule('h1 { color: green }', sheet.cssRules.length)
      </script>`,
    })
    const text = textOf(await browser.open({ url: site.url }))
    const own = `${site.url}/css/own.css`
    const bytes = Buffer.from('h1 { color: red }')
    const resources = new Map([[own, { url: own, contentType: 'text/css', bytes }]])
    const { html, missing } = showPage(text, fastEngine, { most: 100_000, url: site.url, resources })
    const styles = html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)
    const [first, sheet, last] = Array.from(styles, ([, css]) => css)
    assert.match(first!, /^h2 \{ color: teal; \}\nh1 \{ color: red; \}/)
    assert.equal(sheet, 'h1 { color: red }')
    assert.match(last!, /h1 \{ color: green; \}$/)
    assert.deepEqual(missing, [`${site.url}/css/dot.gif`])
  })

  test('is read by rules without the recorded looks', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/', { body: PAGE })
    site.on('/plain', { body: '<!doctype html><p>text' })
    const page = fastEngine.parse(textOf(await browser.open({ url: site.url })))
    const text = page.text(page.root, new Set())
    assert.doesNotMatch(text, /looks|elements/)
    const plain = textOf(await browser.open({ url: `${site.url}/plain` }))
    assert.equal(plain, '<!DOCTYPE html><html><head></head><body><p>text</p></body></html>')
  })
})

const say = (looks: unknown) => `<p>one</p><p>two</p><!--winnow-looks ${JSON.stringify(looks)}-->`

describe('the recorded looks of a page', () => {
  const recordedLooks = {
    elements: 5,
    gone: [3],
    invisible: [],
    styles: [],
    page: [0],
    shadows: [],
    texts: ['p{}'],
  }

  test('refer to elements by their numbers', () => {
    const html = show(say(recordedLooks))
    assert.match(html, /<p data-winnow="3" style="display:none!important">one/)
    assert.match(html, /<style>p\{\}<\/style>$/)
  })

  const others: [what: string, text: string][] = [
    ['of another page', say({ ...recordedLooks, elements: 6 })],
    ['of other shadow trees', say({ ...recordedLooks, shadows: [[0]] })],
    ['of no form', say([1])],
    ['that is not JSON', '<p>one</p><p>two</p><!--winnow-looks {-->'],
    ['with text after it', `${say(recordedLooks)}text`],
  ]
  for (const [what, text] of others)
    test(`are ignored if they are data ${what}`, () => {
      const html = show(text)
      assert.doesNotMatch(html, /important|<style>/)
    })

  test('load and run nothing, whatever they contain', () => {
    const texts = ['p{background:url(https://a.example/x)}</style><script>run()</script>', 7, null]
    const looks = {
      ...recordedLooks,
      gone: [3, -1, 1e9, 'x'],
      page: [0, 1, 2, 9, '0'],
      styles: [[1], 'x', [1, 0]],
      texts,
    }
    const html = show(say(looks))
    assert.doesNotMatch(html, /a\.example|<\/style><script/)
  })

  test('have a limited size, however often they name a style sheet', () => {
    const css = `/**/${'p { color: red } '.repeat(10_000)}`
    const page = Array.from({ length: 10_000 }, () => 0)
    const html = show(say({ ...recordedLooks, page, texts: [css] }))
    assert.ok(html.includes('color: red') && html.length < 6_000_000, String(html.length))
  })
})
