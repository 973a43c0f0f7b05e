import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SHOP_SCHEMA, startShop } from '../operations/support/shop.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const YEARLY = { name: 'Kettles', expression: '0 0 1 1 *', timezone: 'UTC' }

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

const preview = (fields: Record<string, unknown>) => service.admin('/admin/collect/preview', fields)
const ofShop = () => ({ type: 'parser', id: parser, input: { url: shop.list } })

describe('the preview of a collection', () => {
  test('reads the first page for free, and shows its lists with their keys, first rows and cost', async () => {
    const { json, text } = await preview({ target: ofShop() })
    const [list, wholePage] = json.lists
    assert.deepEqual([list.rows_path, list.primary_key, list.rows], ['products', ['url'], 4], text)
    assert.deepEqual(list.first[0], { title: 'Kettle 1', price: 21.5, url: `${shop.url}/kettle/1` })
    assert.deepEqual([wholePage.rows_path, wholePage.columns[0].name, wholePage.rows], ['', 'products', 1])
    assert.deepEqual([json.from, json.url, json.items, json.credits], ['page', shop.list, 1, 10])
    assert.equal((await service.call('/v1/credits')).json.creditBalance, 1_000)
  })

  test('shows the rows of a given result, and proposes a key that is unique in them', async () => {
    const products = [
      { title: 'Kettle', price: 1, url: null },
      { title: 'Pot', price: 2, url: null },
    ]
    const { json } = await preview({ target: { type: 'parser', id: parser }, sample: { products } })
    const [list] = json.lists
    assert.deepEqual([json.from, list.primary_key, list.rows], ['sent', ['title'], 2])
  })

  test('shows the offline example of an API, with the key of its list', async () => {
    const target = { type: 'api', id: 'videosite-comments', input: { video_id: 'abc' }, max_pages: 5 }
    const { json, text } = await preview({ target })
    assert.equal(json.from, 'example', text)
    assert.deepEqual([json.lists[0].rows_path, json.lists[0].primary_key], ['comments', ['id']])
    const likes = json.lists[0].columns.find(({ name }: { name: string }) => name === 'likes')
    assert.equal(likes.type, 'integer')
    assert.equal(json.credits, 5)
  })

  test('reads the page behind the first link when the links of a page are collected', async () => {
    const product = await service.parser({ fields: { title: 'h1', url: { url: 'href' } } })
    const links = { url: shop.list, links_matching: '/kettle/' }
    const input = { target: { parser_id: product }, items_from: { links } }
    const { json, text } = await preview({ target: { type: 'batch', input } })
    assert.deepEqual([json.url, json.lists[0].first[0].title], [`${shop.url}/kettle/1`, 'Kettle 1'], text)
  })

  test('reads the page with a parser that is not saved, and does not save it', async () => {
    const { json, text } = await preview({
      target: { type: 'parser', input: { url: shop.list } },
      parser: {
        name: 'Headings',
        schema: { fields: { titles: { css: 'h2', all: true, fields: { title: '' } } } },
      },
    })
    assert.deepEqual(
      [json.lists[0].rows_path, json.lists[0].first[0]],
      ['titles', { title: 'Kettle 1' }],
      text,
    )
    assert.equal(
      (await service.call('/v1/parsers?count=true')).json.data.some(
        ({ name }: { name: string }) => name === 'Headings',
      ),
      false,
    )
  })

  test('says why the page could not be fetched, and still names the columns', async () => {
    const { json } = await preview({ target: { ...ofShop(), input: { url: `${shop.url}/none` } } })
    assert.ok(json.problem.error)
    assert.deepEqual([json.lists[0].rows, json.lists[0].columns.length], [null, 3])
  })

  test('cuts long values', async () => {
    const title = 'k'.repeat(100_000)
    const { json } = await preview({
      target: { type: 'parser', id: parser },
      sample: { products: [{ title, price: 1, url: 'a' }] },
    })
    assert.equal(json.lists[0].first[0].title.length, 301)
  })
})

describe('the sources of a database', () => {
  const sourcesOf = async (id: string) => (await service.admin(`/admin/databases/${id}/sources`)).json

  test('include its crons, with the cost and changes of their last run, and the webhooks notified', async () => {
    const url = `${shop.url}/told`
    const { json: created } = await service.call('/v1/collect', {
      json: {
        target: ofShop(),
        database: { name: 'Kettles', from_parser: parser, write_mode: 'upsert', on_missing: 'mark_removed' },
        cron: YEARLY,
        webhook: { url },
      },
    })
    const runOnce = async () => {
      const { json } = await service.call(`/v1/crons/${created.cron_id}/run`, { method: 'POST' })
      await service.ended(`/v1/jobs/${json.job_id}`)
    }
    const fresh = await sourcesOf(created.database_id)
    assert.deepEqual([fresh.sources[0].id, fresh.sources[0].last_run], [created.cron_id, null])
    await runOnce()
    shop.prices.set(2, 99)
    await runOnce()
    const { sources, webhooks } = await sourcesOf(created.database_id)
    const [{ last_run, schedule, ...source }] = sources
    assert.deepEqual([sources.length, source.kind, source.parser_id], [1, 'cron', parser])
    assert.deepEqual([schedule.enabled, schedule.timezone], [true, 'UTC'])
    assert.deepEqual(last_run.changes, { added: 0, changed: 1, removed: 0, returned: 0 })
    assert.deepEqual([last_run.state, last_run.credits], ['completed', 3])
    assert.deepEqual(webhooks, [{ id: created.webhook.id, url }])
  })

  test('include the job that filled it last, and the workflows that write to it', async () => {
    const { json: created } = await service.call('/v1/collect', {
      json: { target: ofShop(), database: { name: 'Once', from_parser: parser } },
    })
    await service.ended(`/v1/jobs/${created.job_id}`)
    const [job] = (await sourcesOf(created.database_id)).sources
    assert.deepEqual([job.kind, job.id, job.last_run.changes.added], ['job', created.job_id, 12])
    const nodes = [
      { id: 'start', type: 'input' },
      { id: 'write', type: 'write_rows', config: { database_id: created.database_id } },
    ]
    const edges = [{ from: 'start', to: 'write' }]
    const workflow = await service.call('/v1/workflows', { json: { name: 'Rows', nodes, edges } })
    assert.equal(workflow.status, 201, workflow.text)
    const kinds = (await sourcesOf(created.database_id)).sources.map(({ kind }: { kind: string }) => kind)
    assert.deepEqual(kinds, ['workflow', 'job'])
  })
})
