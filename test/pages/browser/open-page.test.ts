import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startSiteAndBrowser, textOf } from './start-browser.ts'

const SHOP = `<!doctype html><title>Shop</title><ul></ul><script>
  fetch('/items.json').then(answer => answer.json()).then(items => {
    for (const item of items) document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: item }))
  })
</script>`
const JSON_TYPE = { 'content-type': 'application/json' }

describe('a page in a browser', () => {
  test('is given as it stands after its script has fetched its data', async t => {
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
})
