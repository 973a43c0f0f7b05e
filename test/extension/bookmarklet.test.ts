import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureRenderer } from '../../build/renderer.mjs'
import { testChromium } from '../support/chromium.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const PAGE = '<!doctype html><title>Kettles</title><h1>Kettle</h1><price-box></price-box>'
const SHADOW =
  "<script>document.querySelector('price-box').attachShadow({ mode: 'open' }).innerHTML = '<b>19.90</b>'</script>"

describe('the bookmarklet', () => {
  let winnow: TestApp
  let site: LocalSite
  let browser: Browser
  let context: BrowserContext
  let bookmarklet: string

  before(async () => {
    await ensureRenderer()
    winnow = await startTestApp()
    site = await startLocalSite()
    const options = await testChromium()
    const args = [...options.args, '--host-resolver-rules=MAP *.test 127.0.0.1']
    browser = await chromium.launch({ ...options, args })
    context = await browser.newContext()
    const app = await context.newPage()
    await app.goto(winnow.app.invite())
    await app.goto(`${winnow.url}/app/connect/browser`)
    bookmarklet = (await app.getByRole('link', { name: 'Send to Winnow' }).getAttribute('href'))!
    await app.close()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
    await winnow?.stop()
  })

  const openPage = async (path: string) => {
    const page = await context.newPage()
    await page.goto(`http://shop.test:${site.port}${path}`)
    return page
  }
  /** Does what a browser does when the bookmark is clicked. */
  const clickIt = (page: Page) => page.evaluate(decodeURIComponent(bookmarklet.replace('javascript:', '')))
  const sentTo = (page: Page) => page.url().split('/').at(-1)!

  test('hands over the page once the user takes it, and the app extracts and opens it', async () => {
    site.on('/kettle', {
      body: PAGE + SHADOW,
      headers: { 'content-security-policy': "default-src 'self' 'unsafe-inline'" },
    })
    const schema = { fields: { title: 'h1', price: 'price-box >> b', stock: '.stock' } }
    await winnow.parser(schema, { name: 'Kettles', test_urls: [`http://shop.test:${site.port}/kettle`] })
    const page = await openPage('/kettle')
    const [received] = await Promise.all([context.waitForEvent('page'), clickIt(page)])
    await received.getByText(`shop.test:${site.port} hands over a page`).waitFor()
    await received.getByRole('button', { name: 'Take the page' }).click()
    await received.waitForURL(/\/app\/read\/sent\/pag_/)
    assert.equal(await received.evaluate('window.opener'), null)

    const sent = (await winnow.call(`/v1/sent-pages/${sentTo(received)}`)).json
    assert.deepEqual([sent.title, sent.url], ['Kettles', `http://shop.test:${site.port}/kettle`])
    await received.getByRole('button', { name: 'Extract: Kettles' }).click()
    await received.getByText('1 credit.').waitFor()
    await received.getByText('19.90').first().waitFor()
    await received.getByText('1 value missing').waitFor()
    await received.getByRole('button', { name: 'New parser from this page' }).click()
    await received.waitForURL(/\/app\/parsers\/page$/)
    await page.close()
    await received.close()
  })

  test('reports a site that is isolated from other windows', async () => {
    site.on('/cut-off', { body: PAGE, headers: { 'cross-origin-opener-policy': 'same-origin' } })
    const page = await openPage('/cut-off')
    const dialogEvent = page.waitForEvent('dialog')
    // Browsers isolate only pages of secure origins, such as those of this machine.
    await page.goto(`http://127.0.0.1:${site.port}/cut-off`)
    await clickIt(page)
    const dialog = await dialogEvent
    assert.match(dialog.message(), /cuts its pages off from other windows/)
    await dialog.accept()
    await page.close()
  })

  test('reports a site that does not let it open a window', async () => {
    site.on('/closed', {
      body: PAGE,
      headers: { 'content-security-policy': 'sandbox allow-scripts allow-modals' },
    })
    const page = await openPage('/closed')
    const dialogEvent = page.waitForEvent('dialog')
    void clickIt(page)
    const dialog = await dialogEvent
    assert.match(dialog.message(), /does not let Winnow open a window/)
    await dialog.accept()
    await page.close()
  })

  /**
   * Has a hostile site open the window that receives pages and post a message to it. With `htmlLength`, the site builds a
   * page of that length.
   */
  async function offerPage(message: (origin: string) => unknown, htmlLength?: number) {
    site.on('/hostile', { body: '<title>hostile</title>' })
    const page = await openPage('/hostile')
    const receive = `${winnow.url}/app/connect/receive`
    const [received] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(
        ([address, offer, length]) => {
          const opened = window.open(address)!
          const data = length === undefined ? offer : { ...(offer as object), html: 'x'.repeat(length) }
          addEventListener('message', () => opened.postMessage(data, '*'))
        },
        [receive, message(new URL(page.url()).origin), htmlLength] as const,
      ),
    ])
    return { page, received }
  }

  const REFUSED: [why: string, message: (origin: string) => unknown, said: RegExp, htmlLength?: number][] = [
    [
      'another site’s page',
      () => ({ url: 'https://bank.example/', title: '', html: '<p>x' }),
      /hands over a page of another site/,
    ],
    [
      'a local file',
      () => ({ url: 'file:///etc/passwd', title: '', html: '<p>x' }),
      /hands over a page of another site/,
    ],
    ['no page', () => ({ url: 1 }), /is not a page/],
    ['nothing', () => null, /is not a page/],
    ['a page without end', origin => ({ url: `${origin}/`, title: '' }), /larger than 16 MB/, 16_777_217],
  ]
  for (const [reason, message, refusal, htmlLength] of REFUSED)
    test(`does not accept ${reason} from a site`, async () => {
      const { page, received } = await offerPage(message, htmlLength)
      await received.getByText(refusal).waitFor()
      assert.equal(await received.getByRole('button', { name: 'Take the page' }).count(), 0)
      await page.close()
      await received.close()
    })

  test('sends nothing to the service before the user takes the page', async () => {
    const { page, received } = await offerPage(origin => ({
      url: `${origin}/hostile`,
      title: 'Take me',
      html: '<p>x',
    }))
    const requestedUrls: string[] = []
    received.on('request', request => requestedUrls.push(request.url()))
    await received.getByText('Take me').waitFor()
    await received.getByRole('button', { name: 'Discard it' }).waitFor()
    assert.deepEqual(
      requestedUrls.filter(url => url.includes('/v1/sent-pages')),
      [],
    )
    await page.close()
    await received.close()
  })
})
