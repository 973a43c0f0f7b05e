import type { Page } from 'playwright/test'
import { testChromium } from '../../support/chromium.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'
import { test as base, expect } from '../support/app.ts'

const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const SHOP = `<!doctype html><title>Tea things</title><link rel=stylesheet href=/css/shop.css>
  <h1>Tea things</h1><ul class=list>
  ${['Kettle', 'Jug', 'Cups'].map(name => `<li class=card><img src=/dot.gif alt=""><b>${name}</b></li>`).join('')}
  </ul><script src=/run.js></script><p style="background:url(/late.gif)">end`

/** The service may fetch from a site of this machine. */
const test = base.extend<{ winnow: TestApp; site: LocalSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  winnow: async ({}, use) => {
    const flags = { allow_hosts: ['127.0.0.1'], robots: 'ignore' }
    const winnow = await startTestApp(flags, undefined, { browser: await testChromium() })
    await use(winnow)
    await winnow.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  site: async ({}, use) => {
    const site = await startLocalSite()
    site.on('/shop', { body: SHOP })
    site.on('/css/shop.css', {
      body: '@import "cards.css"; h1 { color: rgb(0, 90, 0) }',
      headers: { 'content-type': 'text/css' },
    })
    site.on('/css/cards.css', {
      body: '.list { display: flex } .card { width: 90px; height: 60px; background: url(../dot.gif) }',
      headers: { 'content-type': 'text/css' },
    })
    site.on('/dot.gif', { body: DOT, headers: { 'content-type': 'image/gif' } })
    await use(site)
    await site.close()
  },
})

const frame = (page: Page) => page.frameLocator('iframe[title^="Page"]')
const looksLikeItself = (page: Page) =>
  expect(frame(page).getByRole('heading', { name: 'Tea things' })).toHaveCSS('color', GREEN)
const view = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'View of the page' }).getByText(name, { exact: true })
const GREEN = 'rgb(0, 90, 0)'

test('a page is shown with its styles, plain on request, and elements are picked at any zoom', async ({
  page,
  winnow,
  site,
}) => {
  await page.goto(`${winnow.url}/app/parsers/new`)
  await page.getByRole('combobox', { name: 'Address of the page' }).fill(`${site.url}/shop`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 style sheet, picture or font could not be fetched.')).toBeVisible()
  const requestedPaths = () => new Set(site.requests.map(({ path }) => path))
  expect(requestedPaths()).toEqual(
    new Set(['/shop', '/css/shop.css', '/css/cards.css', '/dot.gif', '/late.gif']),
  )

  await page.getByRole('button', { name: 'Pick', exact: true }).click()
  await page.getByLabel('Zoom of the page').selectOption('0.5')
  await frame(page).getByText('Kettle').click()
  const chosen = page.locator('[data-light="chosen"]')

  const path = page.getByRole('navigation', { name: 'Elements around the chosen one' })
  await expect(path).toHaveText(/^html.*bodyul\.listli\.cardb$/)
  await path.getByRole('button', { name: 'li.card' }).click()
  await expect(path.getByRole('button').last()).toHaveText('li.card')
  await expect.poll(async () => (await chosen.boundingBox())?.width).toBeCloseTo(45, 0)

  await view(page, 'Plain').click()
  await expect(frame(page).locator('style')).toHaveCount(0)
  await view(page, 'Page').click()
  await looksLikeItself(page)
  await expect(frame(page).locator('img').first()).toHaveJSProperty('naturalWidth', 1)
})

test('a saved page fetches its styles only on request, and keeps them after a reload', async ({
  page,
  winnow,
  site,
}) => {
  await page.goto(`${winnow.url}/app/parsers/new`)
  const saved = SHOP.replace('<title>', `<base href="${site.url}/"><title>`)
  const file = { name: 'shop.html', mimeType: 'text/html', buffer: Buffer.from(saved) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText(/are not on this machine/)).toBeVisible()
  expect(site.requests).toEqual([])
  await page.getByRole('button', { name: 'Fetch them' }).click()
  await looksLikeItself(page)
  const requestCount = site.requests.length
  await page.reload()
  await looksLikeItself(page)
  expect(site.requests.length).toBe(requestCount)
})

test('Read, a job and a parser show the styled page, and a parser opens with the page that it last read', async ({
  page,
  winnow,
  site,
}) => {
  await page.goto(`${winnow.url}/app/read`)
  await page.getByRole('textbox', { name: 'Address of the page' }).fill(`${site.url}/shop`)
  await page.keyboard.press('Enter')
  await looksLikeItself(page)

  const parser_id = await winnow.parser({ fields: { title: 'h1' } })
  const job = await winnow.call('/v1/jobs', { json: { parser_id, input: { url: `${site.url}/shop` } } })
  await winnow.ended(`/v1/jobs/${job.json.id}`)
  await page.goto(`${winnow.url}/app/jobs/${job.json.id}`)
  await page.getByRole('tab', { name: 'Page' }).click()
  await expect.poll(() => page.frames().length).toBeGreaterThan(1)
  await expect(frame(page).getByText('Kettle')).toBeVisible()
  await view(page, 'Plain').click()
  await expect(frame(page).getByText('Kettle')).toBeVisible()

  await page.goto(`${winnow.url}/app/parsers/${parser_id}`)
  await looksLikeItself(page)
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await expect(result.getByRole('textbox', { name: 'Result' })).toContainText('Tea things')
})

/** A page like those of news sites, with scripts, trackers and resources that are loaded later. */
const NEWS = `<!doctype html><html><head><title>News</title><meta http-equiv=refresh content="600"><base href="/">
  <link rel=preconnect href="//ads.example"><link rel=preload as=font href=/f.woff2><link rel=icon href=/icon.png>
  <link rel=stylesheet href=/css/shop.css><link rel=stylesheet href=/css/gone.css><script src=/tag.js async></script>
  <style>@import "/css/cards.css"; @font-face { font-family: n; src: url(/f.woff2) } h1 { font-family: n }
  body { background: image-set("/dot.gif" 1x, "/dot2.gif" 2x) }</style></head><body onload="track()">
  <h1>Tea things</h1><svg><use href="/icons.svg#cart"/></svg><img src=/dot.gif srcset="/dot.gif 1x, /dot2.gif 2x" onerror="track()">
  <picture><source srcset=/dot.webp type=image/webp><img data-src=/dot.gif alt=late loading=lazy></picture>
  <iframe src="/ad" srcdoc="<img src=/pixel.gif>"></iframe><object data=/o.swf><embed src=/e.swf></object>
  <video src=/v.mp4 poster=/dot.gif autoplay><track src=/t.vtt></video><audio src=/a.mp3 autoplay></audio>
  <form action=/subscribe><input type=image src=/dot.gif><button formaction=/x>Go</button></form>
  <a href=/next ping=/ping style="background:url('/dot.gif')">next</a><noscript><img src=/pixel.gif></noscript>
  <template><img src=/in-template.gif></template><script>new Image().src = '/beacon'</script>
  ${'<p style="background:url(/none.gif)">A paragraph of the news.</p>'.repeat(170)}</body></html>`

test('the frame of a news page sends no request and logs no error', async ({ page, winnow, site }) => {
  site.on('/news', { body: NEWS })
  site.on('/icons.svg', {
    body: '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="cart" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></symbol></svg>',
    headers: { 'content-type': 'image/svg+xml' },
  })
  const messages: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') messages.push(message.text())
  })
  page.on('requestfailed', request => messages.push(`failed: ${request.url()}`))
  page.on('request', request => {
    if (!request.url().startsWith(winnow.url)) messages.push(`asked: ${request.url()}`)
  })
  await page.goto(`${winnow.url}/app/parsers/new`)
  await page.getByRole('combobox', { name: 'Address of the page' }).fill(`${site.url}/news`)
  await page.keyboard.press('Enter')
  await looksLikeItself(page)
  await expect(frame(page).locator('img').first()).toHaveJSProperty('naturalWidth', 1)
  await expect(frame(page).locator('svg path')).toHaveAttribute('d', 'M1 1h7v7z')
  await view(page, 'Plain').click()
  await expect(frame(page).locator('h1')).not.toHaveCSS('color', GREEN)
  expect(messages.filter(text => !/^(?:asked: )?(?:data|blob):/.test(text))).toEqual([])
})

test('a page fetched in browser mode keeps styles set by scripts, and hides hidden elements', async ({
  page,
  winnow,
  site,
}) => {
  site.on('/app', {
    body: `<!doctype html><title>App</title><link rel=stylesheet href=/once.css>
      <link rel=stylesheet href=/dark.css id=dark><h1>Tea things</h1>
      <p class=menu>the menu</p><x-card></x-card><script>
      const sheet = new CSSStyleSheet(); sheet.replaceSync('h1 { color: ${GREEN} }'); document.adoptedStyleSheets = [sheet]
      dark.sheet.disabled = true
      const style = document.head.appendChild(document.createElement('style'))
      style.sheet.insertRule('.late { font-weight: 700 }')
      document.body.append(Object.assign(document.createElement('p'), { className: 'late', textContent: 'came late' }))
      document.querySelector('x-card').attachShadow({ mode: 'open' }).innerHTML =
        '<b>in the card</b><style>@media (min-width: 3000px) { i { display: block } } @media (min-width: 1px) { i { display: none } }</style><i>aside</i>'
      </script>`,
  })
  const css = { 'content-type': 'text/css' }
  site.on('/dark.css', { body: 'h1 { color: black !important }', headers: css })
  let requestCount = 0
  site.on('/once.css', (_, response) => {
    const isFirst = requestCount++ === 0
    response.writeHead(isFirst ? 200 : 404, { 'content-type': 'text/css' })
    response.end(isFirst ? '.menu { display: none }' : '')
  })
  const id = await winnow.parser({ fields: { title: 'h1' } }, { fetch: { mode: 'browser' } })
  await page.goto(`${winnow.url}/app/parsers/${id}`)
  await page.getByRole('combobox', { name: 'Address of the page' }).fill(`${site.url}/app`)
  await page.getByRole('button', { name: 'Fetch' }).click()
  await looksLikeItself(page)
  await expect(frame(page).getByText('came late')).toHaveCSS('font-weight', '700')
  await expect(frame(page).getByText('in the card')).toBeVisible()
  await expect(frame(page).getByText('aside')).toBeHidden()
  await expect(frame(page).getByText('the menu')).toBeHidden()
  await view(page, 'Plain').click()
  await expect(frame(page).getByText('the menu')).toBeVisible()
})
