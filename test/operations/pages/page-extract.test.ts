import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const PAGE = '<h1>Kettle</h1><p class="price">24.50</p><a href="/steel">Steel</a>'
const SCHEMA = {
  fields: {
    title: { css: 'h1', required: true },
    price: { css: '.price', type: 'number' },
    stock: '.stock',
    link: { css: 'a@href', type: 'url' },
  },
}

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/kettle', { body: PAGE })
  site.on('/wall', { status: 403, body: 'no' })
  site.on('/empty', { body: '' })
  site.on('/list', { body: '<li><b>1</b></li><a class="next" href="/list2">next</a>' })
  site.on('/list2', { body: '<li><b>2</b></li>' })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await service.stop()
  await site.close()
})

const extract = (json: object, query = '') => service.call(`/v1/pages/extract${query}`, { json })
const balance = async () => (await service.call('/v1/credits')).json.creditBalance

function upload(html: string, fields: Record<string, string>) {
  const body = new FormData()
  body.append('html', new Blob([html], { type: 'text/html' }), 'page.html')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return service.call('/v1/pages/extract', { body })
}

describe('extracting a page with a schema sent in the call', () => {
  test('gives the data and the reason for each null, and saves no parser', async () => {
    const { status, json, headers } = await extract({ url: `${site.url}/kettle`, schema: SCHEMA })
    assert.equal(status, 200, json.error)
    assert.deepEqual(json.data, { title: 'Kettle', price: 24.5, stock: null, link: `${site.url}/steel` })
    const [missing, ...others] = json.nulls
    assert.deepEqual([missing.field, missing.rule, others], ['stock', 'schema.fields.stock', []])
    assert.ok(missing.reason)
    assert.deepEqual(json.attempts, [{ mode: 'http', taken: true, lack: null }])
    assert.deepEqual([headers.get('x-credits-used'), headers.get('x-source')], ['1', 'http'])
    assert.deepEqual((await service.call('/v1/parsers')).json.data, [])
  })

  test('works with an uploaded page, whose links are resolved against the address that the call gives', async () => {
    const schema = JSON.stringify(SCHEMA)
    const { status, json, headers } = await upload(PAGE, { schema, url: 'https://tea.example/a' })
    assert.equal(status, 200, json.error)
    assert.equal(json.data.link, 'https://tea.example/steel')
    assert.deepEqual(json.attempts, [])
    assert.deepEqual([headers.get('x-credits-used'), headers.get('x-source')], ['1', 'upload'])
  })

  test('can return a large result', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `<li>item ${index}</li>`).join('')
    const schema = JSON.stringify({ fields: { rows: { css: 'li', all: true }, none: 'h6' } })
    const { json } = await upload(`<ul>${rows}</ul>`, { schema })
    assert.deepEqual([json.data.rows.length, json.data.rows.at(-1)], [5_000, 'item 4999'])
    assert.equal(json.nulls[0].field, 'none')
  })

  test('follows further pages, each of which costs one credit', async () => {
    const schema = {
      fields: { items: { css: 'li', all: true, fields: { number: 'b' } } },
      paginate: { next: '.next@href', limit: 3 },
    }
    const { status, json, headers } = await extract({ url: `${site.url}/list`, schema })
    assert.equal(status, 200, json.error)
    assert.deepEqual(json.data, { items: [{ number: '1' }, { number: '2' }] })
    assert.equal(headers.get('x-credits-used'), '2')
  })

  test('is free when the page may come from the cache', async () => {
    const json = { url: `${site.url}/kettle`, schema: SCHEMA, fetch: { max_age_s: 60 } }
    assert.equal((await extract(json)).headers.get('x-credits-used'), '1')
    const again = await extract(json)
    assert.deepEqual([again.headers.get('x-credits-used'), again.headers.get('x-source')], ['0', 'cache'])
    assert.deepEqual(again.json.attempts, [])
  })

  test('leaves a trace for an hour when the call asks for one', async () => {
    const { headers } = await extract({ url: `${site.url}/kettle`, schema: SCHEMA }, '?debug=1')
    const trace = await service.call(`/v1/traces/${headers.get('x-request-id')}`)
    assert.equal(trace.status, 200, trace.text)
    assert.match(trace.text, /schema\.fields\.title/)
  })
})

describe('extracting a page', () => {
  test('is free when the page cannot be fetched or lacks a required field', async () => {
    const had = await balance()
    const missing = await upload('<p>no title</p>', { schema: JSON.stringify(SCHEMA) })
    assert.deepEqual([missing.status, missing.json.field], [422, 'title'])
    const wall = await extract({ url: `${site.url}/wall`, schema: SCHEMA })
    assert.equal(wall.json.detail, 'blocked')
    const empty = await extract({ url: `${site.url}/empty`, schema: { fields: { stock: '.stock' } } })
    assert.equal(empty.json.detail, 'blocked')
    assert.equal((await extract({ url: `${site.url}/none`, schema: SCHEMA })).json.detail, 'upstream_404')
    assert.equal((await extract({ url: 'http://10.0.0.1/', schema: SCHEMA })).json.detail, 'target_forbidden')
    assert.equal(await balance(), had)
  })

  let deep: unknown = { css: 'p' }
  for (let level = 0; level < 500; level++) deep = { css: 'p', fields: { inner: deep } }
  const refused: [what: object, field: string][] = [
    [{ schema: SCHEMA }, 'url'],
    [{ url: 'https://a.example' }, 'schema'],
    [{ url: 'https://a.example', schema: 'h1' }, 'schema'],
    [{ url: 'https://a.example', schema: { fields: { a: { css: 'h1[' } } } }, 'schema.fields.a'],
    [{ url: 'https://a.example', schema: SCHEMA, parser_id: 'prs_1' }, 'parser_id'],
    [{ url: 'https://a.example', schema: SCHEMA, fetch: { wait_for: 'p' } }, 'fetch.wait_for'],
  ]
  for (const [json, field] of refused)
    test(`is refused with the name of the field at fault: ${JSON.stringify(json).slice(0, 80)}`, async () => {
      const answer = await extract(json)
      assert.equal(answer.status, 400)
      assert.ok(answer.json.field.startsWith(field), answer.json.field)
      assert.ok(answer.json.hint)
    })

  test('is refused when the schema is nested too deeply', async () => {
    const answer = await extract({ url: 'https://a.example', schema: { fields: { deep } } })
    assert.equal(answer.status, 400)
    assert.match(answer.json.error, /deep/)
  })
})
