import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { type FirefoxBrowser, hasNoFirefox, startFirefox } from './support/firefox.ts'

const SHOP = `<!doctype html><title>Kettles</title><h1>Kettle</h1><price-box></price-box>
<script>document.querySelector('price-box').attachShadow({ mode: 'open' }).innerHTML = '<b>19.90</b>'</script>`

describe('the browser extension in Firefox', { skip: hasNoFirefox }, () => {
  let winnow: TestApp
  let site: LocalSite
  let firefox: FirefoxBrowser
  before(async () => {
    winnow = await startTestApp()
    site = await startLocalSite()
    firefox = await startFirefox()
  })
  after(async () => {
    await firefox?.close()
    await site?.close()
    await winnow?.stop()
  })

  const shows = (pattern: RegExp) =>
    until(async () => {
      const text = await firefox.inPopup<string | null>('return document.body.innerText')
      return text !== null && pattern.test(text) ? text : null
    })

  test('has a manifest that Firefox accepts without warnings', async () => {
    assert.deepEqual(await firefox.complaints(), [])
  })

  test('is paired, and extracts the current page including its shadow trees', async () => {
    site.on('/open', { body: SHOP })
    const shop = `http://shop.test:${site.port}`
    const schema = { fields: { title: 'h1', price: 'price-box >> b' } }
    await winnow.parser(schema, { name: 'Kettles', test_urls: [`${shop}/open`] })
    const { code } = (await winnow.admin('/admin/pairing-codes', {})).json
    await firefox.open(`${shop}/open`)
    await firefox.clickButton()
    await shows(/Pair this browser/)
    await firefox.inPopup(`
      document.querySelector('[name=address]').value = ${JSON.stringify(winnow.url)}
      document.querySelector('[name=code]').value = ${JSON.stringify(code)}
      document.querySelector('form').requestSubmit()`)
    await shows(/Paired with .* as Firefox on/)
    await firefox.inPopup(`
      [...document.querySelectorAll('button')].find(one => one.innerText === 'Extract').click()`)
    assert.match(await shows(/1 credit, \d+ left/), /19\.90/)

    await firefox.inPopup(`document.querySelector('[name=collect]').click()`)
    await shows(/0 collected so far/)
    const key = (await winnow.admin('/admin/keys')).json.data.at(-1)
    assert.match(key.origin, /^moz-extension:\/\//)
  })
})
