import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const HTML = '<h1>Kettle</h1><p class="price">cheap</p>'
const SCHEMA = {
  fields: {
    title: 'h1',
    price: { css: '.price', type: 'number' },
    offers: { css: '.offer', all: true, fields: { sku: '@data-sku' } },
  },
}

let service: TestApp
let site: LocalSite
let parserId: string
before(async () => {
  site = await startLocalSite()
  site.on('/kettle', { body: HTML })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
  parserId = await service.parser(SCHEMA)
})
after(async () => {
  await service.stop()
  await site.close()
})

const testWith = (json: unknown, id = parserId) => service.call(`/v1/parsers/${id}/test`, { json })
const balance = async () => (await service.call('/v1/credits')).json.creditBalance

describe('testing a parser', () => {
  test('on HTML gives the data, the rule and reason of each null, and a trace of each value', async () => {
    const answer = await testWith({ html: `${HTML}<p class=offer data-sku=1><p class=offer>` })
    assert.equal(answer.status, 200, answer.text)
    const { data, nulls, trace } = answer.json
    assert.deepEqual(data, { title: 'Kettle', price: null, offers: [{ sku: '1' }, { sku: null }] })
    assert.deepEqual(
      nulls.map(({ field, rule }: Record<string, string>) => [field, rule]),
      [
        ['price', 'schema.fields.price'],
        ['offers[1].sku', 'schema.fields.offers.fields.sku'],
      ],
    )
    assert.match(nulls[0].reason, /cheap/)
    assert.match(nulls[1].reason, /data-sku/)
    const { ms, ...first } = trace[0]
    assert.ok(ms >= 0)
    assert.deepEqual(first, {
      field: 'title',
      rule: 'schema.fields.title',
      matched: 1,
      nodes: [3],
      raw: 'Kettle',
      value: 'Kettle',
    })
  })

  test('on HTML is free', async () => {
    const before = await balance()
    const answer = await testWith({ html: HTML })
    assert.equal(answer.headers.get('x-credits-used'), '0')
    assert.equal(await balance(), before)
  })

  test('on HTML with its address resolves relative links, fetches nothing and is free', async () => {
    const links = { fields: { link: { css: 'a@href', type: 'url' } } }
    const html = '<a href="/pot?b=1">Pot</a>'
    const requestsBefore = site.requests.length
    const before = await balance()
    const without = await testWith({ html, schema: links })
    assert.deepEqual(without.json.data, { link: null })
    const url = `${site.url}/shop/kettle`
    const answer = await testWith({ html, url, schema: links })
    assert.deepEqual([answer.status, answer.json.data], [200, { link: `${site.url}/pot?b=1` }])
    assert.deepEqual(answer.json.attempts, [])
    assert.equal(await balance(), before)
    assert.equal(site.requests.length, requestsBefore)
  })

  test('on HTML refuses a relative address, and a saved page in the same call', async () => {
    const answer = await testWith({ html: HTML, url: '/kettle' })
    assert.deepEqual([answer.status, answer.json.field], [400, 'url'])
    const both = await testWith({ html: HTML, fixture: 'fix_none' })
    assert.deepEqual([both.status, both.json.field], [400, 'html'])
    assert.match(both.json.hint, /with its address/)
  })

  test('on an address costs as much as a scrape, and says where the page came from', async () => {
    const before = await balance()
    const answer = await testWith({ url: `${site.url}/kettle` })
    assert.deepEqual([answer.status, answer.json.data.title], [200, 'Kettle'])
    assert.equal(answer.headers.get('x-source'), 'http')
    assert.equal(answer.headers.get('x-credits-used'), '1')
    assert.equal(await balance(), before - 1)
  })

  test('on an address that cannot be fetched is free', async () => {
    const answer = await testWith({ url: `${site.url}/none` })
    assert.deepEqual([answer.status, answer.json.detail], [502, 'upstream_404'])
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })

  test('can use another schema without changing the saved one', async () => {
    const schema = { fields: { price: '.price' } }
    assert.deepEqual((await testWith({ html: HTML, schema })).json.data, { price: 'cheap' })
    assert.deepEqual((await testWith({ url: `${site.url}/kettle`, schema })).json.data, { price: 'cheap' })
    assert.deepEqual((await testWith({ html: HTML })).json.data.title, 'Kettle')
    assert.equal((await service.call(`/v1/parsers/${parserId}`)).json.version, 1)
  })

  test('ends with 422 when a required field is missing', async () => {
    const schema = { fields: { sku: { css: '.sku', required: true } } }
    const answer = await testWith({ html: HTML, schema })
    assert.equal(answer.status, 422)
    assert.partialDeepStrictEqual(answer.json, { field: 'sku', detail: 'required_missing' })
  })

  test('says what to change if a required value is missing, not to test the parser', async () => {
    const schemas = [
      { fields: { sku: { css: '.sku', required: true } } },
      { fields: { skus: { css: '.sku', all: true, min_items: 2, required: true } } },
    ]
    for (const schema of schemas) {
      const answers = [
        await testWith({ html: HTML, schema }),
        await testWith({ url: `${site.url}/kettle`, schema }),
        await service.call('/v1/pages/extract', { json: { url: `${site.url}/kettle`, schema } }),
      ]
      for (const { status, text } of answers) {
        assert.equal(status, 422, text)
        assert.doesNotMatch(text, /Test the parser/)
        assert.match(text, /do not require it: then `nulls`|lower its `min_items`/)
      }
    }
  })

  test('does not count in the stats', async () => {
    const { json } = await service.call(`/v1/parsers/${parserId}/stats`)
    assert.equal(json.runs, 0)
  })

  const refused: [string, unknown, field: string][] = [
    ['without a page', {}, 'html'],
    ['with two pages', { url: 'https://shop.example/', fixture: 'fix_none' }, 'html'],
    ['with an empty page', { html: '' }, 'html'],
    ['with an empty address', { url: '' }, 'url'],
    ['with an unknown field', { html: HTML, page: 'x' }, 'page'],
  ]
  for (const [title, json, field] of refused) {
    test(`is refused ${title}`, async () => {
      const answer = await testWith(json)
      assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
      assert.ok(answer.json.hint)
    })
  }
})

describe('an archived parser', () => {
  test('can be read but not run: calls get 409 with a hint', async () => {
    const id = await service.parser(SCHEMA, { status: 'archived' })
    const form = new FormData()
    form.append('html', HTML)
    const calls = [
      testWith({ html: HTML }, id),
      service.call(`/v1/parse/${id}`, { body: form }),
      service.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/kettle` } }),
      service.call(`/v1/scrape/${id}?url=${encodeURIComponent(site.url)}`),
    ]
    for (const answer of await Promise.all(calls)) {
      assert.equal(answer.status, 409, answer.text)
      assert.match(answer.json.hint, /active/)
    }
    assert.equal((await service.call(`/v1/parsers/${id}`)).json.status, 'archived')
  })

  test('runs again once it is active or a draft', async () => {
    const id = await service.parser(SCHEMA, { status: 'archived' })
    for (const status of ['active', 'draft']) {
      const json = { name: 'test', schema: SCHEMA, status }
      await service.call(`/v1/parsers/${id}`, { method: 'PUT', json })
      assert.equal((await testWith({ html: HTML }, id)).status, 200, status)
    }
  })
})
