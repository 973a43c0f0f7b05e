import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'

const PAGE = '<h1>Kettle</h1>'

let winnow: TestApp
let site: LocalSite
let parser: string

before(async () => {
  site = await startLocalSite()
  site.on('/kettle', { body: PAGE })
  winnow = await startTestApp({ allow_hosts: ['127.0.0.1'] })
  parser = await winnow.parser({ fields: { title: 'h1' } })
})
after(async () => {
  await winnow.stop()
  await site.close()
})

const parse = () => {
  const body = new FormData()
  body.set('html', new Blob([PAGE]))
  return winnow.call(`/v1/parse/${parser}`, { body })
}
const scrape = () => winnow.call(`/v1/scrape/${parser}`, { json: { url: `${site.url}/kettle` } })
const tryOn = (fields: object) => winnow.call(`/v1/parsers/${parser}/test`, { json: fields })

const used = ({ status, headers, text }: Answer) => {
  assert.equal(status, 200, text)
  return Number(headers.get('x-credits-used'))
}
const setPrice = (name: string, value?: number) => winnow.admin(`/admin/settings/${name}`, { value })

describe('the price', () => {
  test('of a parse or a scrape is 1, and of a parser test on a sent page 0', async () => {
    assert.equal(used(await parse()), 1)
    assert.equal(used(await scrape()), 1)
    assert.equal(used(await tryOn({ html: PAGE })), 0)
    assert.equal(used(await tryOn({ url: `${site.url}/kettle` })), 1)
  })

  test('is changed by its setting from the next call on', async () => {
    await setPrice('price_parse', 3)
    await setPrice('price_scrape', 0)
    assert.equal(used(await parse()), 3)
    assert.equal(used(await scrape()), 0)
    assert.equal(used(await tryOn({ url: `${site.url}/kettle` })), 0)
    await setPrice('price_parse')
    await setPrice('price_scrape')
    assert.deepEqual([used(await parse()), used(await scrape())], [1, 1])
  })

  test('of every prebuilt API is 1, and no setting changes it', async () => {
    for (const { credits } of (await winnow.call('/v1/apis')).json) assert.equal(credits, 1)
    const names = (await winnow.admin('/admin/settings')).json.data.map(({ name }: { name: string }) => name)
    assert.deepEqual(
      names.filter((name: string) => name.startsWith('price_')),
      ['price_parse', 'price_scrape', 'price_extract'],
    )
  })

  test('is not charged when the page cannot be fetched or lacks a required field', async () => {
    const strict = await winnow.parser({ fields: { price: { css: '.price', required: true } } })
    const url = (path: string) => ({ json: { url: site.url + path } })
    const lacking = await winnow.call(`/v1/scrape/${strict}`, url('/kettle'))
    const missing = await winnow.call(`/v1/scrape/${strict}`, url('/none'))
    assert.deepEqual([lacking.status, lacking.headers.get('x-credits-used')], [422, '0'])
    assert.deepEqual([missing.status, missing.headers.get('x-credits-used')], [502, '0'])
    assert.equal(missing.headers.get('x-credits-remaining'), lacking.headers.get('x-credits-remaining'))
  })
})
