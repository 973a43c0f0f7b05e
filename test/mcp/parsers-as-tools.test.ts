import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { connect } from './support/clients.ts'

let winnow: TestApp
let site: LocalSite
let parser: string
const SCHEMA = { fields: { title: { css: 'h1', required: true }, price: { css: '.p', type: 'number' } } }

before(async () => {
  site = await startLocalSite()
  site.on('/kettle', { body: '<h1>Kettle</h1><b class=p>24.50</b>' })
  winnow = await startTestApp({ allow_hosts: ['127.0.0.1'] })
  parser = await winnow.parser(SCHEMA, { name: 'Product page!', description: 'Kettles and pans.' })
})
after(async () => {
  await winnow.stop()
  await site.close()
})

/** Connects a client, passes it to `use`, and closes it. */
async function withClient<T>(
  query: string,
  use: (client: Awaited<ReturnType<typeof connect>>) => Promise<T>,
  key = winnow.key,
): Promise<T> {
  const client = await connect(winnow.url, key, {}, query)
  return use(client).finally(client.close)
}

describe('the tools for parsers', () => {
  test('list parsers, run them on an address or on HTML, and test them', async () => {
    await withClient('', async client => {
      await client.tools()
      const list = await client.call('parser_list', { fields: 'data.id,data.name' })
      const listed = [{ id: parser, name: 'Product page!' }]
      assert.deepEqual(list.structuredContent, { data: listed, has_more: false, next_cursor: null })
      const data = { title: 'Kettle', price: 24.5 }
      const scraped = await client.call('parser_scrape_url', { parser_id: parser, url: `${site.url}/kettle` })
      assert.deepEqual(scraped.structuredContent, data)
      assert.deepEqual(scraped._meta['winnow/sources'], ['http'])
      const html = '<h1>Kettle</h1><b class=p>24.50</b>'
      assert.deepEqual(
        (await client.call('parser_parse_html', { parserId: parser, html })).structuredContent,
        data,
      )
      const trial = await client.call('parser_test', { id: parser, html: '<h1>Pan</h1>' })
      assert.deepEqual(trial.structuredContent.data, { title: 'Pan', price: null })
      assert.equal(trial.structuredContent.nulls[0].field, 'price')
      assert.ok(!('trace' in trial.structuredContent))
      const traced = { id: parser, html: '<h1>Pan</h1>', fields: ['trace.field'] }
      assert.deepEqual((await client.call('parser_test', traced)).structuredContent, {
        trace: [{ field: 'title' }, { field: 'price' }],
      })
    })
  })

  test('change a parser and keep everything that the change does not name', async () => {
    const secret = { 'x-token': 'abc' }
    const fetch = { mode: 'http', headers: secret, secret_headers: ['x-token'] }
    const match = { url_patterns: ['https://shop.example/*'] }
    const id = await winnow.parser(SCHEMA, { name: 'Before', fetch, match, description: 'Pans.' })
    await withClient('', async client => {
      const { structuredContent } = await client.call('parser_update', { id, name: 'After' })
      const { name, description, version } = structuredContent
      assert.deepEqual([name, description, version], ['After', 'Pans.', 2])
      const bad = await client.call('parser_update', { id, schema: { fields: { title: { css: 'h1[' } } } })
      assert.match(bad.content[0]!.text!, /^invalid_input: /)
      const unknown = await client.call('parser_update', { id: 'prs_x', name: 'x' })
      assert.match(unknown.content[0]!.text!, /^unknown_resource: .*parser_list/)
    })
    const { json } = await winnow.call(`/v1/parsers/${id}`)
    assert.deepEqual([json.version, json.match, json.schema], [2, match, SCHEMA])
    const listChanged = new Promise<unknown>(resolve =>
      site.on('/seen', ({ headers }, response) => {
        resolve(headers['x-token'])
        response.end('<h1>x</h1>')
      }),
    )
    await winnow.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/seen` } })
    assert.equal(await listChanged, 'abc', 'a secret header is still sent')
  })

  test('refuse a change of a parser that names nothing to change', async () => {
    const id = await winnow.parser(SCHEMA)
    await withClient('', async client => {
      const textOf = async (args: object) =>
        (await client.call('parser_update', { id, ...args })).content[0]!.text
      const choices = 'Name one or more of name, schema, description, status, fetch.'
      const nothing = 'invalid_input: The call names nothing to change.'
      assert.equal(await textOf({}), `${nothing} ${choices}`)
      const unknown = await textOf({ selectors: {}, fields: ['id'] })
      assert.equal(unknown, `${nothing} There is no argument \`selectors\`. ${choices}`)
    })
    const { json } = await winnow.call(`/v1/parsers/${id}`)
    assert.equal(json.version, 1)
  })

  test('replace `fetch` of a parser as a whole, and say so', async () => {
    const id = await winnow.parser(SCHEMA, { fetch: { mode: 'http', headers: { 'x-site': 'a' } } })
    await withClient('', async client => {
      const tools = await client.tools()
      const { description } = tools.find(({ name }) => name === 'parser_update')!
      assert.match(description!, /`schema` and `fetch` are replaced as a whole/)
      const args = { id, fetch: { mode: 'auto' }, fields: ['fetch.mode', 'fetch.headers'] }
      const { structuredContent } = await client.call('parser_update', args)
      assert.deepEqual(structuredContent, { fetch: { mode: 'auto', headers: {} } })
    })
  })

  test('return the error code when something goes wrong', async () => {
    await withClient('', async client => {
      const notFound = await client.call('parser_scrape_url', { parserId: parser, url: `${site.url}/gone` })
      assert.match(notFound.content[0]!.text!, /^upstream_404: /)
      const missingField = await client.call('parser_parse_html', {
        parserId: parser,
        html: '<p>nothing</p>',
      })
      assert.match(missingField.content[0]!.text!, /^required_missing: /)
      const unknown = await client.call('parser_parse_html', { parserId: 'prs_x', html: '<p>nothing</p>' })
      assert.match(unknown.content[0]!.text!, /^unknown_resource: /)
    })
  })
})

describe('a pinned parser', () => {
  test('is described by its own words, as a sentence', async () => {
    for (const description of ['Reads pots', 'Reads pots.', 'Reads pots ']) {
      const pots = await winnow.parser(SCHEMA, { name: 'Pots', description })
      const [tool] = await withClient(`?parsers=${pots}&groups=`, client => client.tools())
      assert.match(tool!.description!, /“Pots”\. Reads pots\. Costs 1 credit for each page\.$/)
    }
  })

  test('is a tool of its own, with the schema of its data', async () => {
    await withClient(`?parsers=${parser}&groups=realty`, async client => {
      const tools = await client.tools()
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['realty_details', 'scrape_product_page'],
      )
      const { description, inputSchema, outputSchema } = tools[1]!
      assert.match(description!, /“Product page!”.* Kettles and pans\. Costs 1 credit for each page\./)
      assert.deepEqual(Object.keys(inputSchema.properties), ['url', 'fields'])
      assert.deepEqual(inputSchema.required, ['url'])
      assert.deepEqual(outputSchema.properties, {
        title: { type: 'string' },
        price: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      })
    })
  })

  test('fetches and reads an address', async () => {
    await withClient(`?parsers=${parser}`, async client => {
      await client.tools()
      const { structuredContent } = await client.call('scrape_product_page', { link: `${site.url}/kettle` })
      assert.deepEqual(structuredContent, { title: 'Kettle', price: 24.5 })
    })
  })

  test('gets part of its id as suffix when another has the same name', async () => {
    const twin = await winnow.parser(SCHEMA, { name: 'Product Page' })
    const names = await withClient(`?parsers=${parser},${twin}&groups=realty`, async client =>
      (await client.tools()).map(({ name }) => name),
    )
    assert.deepEqual(names.slice(1), [
      'scrape_product_page',
      `scrape_product_page_${twin.slice(-6).toLowerCase()}`,
    ])
  })

  test('is not a tool for another account, once it is archived or deleted, or for a key that may only read', async () => {
    const names = (query: string, key?: string) =>
      withClient(query, async client => (await client.tools()).map(({ name }) => name), key)
    const foreign = await winnow.keyFor('someone else')
    assert.deepEqual(await names(`?parsers=${parser}&groups=realty`, foreign), ['realty_details'])
    const reader = await winnow.keyFor('default', { scopes: ['read'] })
    assert.deepEqual(await names(`?parsers=${parser}&groups=realty`, reader), [])
    const deletedParser = await winnow.parser(SCHEMA)
    await winnow.call(`/v1/parsers/${deletedParser}`, { method: 'DELETE' })
    assert.deepEqual(await names(`?parsers=${deletedParser}&groups=realty`), ['realty_details'])
    const archivedParser = await winnow.parser(SCHEMA, { status: 'archived' })
    assert.deepEqual(await names(`?parsers=${archivedParser}&groups=realty`), ['realty_details'])
  })
})
