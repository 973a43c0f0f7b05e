import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const PAGE = '<h1>Kettle</h1><p class="price">cheap</p><i class="tag">steel</i>'
const SCHEMA = {
  fields: { title: 'h1', price: { css: '.price', type: 'number' }, tags: { css: '.tag', all: true } },
}

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/kettle', { body: PAGE })
  site.on('/latin', {
    headers: { 'content-type': 'text/html; charset=iso-8859-1' },
    body: Buffer.from('<h1>Ménage</h1>', 'latin1'),
  })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await service.stop()
  await site.close()
})

/** Calls an operation as the owner with these parts of a multipart body. */
async function tryParts(parts: Record<string, Blob>, path = '/admin/schemas/try', fields = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries<string>(fields)) body.append(name, value)
  for (const [name, part] of Object.entries(parts)) body.append(name, part, name)
  const headers = { authorization: `Bearer ${service.app.adminToken}` }
  const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: answer.status, json: (await answer.json()) as any }
}

const trySchema = (schema: string, html = PAGE, fields = {}) =>
  tryParts(
    {
      schema: new Blob([schema], { type: 'application/json' }),
      html: new Blob([html], { type: 'text/html' }),
    },
    undefined,
    fields,
  )

const balance = async () => (await service.call('/v1/credits')).json.creditBalance

describe('a schema that is not saved', () => {
  test('is tried on a given page for free, and returns data, reasons for nulls, counts and a trace', async () => {
    const before = await balance()
    const { status, json } = await trySchema(JSON.stringify(SCHEMA))
    assert.equal(status, 200)
    assert.deepEqual(json.problems, [])
    assert.deepEqual(json.data, { title: 'Kettle', price: null, tags: ['steel'] })
    assert.match(json.nulls[0].reason, /cheap/)
    assert.deepEqual(json.fields.price, { filled: 0, total: 1 })
    assert.equal(json.trace.length, 3)
    assert.equal(await balance(), before)
  })

  test('resolves relative links against the address of the page', async () => {
    const schema = JSON.stringify({ fields: { link: { css: 'a@href', type: 'url' } } })
    const trial = await trySchema(schema, '<a href="/kettle">', { url: 'https://shop.example/list' })
    assert.deepEqual(trial.json.data, { link: 'https://shop.example/kettle' })
    assert.equal((await trySchema(schema, '<a href="/kettle">')).json.data.link, null)
    const refused = await trySchema(schema, PAGE, { url: 'list' })
    assert.deepEqual([refused.status, refused.json.field], [400, 'url'])
  })

  test('returns all of its problems, each with its rule, when it is invalid', async () => {
    const { status, json } = await trySchema(
      '{"fields": {"a": {"css": "h1", "typ": 1}, "b": {"css": "h1["}}}',
    )
    assert.equal(status, 200)
    assert.equal(json.data, null)
    assert.deepEqual(
      json.problems.map(({ field }: { field: string }) => field),
      ['schema.fields.a', 'schema.fields.b'],
    )
  })

  test('is refused, with the field named, when it is not JSON', async () => {
    const { status, json } = await trySchema('{"fields": ')
    assert.equal(status, 400)
    assert.equal(json.field, 'schema')
    assert.ok(json.hint)
  })

  test('fails with the error of a call on a page without a required field', async () => {
    const { status, json } = await trySchema('{"fields": {"title": {"css": "h2", "required": true}}}')
    assert.equal(status, 422)
    assert.equal(json.field, 'title')
  })

  test('is refused without a page, as is a page without a schema', async () => {
    assert.equal((await tryParts({ html: new Blob([PAGE]) })).status, 400)
    assert.equal((await tryParts({ schema: new Blob(['{}']) })).status, 400)
  })
})

describe('a page fetched for the editor', () => {
  const fetchPage = (fields: Record<string, unknown>) => service.admin('/admin/pages', fields)

  test('is returned as text, whatever its charset, for free', async () => {
    const before = await balance()
    const { json } = await fetchPage({ url: `${site.url}/latin` })
    assert.deepEqual(json, { url: `${site.url}/latin`, mode: 'http', html: '<h1>Ménage</h1>', har: null })
    assert.equal(await balance(), before)
  })

  test('is fetched with the settings of the parser, including its masked secrets', async () => {
    const headers = { Authorization: 'Bearer s3cret', 'X-Shop': 'one' }
    const id = await service.parser(SCHEMA, { fetch: { headers } })
    const maskedFetch = (await service.call(`/v1/parsers/${id}`)).json.fetch
    assert.notEqual(maskedFetch.headers.Authorization, headers.Authorization)
    const { status } = await fetchPage({ url: `${site.url}/kettle`, fetch: maskedFetch, parser_id: id })
    assert.equal(status, 200)
    assert.equal(site.requests.at(-1)!.headers.authorization, headers.Authorization)
    assert.equal(site.requests.at(-1)!.headers['x-shop'], 'one')
  })

  test('is refused for a masked secret without a parser, or with a parser of another account', async () => {
    const fetch = { headers: { Authorization: '••••' } }
    const withoutParser = await fetchPage({ url: `${site.url}/kettle`, fetch })
    assert.equal(withoutParser.status, 400)
    assert.equal(withoutParser.json.field, 'fetch.headers.Authorization')
    const foreign = await service.parser(SCHEMA, {}, await service.keyFor('other'))
    assert.equal((await fetchPage({ url: `${site.url}/kettle`, fetch, parser_id: foreign })).status, 404)
  })

  test('fails with the errors of a scrape when its address is private or does not exist', async () => {
    const refused = await fetchPage({ url: 'http://10.0.0.1/' })
    assert.equal(refused.json.detail, 'target_forbidden')
    const absent = await fetchPage({ url: `${site.url}/none` })
    assert.equal(absent.json.detail, 'upstream_404')
    assert.ok(absent.json.hint)
  })

  test('is the one that a call has cached, if `kept` is set', async () => {
    const url = `${site.url}/kettle`
    const fetchKept = (fetch: object) => fetchPage({ url, fetch, kept: true })
    await service.call('/v1/pages/read', { json: { url, content: 'all', fetch: { max_age_s: 1 } } })
    const requestsBefore = site.requests.length
    const { html } = (await fetchPage({ url })).json
    assert.deepEqual((await fetchKept({ max_age_s: 1 })).json, { url, mode: 'cache', html, har: null })
    assert.equal(site.requests.length, requestsBefore + 1)
    assert.equal((await fetchKept({ headers: { 'X-Shop': 'one' } })).json.mode, 'http')
    const foreign = await fetchPage({ url, account: 'other', kept: true })
    assert.equal(foreign.json.mode, 'http')
  })

  test('can only be fetched by the owner', async () => {
    const answer = await service.call('/admin/pages', { json: { url: `${site.url}/kettle` } })
    assert.equal(answer.status, 401)
  })
})

test('a page shown in the editor numbers its elements as selectors and traces do', async () => {
  const html = new Blob([PAGE], { type: 'text/html' })
  const { json: view } = await tryParts({ html }, '/admin/pages/show')
  assert.equal(view.cut, false)
  const [, number] = /<p data-winnow="(\d+)" class="price">/.exec(view.html)!
  const { json: trial } = await trySchema(JSON.stringify(SCHEMA))
  assert.deepEqual(trial.trace[1].nodes, [Number(number)])
  const suggestions = await service.call('/v1/parsers/selectors', {
    method: 'POST',
    json: { html: PAGE, node: { node: Number(number) } },
  })
  assert.equal(suggestions.json.text, 'cheap')
})
