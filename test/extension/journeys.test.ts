import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ensureRenderer } from '../../build/renderer.mjs'
import { realtyDetails } from '../../server/prebuilt/realty/details.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import {
  cannotRun,
  type ExtensionBrowser,
  type Popup,
  startExtensionBrowser,
} from './support/extension-browser.ts'

const COOKIE = 'member=9f2c-behind-the-login'

const SHOP = `<!doctype html><html lang="en"><title>Kettles</title>
<h1>Kettle</h1><p class="price">24.50</p><price-box></price-box>
<button id="more">More</button><p id="state"></p>
<script>
  document.querySelector('price-box').attachShadow({ mode: 'open' }).innerHTML = '<b class="inner">19.90</b>'
  document.querySelector('#more').onclick = async () => {
    const answer = await fetch('/api/items?page=2')
    document.querySelector('#state').textContent = (await answer.json()).items.length + ' more'
    const request = new XMLHttpRequest()
    request.open('GET', '/api/items?page=3')
    request.onload = () => { document.querySelector('#state').textContent += ', ' + request.status }
    request.send()
  }
</script></html>`

const SCHEMA = {
  fields: {
    title: 'h1',
    price: { css: '.price', type: 'number' },
    inner: { css: 'price-box >> .inner', type: 'number' },
    stock: '.stock',
  },
}
const FETCHED = { fields: { names: { network: '/api/items*', path: 'items[*].name', all: true } } }

describe('the browser extension', { skip: cannotRun }, () => {
  let winnow: TestApp
  let site: LocalSite
  let browser: ExtensionBrowser
  let shop: string

  before(async () => {
    await ensureRenderer()
    site = await startLocalSite()
    winnow = await startTestApp({ realty_url: `http://homes.test:${site.port}` })
    browser = await startExtensionBrowser()
    shop = `http://shop.test:${site.port}`
    site.on('/login', { headers: { 'set-cookie': `${COOKIE}; Path=/; HttpOnly` }, body: 'Welcome.' })
    site.on('/kettle', ({ headers }, response) => {
      const isMember = headers.cookie?.includes(COOKIE)
      response.writeHead(200, { 'content-type': 'text/html' }).end(isMember ? SHOP : '<h1>Please log in</h1>')
    })
    site.on('/open', { body: SHOP })
    for (const page of [2, 3])
      site.on('/api/items', ({ query }, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ items: [{ name: `item ${query.get('page') ?? page}` }] })),
      )
  })
  after(async () => {
    await browser?.close()
    await site?.close()
    await winnow?.stop()
  })

  const openPage = async (path: string, host = shop) => {
    const page = await browser.context.newPage()
    await page.goto(host + path)
    return page
  }
  const newCode = async () => (await winnow.admin('/admin/pairing-codes', {})).json.code as string
  const keys = async () => (await winnow.admin('/admin/keys')).json.data as Record<string, unknown>[]

  async function pair(popup: Popup) {
    await popup.shows(/Pair this browser/)
    await popup.fill('address', winnow.url)
    await popup.fill('code', await newCode())
    await popup.click('Pair')
    await popup.shows(/Paired with/)
  }

  /** Opens the popup over a page, and pairs the browser if it is not paired yet. */
  async function popupOver(page: Awaited<ReturnType<typeof openPage>>) {
    const popup = await browser.clickButton(page)
    if (/Pair this browser/.test(await popup.shows(/Pair this browser|Paired with/))) await pair(popup)
    return popup
  }

  test('is paired with the code that the app shows, and gets a key named after the browser', async () => {
    const page = await openPage('/open')
    const popup = await browser.clickButton(page)
    await popup.shows(/Pair this browser/)
    await popup.fill('address', winnow.url)
    await popup.fill('code', 'WRNG-CODE')
    await popup.click('Pair')
    await popup.shows(/This code is not valid/)
    await pair(popup)
    const { name, scopes, origin } = (await keys()).at(-1)!
    assert.deepEqual([scopes, origin], [['run'], browser.origin])
    assert.match(String(name), / on /)
    await popup.close()
    await page.close()
  })

  test('refuses to pair with a service on another machine', async () => {
    const page = await openPage('/open')
    const popup = await popupOver(page)
    await popup.click('Forget')
    await popup.shows(/Pair this browser/)
    await popup.fill('address', 'https://winnow.example')
    await popup.fill('code', await newCode())
    await popup.click('Pair')
    await popup.shows(/not an address of this machine/)
    await popup.close()
    await page.close()
  })

  test('saves a page behind a login as a row, without storing its cookie', async () => {
    const parser = await winnow.parser(SCHEMA, { name: 'Kettles', match: { url_patterns: [`${shop}/*`] } })
    const columns = ['title', 'price', 'inner'].map(name => ({
      name,
      path: name,
      type: name === 'title' ? 'string' : 'number',
    }))
    const database = (await winnow.call('/v1/databases', { json: { name: 'My kettles', columns } })).json.id
    const page = await openPage('/login')
    await page.goto(`${shop}/kettle`)
    const popup = await popupOver(page)
    await popup.shows(/Kettles/)
    await popup.fill('database', database)
    await popup.click('Save the page with the parser')
    await popup.click('Extract')
    const text = await popup.shows(/Rows: 1 added/)
    assert.match(text, /1 credit, 9\d\d left/)
    assert.match(text, /1 value missing/)
    assert.match(text, /stock/)
    await popup.close()

    const [row] = (await winnow.call(`/v1/databases/${database}/rows`)).json.data
    assert.deepEqual(row.data, { title: 'Kettle', price: 24.5, inner: 19.9 })
    assert.equal(row.source.url, `${shop}/kettle`)
    const [fixture] = (await winnow.call(`/v1/parsers/${parser}/fixtures`)).json.data
    assert.equal(fixture.name, 'Kettles')
    const { dataDir } = winnow.app
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
    for (const { parentPath, name } of files)
      assert.ok(!readFileSync(join(parentPath, name)).includes(COOKIE.split('=')[1]!), name)
    await page.close()
    await winnow.call(`/v1/parsers/${parser}`, { method: 'DELETE' })
  })

  test('sends the data that the page fetches only after consent, and only from then on', async () => {
    const parser = await winnow.parser(FETCHED, { name: 'Items', test_urls: [`${shop}/open`] })
    const page = await openPage('/open')
    const more = async () => {
      await page.click('#more')
      await page.getByText('1 more, 200').waitFor()
    }
    // The answers are recorded after the page has shown them, and the popup counts them only once.
    const collected = (count: number) =>
      page.waitForFunction(([key, count]) => Reflect.get(window, Symbol.for(key))?.answers.length === count, [
        'winnow: answers',
        count,
      ] as const)
    await more()
    const before = await popupOver(page)
    await before.click('Extract')
    assert.match(await before.shows(/value missing/), /fetched no data/)
    await before.click('Also send the data that the page fetches')
    await before.shows(/0 collected so far/)
    await before.close()

    await more()
    await collected(2)
    const popupAgain = await popupOver(page)
    await popupAgain.shows(/2 collected so far/)
    await popupAgain.click('Extract')
    assert.match(await popupAgain.shows(/names/), /item 2.*item 3/)

    await popupAgain.click('Reload the page')
    await popupAgain.close()
    await page.waitForLoadState()
    await more()
    await collected(2)
    const again = await popupOver(page)
    await again.shows(/2 collected so far/)
    await again.click('Also send the data that the page fetches')
    await again.shows(/from now on\n(?!.*collected)/)
    await again.click('Extract')
    await again.shows(/value missing/)
    await again.close()
    await page.close()
    await winnow.call(`/v1/parsers/${parser}`, { method: 'DELETE' })
  })

  test('extracts a page with the prebuilt API that matches its address', async () => {
    const sample = readFileSync('server/prebuilt/realty/samples/realty-details.html')
    const path = realtyDetails.example.input.url
    site.on(path, { body: sample })
    const page = await openPage(path, `http://homes.test:${site.port}`)
    const popup = await popupOver(page)
    await popup.shows(new RegExp(realtyDetails.name))
    await popup.click('Extract')
    const text = await popup.shows(/price_history/)
    assert.match(text, /1 credit/)
    assert.match(text, /zpid/)
    await popup.close()
    await page.close()
  })

  test('reads a page as text', async () => {
    site.on('/tea', {
      body: `<title>Tea</title><main><h1>Tea</h1>${'<p>Tea starts as a leaf.</p>'.repeat(20)}</main>`,
    })
    const page = await openPage('/tea')
    const popup = await popupOver(page)
    await popup.shows(/No API and no parser of yours knows this address/)
    await popup.click('Read')
    await popup.shows(/Tea starts as a leaf/)
    await popup.close()
    await page.close()
  })

  test('opens the page in the parser editor of the app', async () => {
    const page = await openPage('/open')
    const signedIn = await openPage('', winnow.app.invite())
    const popup = await popupOver(page)
    const editorPage = browser.context.waitForEvent('page')
    await popup.click('New parser from this page')
    const editor = await editorPage
    await editor.waitForURL(/\/app\/parsers\/page$/)
    await editor.frameLocator('iframe').getByText('24.50').waitFor()
    for (const openedPage of [editor, signedIn, page]) await openedPage.close()
  })

  test('reports a tab that is not a web page', async () => {
    const page = await openPage('', 'about:blank')
    const popup = await popupOver(page)
    await popup.shows(/This is not a web page/)
    await popup.close()
    await page.close()
  })

  test('reports that its key was revoked, and offers to pair again', async () => {
    const revoke = async () => {
      for (const key of await keys()) if (key.origin) await winnow.admin(`/admin/keys/${key.id}/revoke`, {})
    }
    const page = await openPage('/open')
    const popup = await popupOver(page)
    await popup.shows(/Read/)
    await revoke()
    await popup.click('Read')
    await popup.shows(/The key of this browser was revoked/)
    await pair(popup)
    await popup.close()

    await revoke()
    const laterPopup = await browser.clickButton(page)
    assert.match(await laterPopup.shows(/The key of this browser was revoked/), /Pair this browser/)
    await pair(laterPopup)
    await laterPopup.close()
    await page.close()
  })

  test('reports that Winnow does not answer', async () => {
    const page = await openPage('/open')
    const popup = await popupOver(page)
    const address = JSON.stringify('http://127.0.0.1:9')
    await popup.evaluate(
      `chrome.storage.local.get('pairing').then(({ pairing }) => chrome.storage.local.set({ pairing: { ...pairing, address: ${address} } }))`,
    )
    await popup.close()
    const again = await browser.clickButton(page)
    await again.shows(/Winnow does not answer at http:\/\/127\.0\.0\.1:9/)
    await again.click('Forget')
    await again.shows(/Pair this browser/)
    await again.close()
    await page.close()
  })

  test('is the only one that can pair and send: scripts of sites are refused, even with its code or key', async () => {
    const page = await openPage('/open')
    const popup = await popupOver(page)
    const key = await popup.evaluate<string>(
      "chrome.storage.local.get('pairing').then(({ pairing }) => pairing.key)",
    )
    await popup.close()
    const ask = (path: string, headers: Record<string, string>, body: object) =>
      page.evaluate(
        ([url, headers, body]) =>
          fetch(url!, { method: 'POST', headers: JSON.parse(headers!), body: body! }).then(
            answer => String(answer.status),
            () => 'blocked',
          ),
        [winnow.url + path, JSON.stringify(headers), JSON.stringify(body)],
      )
    const code = await newCode()
    const before = (await keys()).length
    const json = { 'content-type': 'application/json' }
    assert.equal(await ask('/v1/pairings', json, { code }), 'blocked')
    assert.equal(await ask('/v1/pairings', {}, { code }), 'blocked')
    assert.match(await ask('/v1/pages/matches', { ...json, 'x-api-key': key }, { url: shop }), /403|blocked/)
    assert.equal((await keys()).length, before)
    await page.close()
  })
})
