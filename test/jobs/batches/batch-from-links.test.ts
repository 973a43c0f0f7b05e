import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { makeDatabase } from '../../databases/support/database.ts'
import { until } from '../../http/support/until.ts'
import { startJobSite } from '../support/job-site.ts'

const sitemap = (url: string, paths: string[]) =>
  gzipSync(`<urlset>${paths.map(path => `<url><loc>${url}${path}</loc></url>`).join('')}</urlset>`)

// Nothing listens on this port, so an API cannot reach anything.
const jobs = startJobSite({ realty_url: 'http://127.0.0.1:9' }, ({ site }) => {
  site.on('/p/1', { body: '<h1>One</h1>' })
  site.on('/p/2', { body: '<h1>Two</h1>' })
  site.on('/sitemap.xml.gz', { body: sitemap(site.url, ['/p/1', '/p/2', '/about']) })
  site.on('/huge.xml.gz', {
    body: sitemap(
      site.url,
      Array.from({ length: 10_001 }, (_, index) => `/x/${index}`),
    ),
  })
})

const from = (path: string, choice: object = {}, more: object = {}) => ({
  links: { url: jobs.site.url + path, ...choice },
  ...more,
})
const make = (items_from: object, more: object = {}) =>
  jobs.service.call('/v1/batches', { json: { target: { parser_id: jobs.parser }, items_from, ...more } })
const itemsOf = async (id: string) => (await jobs.service.call(`/v1/batches/${id}/items`)).json.data

describe('a batch of links from a page', () => {
  test('creates an item for each matching link, and also charges for reading the links', async () => {
    const { creditBalance: had } = await jobs.credits()
    const created = await make(from('/sitemap.xml.gz', { links_matching: '/p/' }))
    assert.equal(created.status, 202, created.text)
    assert.deepEqual([created.json.accepted, created.json.credits_reserved], [2, 2])
    assert.equal(created.headers.get('x-credits-used'), '1')
    const batch = await jobs.batchEnded(created.json.id)
    assert.equal(batch.counts.completed, 2)
    assert.deepEqual(
      (await itemsOf(batch.id)).map((item: { input: unknown }) => item.input),
      ['/p/1', '/p/2'].map(path => ({ url: jobs.site.url + path })),
    )
    const { creditBalance, held } = await jobs.credits()
    assert.deepEqual([creditBalance, held], [had - 3, 0])
  })

  test('takes links up to the limit, and reads a cached page for free', async () => {
    const choice = { same_host: true, fetch: { max_age_s: 60 } }
    const first = await make(from('/page', choice, { limit: 1 }))
    const again = await make(from('/page', choice, { limit: 1 }))
    assert.deepEqual(
      [first, again].map(({ json, headers }) => [json.accepted, headers.get('x-credits-used')]),
      [
        [1, '1'],
        [1, '0'],
      ],
    )
  })

  test('uses each link as the address that an API takes, and checks it', async () => {
    const refused = await make(from('/sitemap.xml.gz'), { target: { api_id: 'realty-details' } })
    assert.equal(refused.json.field, 'items[0].input.url')
    assert.match(refused.json.error, /not the address of a listing/)
  })

  test('costs nothing when it is not created', async () => {
    const { creditBalance: had } = await jobs.credits()
    const refused: [object, number, string][] = [
      [from('/sitemap.xml.gz', { links_matching: 'nothing' }), 400, 'items_from.links'],
      [{ ...from('/sitemap.xml.gz'), field: 'zz' }, 400, 'items_from.field'],
      [from('/gone'), 502, 'items_from.links'],
      [from('/bare'), 422, 'items_from.links'],
      [from('/huge.xml.gz'), 400, 'items_from'],
      [from('/page', { links_matching: '(' }), 400, 'items_from.links.links_matching'],
      [from('/page', {}, { database_id: 'db_1' }), 400, 'items_from.links'],
      [{ links: { url: 'http://10.0.0.1/' } }, 400, 'items_from.links.url'],
      [{}, 400, 'items_from.database_id'],
      [{ database_id: 'db_1' }, 400, 'items_from.column'],
    ]
    for (const [items_from, status, field] of refused) {
      const { json, ...answer } = await make(items_from)
      assert.deepEqual([answer.status, json.field], [status, field], json.error)
    }
    const { creditBalance, held } = await jobs.credits()
    assert.deepEqual([creditBalance, held], [had, 0])
  })

  test('is refused when there are too few credits for it, and then reading its links is free', async () => {
    const { available } = await jobs.credits()
    await jobs.service.admin('/admin/credits', { credits: 2 - available })
    const refused = await make(from('/sitemap.xml.gz', { links_matching: '/p/' }))
    assert.equal(refused.status, 402)
    assert.equal((await jobs.credits()).available, 2)
    await jobs.service.admin('/admin/credits', { credits: available - 2 })
  })

  test('is previewed with its full price', async () => {
    const { json, status } = await jobs.service.admin('/admin/batches/preview/column', {
      target: { parser_id: jobs.parser },
      items_from: from('/sitemap.xml.gz', { links_matching: '/p/' }),
    })
    assert.deepEqual([status, json.accepted, json.credits], [200, 2, 3], json.error)
    assert.deepEqual(json.items[0].input, { url: `${jobs.site.url}/p/1` })
  })
})

describe('a batch with an incomplete list of links removes no rows from its database', () => {
  const xml = (root: string, paths: string[], end: string) => ({
    headers: { 'content-type': 'application/xml' },
    body: `<${root}>${paths.map(path => `<url><loc>${jobs.site.url}${path}</loc></url>`).join('')}${end}`,
  })
  const runBatch = async (path: string, { id }: { id: string }) => {
    const created = await make(from(path), { database_id: id })
    assert.equal(created.status, 202, created.text)
    await jobs.batchEnded(created.json.id)
    return created.headers.get('x-notice')
  }
  const rowsOf = (path: string) =>
    makeDatabase(jobs.service, {
      name: path,
      columns: [{ name: 'title', type: 'string', nullable: false }],
      primary_key: ['title'],
      write_mode: 'upsert',
      on_missing: 'delete',
    })

  for (const path of ['/broken-off.xml', '/index.xml'])
    test(`when the links come from ${path}`, async () => {
      jobs.site.on('/whole.xml', xml('urlset', ['/p/1', '/p/2'], '</urlset>'))
      jobs.site.on('/broken-off.xml', xml('urlset', ['/p/1'], ''))
      jobs.site.on('/index.xml', {
        ...xml('sitemapindex', [], ''),
        body: `<sitemapindex>${['/first.xml', '/absent.xml'].map(name => `<sitemap><loc>${jobs.site.url}${name}</loc></sitemap>`).join('')}</sitemapindex>`,
      })
      jobs.site.on('/first.xml', xml('urlset', ['/p/1'], '</urlset>'))
      const database = await rowsOf(path)
      assert.equal(await runBatch('/whole.xml', database), null)
      assert.equal(await runBatch(path, database), 'links_cut')
      // Complete runs are finished in order: once this one is finished, any earlier one is too.
      const other = await rowsOf(`after ${path}`)
      await other.write({ title: 'old' })
      await runBatch('/whole.xml', other)
      await until(async () => (await other.column('title')).length === 2)
      assert.deepEqual((await database.column('title')).sort(), ['One', 'Two'])
    })
})

describe('a cron that runs a batch of links', () => {
  const YEARLY = { expression: '0 0 1 1 *', timezone: 'UTC' }
  const cronOf = (items_from: object, more: object = {}) =>
    jobs.service.call('/v1/crons', {
      json: {
        name: 'links',
        ...YEARLY,
        target: { type: 'batch', input: { target: { parser_id: jobs.parser }, items_from } },
        ...more,
      },
    })

  test('reads the current links at each tick', async () => {
    const created = await cronOf(from('/sitemap.xml.gz', { links_matching: '/p/' }))
    assert.equal(created.status, 201, created.text)
    const runBatch = await jobs.service.call(`/v1/crons/${created.json.id}/run`, { method: 'POST' })
    assert.equal(runBatch.status < 300, true, runBatch.text)
    const batch = await jobs.batchEnded(runBatch.json.batch_id)
    assert.equal(batch.counts.completed, 2)
  })

  test('is refused for a page that must not be fetched', async () => {
    const { status, json } = await cronOf({ links: { url: 'http://10.0.0.1/' } })
    assert.deepEqual([status, json.field], [400, 'target.input.items_from.links.url'])
  })

  test('starts no batch when its budget does not cover the links and one item', async () => {
    const created = await cronOf(from('/sitemap.xml.gz'), { budget: { per_run: 1 } })
    assert.equal(created.status, 201, created.text)
    const runBatch = await jobs.service.call(`/v1/crons/${created.json.id}/run`, { method: 'POST' })
    assert.match(runBatch.text, /at least 2 credits/)
  })
})
