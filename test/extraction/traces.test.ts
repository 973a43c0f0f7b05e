import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'
import { page } from './support/upload.ts'

const HTML = '<h1>Kettle</h1><p class="price">cheap</p>'
const FIELDS = { title: 'h1', price: { css: '.price', type: 'number' } }

let service: TestApp
let site: LocalSite
let parserId: string
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
  parserId = await service.parser({ fields: FIELDS })
  site.on('/kettle', { body: HTML })
})
after(async () => {
  await service.stop()
  await site.close()
})

const traceOf = (answer: Answer) => {
  const link = answer.headers.get('link') ?? ''
  assert.equal(link, `</v1/traces/${answer.headers.get('x-request-id')}>; rel="trace"`)
  return link.slice(1, link.indexOf('>'))
}

describe('a call with ?debug=1', () => {
  test('to parse leaves a trace that says how each field got its value', async () => {
    const answer = await service.call(`/v1/parse/${parserId}?debug=1`, page(HTML))
    assert.deepEqual([answer.status, answer.json], [200, { title: 'Kettle', price: null }])
    const trace = await service.call(traceOf(answer))
    assert.equal(trace.status, 200)
    assert.partialDeepStrictEqual(trace.json, {
      nulls: [{ field: 'price', rule: 'schema.fields.price' }],
      fields: [
        { field: 'title', rule: 'schema.fields.title', matched: 1, raw: 'Kettle', value: 'Kettle' },
        { field: 'price', rule: 'schema.fields.price', matched: 1, raw: 'cheap', value: null },
      ],
    })
    assert.match(trace.json.nulls[0].reason, /cheap/)
  })

  test('to scrape, by GET or POST, leaves a trace too', async () => {
    const url = `${site.url}/kettle`
    const calls = [
      service.call(`/v1/scrape/${parserId}?debug=1`, { json: { url } }),
      service.call(`/v1/scrape/${parserId}?url=${encodeURIComponent(url)}&debug=1`),
    ]
    for (const answer of await Promise.all(calls)) {
      const trace = await service.call(traceOf(answer))
      assert.equal(trace.json.fields.length, 2)
    }
  })

  test('costs no more than any other call', async () => {
    const answer = await service.call(`/v1/parse/${parserId}?debug=1`, page(HTML))
    assert.equal(answer.headers.get('x-credits-used'), '1')
  })
})

describe('a trace', () => {
  test('is not kept for a call that does not ask for one', async () => {
    for (const query of ['', '?debug=0', '?debug=false']) {
      const answer = await service.call(`/v1/parse/${parserId}${query}`, page(HTML))
      assert.equal(answer.headers.get('link'), null, query)
      const trace = await service.call(`/v1/traces/${answer.headers.get('x-request-id')}`)
      assert.equal(trace.status, 404, query)
    }
  })

  test('is refused with 400 when `debug` is neither on nor off', async () => {
    for (const query of ['?debug=2', '?debug=', '?debug=no', '?debug=1&debug=0']) {
      const { status, json, text } = await service.call(`/v1/parse/${parserId}${query}`, page(HTML))
      assert.deepEqual([status, json.field], [400, 'debug'], `${query}: ${text}`)
    }
    const keyless = await service.call('/v1/credits?debug=2', { headers: { 'x-api-key': 'wk_none' } })
    assert.equal(keyless.status, 401)
  })

  test('of another account is answered like an unknown one', async () => {
    const answer = await service.call(`/v1/parse/${parserId}?debug=1`, page(HTML))
    const headers = { 'x-api-key': await service.keyFor('other') }
    const foreign = await service.call(traceOf(answer), { headers })
    const unknown = await service.call('/v1/traces/req_unknown', { headers })
    assert.deepEqual([foreign.status, foreign.text], [404, unknown.text])
  })
})
