import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'
import { ON_A_PAGE, PAGES, SHOP_SCHEMA, startShop } from './support/shop.ts'

const ALL = ON_A_PAGE * PAGES
const YEARLY = { name: 'Kettles', expression: '0 0 1 1 *', timezone: 'UTC' }
const KINDS = ['databases', 'crons', 'webhooks', 'jobs', 'batches'] as const

describe('POST /v1/collect', () => {
  let service: TestApp
  let shop: Awaited<ReturnType<typeof startShop>>
  let parser: string

  before(async () => {
    shop = await startShop()
    service = await startTestApp({ allow_hosts: '127.0.0.1' })
    parser = await service.parser(SHOP_SCHEMA)
  })
  after(async () => {
    await service.stop()
    await shop.close()
  })

  const collect = (json: Record<string, unknown>, headers = {}): Promise<Answer> =>
    service.call('/v1/collect', { json, headers })
  const target = () => ({ type: 'parser', id: parser, input: { url: shop.list } })
  const database = () => ({ name: 'Kettles', from_parser: parser, write_mode: 'upsert' })
  const read = async (path: string) => (await service.call(path)).json
  const counts = () => Promise.all(KINDS.map(async kind => (await read(`/v1/${kind}?count=true`)).total ?? 0))

  test('refuses a schema beside the parser with 400, as it does any field that it does not have', async () => {
    const aside = { fields: { title: 'h1' } }
    const { status, json } = await collect({
      target: target(),
      database: database(),
      parser: { name: 'Kettles', schema: { fields: { title: 'h1' } } },
      schema: aside,
    })
    assert.deepEqual([status, json.error, json.field], [400, 'There is no field `schema`.', 'schema'])
  })

  test('creates a database, a cron and a webhook in one call, and each works as if it had been created alone', async () => {
    const created = await collect({
      target: target(),
      database: database(),
      cron: YEARLY,
      webhook: { url: `${shop.url}/told` },
    })
    assert.equal(created.status, 200, created.text)
    const { database_id, cron_id, job_id, batch_id, webhook } = created.json
    assert.deepEqual([job_id, batch_id], [null, null])
    const [own, cron, told] = await Promise.all([
      read(`/v1/databases/${database_id}`),
      read(`/v1/crons/${cron_id}`),
      read(`/v1/webhooks/${webhook.id}`),
    ])
    assert.deepEqual([own.rows_path, own.primary_key], ['products', ['url']])
    assert.deepEqual([cron.target.id, cron.target.database_id], [parser, database_id])
    assert.deepEqual([told.events, told.secret], [['database.rows.changed'], null])
    assert.ok(webhook.secret)
    const { json: run } = await service.call(`/v1/crons/${cron_id}/run`, { method: 'POST' })
    assert.equal((await service.ended(`/v1/jobs/${run.job_id}`)).state, 'completed')
    assert.equal((await read(`/v1/databases/${database_id}`)).row_count, ALL)
  })

  test('without a cron runs at once: one input as a job, several inputs or the links of a page as a batch', async () => {
    const { json: one, text } = await collect({ target: target(), database: database() })
    assert.equal((await service.ended(`/v1/jobs/${one.job_id}`)).rows.added, ALL, text)

    const products = await service.parser({ fields: { title: 'h1', url: { url: 'href' } } })
    const rows = { name: 'Pages', from_parser: products, write_mode: 'upsert' }
    const urls = [1, 2].map(n => `${shop.url}/kettle/${n}`)
    const many = await collect({ target: { type: 'parser', id: products, input: { urls } }, database: rows })
    assert.equal((await service.ended(`/v1/batches/${many.json.batch_id}`)).name, 'Pages')
    assert.equal((await read(`/v1/databases/${many.json.database_id}`)).row_count, 2)

    const links = { url: shop.list, links_matching: '/kettle/' }
    const input = { target: { parser_id: products }, items_from: { links } }
    const ofLinks = await collect({ target: { type: 'batch', input }, database: rows })
    assert.equal(ofLinks.status, 200, ofLinks.text)
    await service.ended(`/v1/batches/${ofLinks.json.batch_id}`)
    assert.equal((await read(`/v1/databases/${ofLinks.json.database_id}`)).row_count, ON_A_PAGE)
  })

  test('creates nothing when one part is refused, and names the field at fault', async () => {
    const refused: [field: string, status: number, fields: Record<string, unknown>][] = [
      ['database', 400, { database: undefined }],
      ['into', 400, { into: { id: 'db_none' } }],
      ['into.id', 404, { database: undefined, into: { id: 'db_none' } }],
      ['database.primary_key[0]', 400, { database: { ...database(), primary_key: ['none'] } }],
      ['database.columns[0].name', 400, { database: { name: 'x', columns: [{ name: '', type: 'json' }] } }],
      ['cron.expression', 400, { cron: { ...YEARLY, expression: 'often' } }],
      ['target.input.url', 400, { target: { ...target(), input: { url: 'ftp://shop.example' } } }],
      ['target.input.url', 400, { target: { ...target(), input: {} }, cron: YEARLY }],
      ['target.type', 400, { target: { type: 'workflow', id: 'wf_none' } }],
      ['webhook.url', 400, { webhook: { url: 'ftp://example.com' } }],
      ['webhook.url', 400, { webhook: { url: 'http://127.0.0.2/in' } }],
    ]
    const before = await counts()
    for (const [field, status, fields] of refused) {
      const answer = await collect({ target: target(), database: database(), ...fields })
      assert.deepEqual([answer.json.field, answer.status], [field, status], answer.text)
    }
    assert.deepEqual(await counts(), before)
  })

  test('creates nothing when the credits do not suffice or the account has as many crons as it may have', async () => {
    const otherKey = await service.keyFor('poor')
    const headers = { 'x-api-key': otherKey }
    const foreignParser = await service.parser(SHOP_SCHEMA, {}, otherKey)
    await service.admin('/admin/accounts/poor', { limits: { crons: 1 } })
    const body = {
      target: { type: 'parser', id: foreignParser, input: { url: shop.list } },
      database: { ...database(), from_parser: foreignParser },
      webhook: { url: `${shop.url}/told` },
    }
    await service.call('/v1/crons', { json: { ...YEARLY, target: body.target }, headers })
    const full = await collect({ ...body, cron: YEARLY }, headers)
    assert.equal(full.status, 409, full.text)
    const many = Array.from({ length: 9_999 }, (_, n) => `${shop.url}/kettle/${n}`)
    const dear = await collect({ ...body, target: { ...body.target, input: { urls: many } } }, headers)
    assert.equal(dear.status, 402, dear.text)
    for (const kind of ['databases', 'webhooks'])
      assert.deepEqual((await service.call(`/v1/${kind}`, { headers })).json.data, [], kind)
  })

  test('with `into` uses the columns of the existing database, read at the paths that the call gives', async () => {
    const columns = [
      { name: 'name', type: 'string' },
      { name: 'cost', type: 'number' },
      { name: 'note', type: 'string' },
    ]
    const { json: own } = await service.call('/v1/databases', {
      json: { name: 'Prices', columns, primary_key: ['name'], write_mode: 'upsert' },
    })
    const into = { id: own.id, rows_path: 'products', paths: { name: 'title', cost: 'price' } }
    const first = await collect({ target: target(), into, cron: YEARLY })
    assert.equal(first.status, 200, first.text)
    const once = await collect({ target: target(), into: { id: own.id } })
    await service.ended(`/v1/jobs/${once.json.job_id}`)
    const [row] = (await read(`/v1/databases/${own.id}/rows?name=Kettle%201`)).data
    assert.deepEqual(row.data, { name: 'Kettle 1', cost: 21.5, note: null })

    const other = await collect({ target: target(), into: { ...into, paths: { name: 'url' } } })
    assert.deepEqual([other.status, other.json.dependants], [409, [first.json.cron_id]], other.text)
    const unknown = await collect({ target: target(), into: { id: own.id, paths: { price: 'price' } } })
    assert.equal(unknown.json.field, 'into.paths.price')
  })

  test('with `into` adds columns to the existing database, even one that a cron fills', async () => {
    const { json: first } = await collect({
      target: target(),
      database: {
        ...database(),
        columns: [{ name: 'title', type: 'string' }],
        rows_path: 'products',
        primary_key: ['title'],
      },
      cron: YEARLY,
    })
    const id = first.database_id
    const { json: run } = await service.call(`/v1/crons/${first.cron_id}/run`, { method: 'POST' })
    await service.ended(`/v1/jobs/${run.job_id}`)
    const price = { name: 'price', type: 'number' }
    const created = await collect({ target: target(), into: { id, columns: [price] } })
    assert.equal((await service.ended(`/v1/jobs/${created.json.job_id}`)).rows.changed, ALL, created.text)
    const [row] = (await read(`/v1/databases/${id}/rows?title=Kettle%201`)).data
    assert.deepEqual(row.data, { title: 'Kettle 1', price: 21.5 })

    const { version } = await read(`/v1/databases/${id}`)
    const many = Array.from({ length: 199 }, (_, n) => ({ ...price, name: `price ${n}` }))
    const refused: [field: string, status: number, columns: object[]][] = [
      ['into.columns[1].name', 400, [{ ...price, name: 'cost' }, price]],
      ['into.columns', 400, many],
      ['into.columns[0].name', 409, [{ ...price, name: 'cost', nullable: false }]],
    ]
    for (const [field, status, columns] of refused) {
      const answer = await collect({ target: target(), into: { id, columns } })
      assert.deepEqual([answer.json.field, answer.status], [field, status], answer.text)
    }
    assert.equal((await read(`/v1/databases/${id}`)).version, version)
  })

  test('creates a new parser together with everything else, or nothing at all', async () => {
    const link = {
      css: 'a[href*="/kettle/"]',
      all: true,
      fields: { url: { css: '@href', type: 'url' }, text: '' },
    }
    const parser = { name: 'Links of the shop', schema: { fields: { links: link } } }
    const own = { type: 'parser', input: { url: shop.list } }
    const rows = { name: 'Links', write_mode: 'upsert', primary_key: ['url'] }
    const total = async () => (await read('/v1/parsers?count=true')).total
    const before = await total()
    const refused: [field: string, body: Record<string, unknown>][] = [
      ['target', { target: target(), parser, database: rows }],
      [
        'parser.schema.fields.links',
        { target: own, parser: { ...parser, schema: { fields: { links: {} } } }, database: rows },
      ],
      [
        'parser.fetch.session',
        { target: own, parser: { ...parser, fetch: { session: 'ses_none' } }, database: rows },
      ],
      ['database.primary_key[0]', { target: own, parser, database: { ...rows, primary_key: ['none'] } }],
      ['webhook.url', { target: own, parser, database: rows, webhook: { url: 'ftp://example.com' } }],
      ['target.id', { target: own, database: rows }],
    ]
    for (const [field, body] of refused) {
      const answer = await collect(body)
      assert.deepEqual([answer.json.field, answer.status], [field, 400], answer.text)
    }
    assert.equal(await total(), before)

    const once = await collect({ target: own, parser, database: rows })
    assert.equal(once.status, 200, once.text)
    assert.equal((await service.ended(`/v1/jobs/${once.json.job_id}`)).rows.added, ON_A_PAGE)
    const [row] = (await read(`/v1/databases/${once.json.database_id}/rows?text=Kettle%201`)).data
    assert.deepEqual(row.data, { url: `${shop.url}/kettle/1`, text: 'Kettle 1' })
    const often = await collect({ target: own, parser, database: rows, cron: YEARLY })
    const { target: ran } = await read(`/v1/crons/${often.json.cron_id}`)
    assert.equal((await read(`/v1/parsers/${ran.id}`)).name, 'Links of the shop')
    assert.equal((await read(`/v1/databases/${often.json.database_id}`)).from_parser, ran.id)
    assert.equal(await total(), before + 2)
  })

  test('creates nothing more when it is repeated under the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'kettles' }
    const body = { target: target(), database: database(), cron: YEARLY }
    const [first, again] = [await collect(body, headers), await collect(body, headers)]
    assert.deepEqual(again.json, first.json)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })
})
