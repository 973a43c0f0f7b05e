import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'
import { ON_A_PAGE, PAGES, SHOP_SCHEMA, startShop } from './support/shop.ts'

const ALL = ON_A_PAGE * PAGES
const YEARLY = { name: 'Kettles', expression: '0 0 1 1 *', timezone: 'UTC' }
const KINDS = ['databases', 'crons', 'webhooks', 'jobs', 'batches'] as const

describe('to collect', () => {
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

  test('makes database, cron and webhook in one call, each a record of its kind', async () => {
    const made = await collect({
      target: target(),
      database: database(),
      cron: YEARLY,
      webhook: { url: `${shop.url}/told` },
    })
    assert.equal(made.status, 200, made.text)
    const { database_id, cron_id, job_id, batch_id, webhook } = made.json
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

  test('once runs right away: one input as a job, many as a batch, links of a page as well', async () => {
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

  test('makes nothing where one part is refused, and names the field', async () => {
    const refused: [field: string, status: number, fields: Record<string, unknown>][] = [
      ['database', 400, { database: undefined }],
      ['into', 400, { into: { id: 'db_none' } }],
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

  test('makes nothing where credits do not suffice, or there is no room for one more cron', async () => {
    const poor = await service.keyFor('poor')
    const headers = { 'x-api-key': poor }
    const theirs = await service.parser(SHOP_SCHEMA, {}, poor)
    await service.admin('/admin/accounts/poor', { limits: { crons: 1 } })
    const body = {
      target: { type: 'parser', id: theirs, input: { url: shop.list } },
      database: { ...database(), from_parser: theirs },
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

  test('into a database that is there reads its columns where the results hold them', async () => {
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

  test('a repeat under its Idempotency-Key makes nothing more', async () => {
    const headers = { 'idempotency-key': 'kettles' }
    const body = { target: target(), database: database(), cron: YEARLY }
    const [first, again] = [await collect(body, headers), await collect(body, headers)]
    assert.deepEqual(again.json, first.json)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })
})
