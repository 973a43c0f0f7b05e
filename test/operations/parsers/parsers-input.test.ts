import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openDatabase } from '../../../server/store/file/open-database.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const SCHEMA = { fields: { title: 'h1' } }

let service: TestApp
let parserId: string
before(async () => {
  service = await startTestApp()
  parserId = await service.parser(SCHEMA)
})
after(() => service.stop())

const nestedObject = (levels: number): object =>
  levels === 0 ? { css: 'b' } : { css: 'div', fields: { inner: nestedObject(levels - 1) } }

/** Schemas with one fault each, and the path of the fault. */
const FAULTS: [string, schema: unknown, field: string][] = [
  ['is not an object', 'h1', 'schema'],
  ['is null', null, 'schema'],
  ['is a list', [], 'schema'],
  ['has no fields', {}, 'schema'],
  ['has an unknown key', { fields: { a: 'b' }, feilds: {} }, 'schema'],
  ['has a rule that is a number', { fields: { price: 7 } }, 'schema.fields.price'],
  ['has a rule without a source', { fields: { price: { type: 'number' } } }, 'schema.fields.price'],
  ['has a rule with two sources', { fields: { price: { css: 'b', meta: 'price' } } }, 'schema.fields.price'],
  ['has an unknown key in a rule', { fields: { price: { css: 'b', typ: 'number' } } }, 'schema.fields.price'],
  ['has a key of a later version', { fields: { price: { css: 'b', follow: {} } } }, 'schema.fields.price'],
  ['has an unknown type', { fields: { price: { css: 'b', type: 'prize' } } }, 'schema.fields.price'],
  ['has a broken selector', { fields: { price: 'b[' } }, 'schema.fields.price'],
  ['has a selector that leads into nothing', { fields: { price: 'x-price >>' } }, 'schema.fields.price'],
  ['has a broken path', { fields: { price: { jsonld: 'Product', path: 'a[' } } }, 'schema.fields.price'],
  ['has a fault inside a list', { fields: { offers: { css: '.o', all: true, fields: { price: { css: 'b', type: 'prize' } } } } }, 'schema.fields.offers.fields.price'],
  ['has a fault inside any', { fields: { price: { any: ['b', { css: 'i', typ: 1 }] } } }, 'schema.fields.price.any[1]'],
  ['has a fault inside any inside a group', { fields: { a: { fields: { b: { any: [{ css: '[' }] } } } } }, 'schema.fields.a.fields.b.any[0]'],
  ['has a fault under a name with blanks', { fields: { 'unit price': { css: 'b', typ: 1 } } }, 'schema.fields["unit price"]'],
  ['has a default of another type', { fields: { price: { css: 'b', type: 'number', default: 'none' } } }, 'schema.fields.price'],
] // biome-ignore format: a table

test('a schema nested deeper than any body may be is refused before it is parsed', async () => {
  const schema = { fields: { a: nestedObject(40) } }
  for (const path of ['/v1/parsers', '/v1/parsers/validate']) {
    const { status, json } = await service.call(path, { json: { name: 'a', schema } })
    assert.deepEqual([status, json.field], [400, 'schema'], path)
    assert.match(json.error, /deeper than 72 levels/)
  }
})

test('the first of two faults of one rule is the error', async () => {
  const schema = { fields: { price: { css: 'b', typ: 'number', limit: 1 } } }
  const { json } = await service.call('/v1/parsers', { json: { name: 'a', schema } })
  assert.match(json.error, /Unknown key "typ"/)
})

describe('a schema is refused with the path of its fault when it', () => {
  for (const [title, schema, field] of FAULTS) {
    test(title, async () => {
      const calls = [
        service.call('/v1/parsers', { json: { name: 'a', schema } }),
        service.call(`/v1/parsers/${parserId}`, { method: 'PUT', json: { name: 'a', schema } }),
        service.call(`/v1/parsers/${parserId}/test`, { json: { html: 'a', schema } }),
      ]
      for (const answer of await Promise.all(calls)) {
        assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
        assert.match(answer.json.error, /[^.]\.$/)
      }
      const checked = (await service.call('/v1/parsers/validate', { json: { schema } })).json
      assert.deepEqual([checked.valid, checked.output_schema], [false, null])
      assert.equal(checked.problems[0].field, field)
    })
  }
})

describe('validating a schema', () => {
  test('gives a hint about the field at fault, not one about the whole schema', async () => {
    const schema = { fields: { a: { css: 'b', type: 'boolean', min: 1 } } }
    const json = { name: 'x', schema }
    const answer = await service.call('/v1/parsers', { json })
    assert.equal(answer.json.field, 'schema.fields.a')
    assert.equal(answer.json.hint, 'Correct the field that the answer names.')
  })

  test('returns the JSON Schema of the data of a valid schema, for free', async () => {
    const answer = await service.call('/v1/parsers/validate', { json: { schema: SCHEMA } })
    assert.deepEqual([answer.status, answer.json.valid, answer.json.problems], [200, true, []])
    const { json: parser } = await service.call(`/v1/parsers/${parserId}`)
    assert.deepEqual(answer.json.output_schema, parser.output_schema)
    assert.equal(answer.headers.get('x-credits-used'), null)
  })

  test('lists every fault at once', async () => {
    const schema = { fields: { a: '[', b: { css: 'b', typ: 1 }, c: { fields: { d: 7 } } } }
    const { problems } = (await service.call('/v1/parsers/validate', { json: { schema } })).json
    assert.deepEqual(
      problems.map(({ field }: { field: string }) => field),
      ['schema.fields.a', 'schema.fields.b', 'schema.fields.c.fields.d'],
    )
  })

  test('is refused without a schema', async () => {
    const answer = await service.call('/v1/parsers/validate', { json: {} })
    assert.deepEqual([answer.status, answer.json.field], [400, 'schema'])
  })
})

describe('the body of a parser is refused when it', () => {
  const bodies: [string, unknown, field: string | undefined][] = [
    ['has no name', { schema: SCHEMA }, 'name'],
    ['has an empty name', { name: ' ', schema: SCHEMA }, 'name'],
    ['has no schema', { name: 'a' }, 'schema'],
    ['has an unknown field', { name: 'a', schema: SCHEMA, colour: 'red' }, 'colour'],
    ['names its own id', { name: 'a', schema: SCHEMA, id: 'prs_1' }, 'id'],
    ['names its version', { name: 'a', schema: SCHEMA, version: 7 }, 'version'],
    ['has an unknown status', { name: 'a', schema: SCHEMA, status: 'live' }, 'status'],
    ['has an unknown field inside', { name: 'a', schema: SCHEMA, fetch: { retries: 1 } }, 'fetch.retries'],
    ['has a timeout below its least', { name: 'a', schema: SCHEMA, fetch: { timeout_ms: 1 } }, 'fetch.timeout_ms'],
    ['has an address that is none', { name: 'a', schema: SCHEMA, test_urls: ['https://shop.example', 'shop'] }, 'test_urls[1]'],
    ['has a header that breaks the line', { name: 'a', schema: SCHEMA, fetch: { headers: { 'X-A': 'a\r\nX-B: b' } } }, 'fetch.headers.X-A'],
    ['has a header that cannot be sent', { name: 'a', schema: SCHEMA, fetch: { headers: { 'X-A': 'žluť' } } }, 'fetch.headers.X-A'],
    ['has a header with no name for one', { name: 'a', schema: SCHEMA, fetch: { headers: { 'X A': 'a' } } }, 'fetch.headers.X A'],
    ['has a header of the connection', { name: 'a', schema: SCHEMA, fetch: { headers: { 'X-A': 'a', Host: 'a.example' } } }, 'fetch.headers.Host'],
    ['is a list', [], undefined],
    ['is a text', 'a', undefined],
  ] // biome-ignore format: a table
  for (const [title, json, field] of bodies) {
    test(title, async () => {
      const answer = await service.call('/v1/parsers', { json })
      assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
      assert.ok(answer.json.hint)
    })
  }

  test('has a header that only the connection may set, or an invalid header name', async () => {
    const refusalOf = async (name: string) => {
      const fetch = { headers: { [name]: '1' } }
      const { status, json } = await service.call('/v1/parsers', {
        json: { name: 'a', schema: SCHEMA, fetch },
      })
      assert.deepEqual([status, json.field], [400, `fetch.headers.${name}`])
      return json
    }
    for (const name of [
      'Host',
      'content-length',
      'Connection',
      'Expect',
      'Transfer-Encoding',
      'Upgrade',
      'Keep-Alive',
      'TE',
    ]) {
      const { error, hint } = await refusalOf(name)
      assert.equal(error, `\`fetch.headers.${name}\` cannot be set: it belongs to the connection.`)
      assert.match(hint, /^Leave it out: /)
    }
    const { error } = await refusalOf('Two Words')
    assert.equal(
      error,
      '`fetch.headers.Two Words` is not a header name: it may have letters, digits and hyphens, no blanks.',
    )
  })

  test('has the header `__proto__`, or a header name that is too long', async () => {
    const refusalOf = async (headers: string) => {
      const body = `{"name": "a", "schema": ${JSON.stringify(SCHEMA)}, "fetch": {"headers": ${headers}}}`
      const { status, json } = await service.call('/v1/parsers', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      return [status, json.field, json.error]
    }
    assert.deepEqual(await refusalOf('{"__proto__": "1", "X-A": "1"}'), [
      400,
      'fetch.headers.__proto__',
      '`fetch.headers.__proto__` cannot be a name here.',
    ])
    assert.deepEqual(await refusalOf(`{"X-${'a'.repeat(255)}": "1"}`), [
      400,
      'fetch.headers',
      '`fetch.headers` must have names of at most 256 characters.',
    ])
  })

  test('has a header of the connection, as are calls that read pages', async () => {
    const fetch = { headers: { Host: 'a.example' } }
    const calls: [path: string, json: unknown][] = [
      ['/v1/pages/read', { url: 'https://shop.example', fetch }],
      ['/v1/pages/links', { url: 'https://shop.example', fetch }],
    ]
    for (const [path, json] of calls) {
      const answer = await service.call(path, { json })
      assert.deepEqual([answer.status, answer.json.field], [400, 'fetch.headers.Host'], path)
    }
  })

  test('is not JSON', async () => {
    const send = (type: string) =>
      service.call('/v1/parsers', { headers: { 'content-type': type }, body: '{"name":' })
    assert.equal((await send('application/json')).status, 400)
    assert.equal((await send('text/plain')).status, 415)
  })
})

test('a stored parser with a header that is no longer allowed can still be read, and runs without that header', async context => {
  const folder = tempFolder()
  const site = await startLocalSite()
  context.after(() => site.close())
  site.on('/', { body: '<h1>Kept</h1>' })
  const flags = { data_dir: folder, allow_hosts: ['127.0.0.1'] }
  const old = await startTestApp(flags)
  const id = await old.parser(SCHEMA, { fetch: { headers: { 'X-Old': '100-continue' } } })
  await old.stop()
  const db = openDatabase(folder)
  db.exec(`UPDATE parser_versions SET document = replace(document, 'X-Old', 'Expect')`)
  db.close()

  const again = await startTestApp(flags)
  context.after(() => again.stop())
  const { status, json } = await again.call(`/v1/parsers/${id}`)
  assert.deepEqual([status, json.fetch.headers], [200, { Expect: '100-continue' }])
  const scraped = await again.call(`/v1/scrape/${id}`, { json: { url: site.url } })
  assert.deepEqual([scraped.status, scraped.json], [200, { title: 'Kept' }], scraped.text)
})
