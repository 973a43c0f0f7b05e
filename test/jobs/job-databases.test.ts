import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRowWriter } from '../../server/databases/write-rows.ts'
import { writeJobRows } from '../../server/operations/jobs/database.ts'
import { openStore } from '../../server/store/open-store.ts'
import type { TestDatabase } from '../databases/support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { KEYED, LIST, startDatabaseSite } from './support/database-site.ts'
import { gatePage } from './support/gate-page.ts'

const { jobs, keyed, scraped, titles, becomes, listWithPages, mustEndLater } = startDatabaseSite()

const ofNumbers = () =>
  keyed({ columns: [{ name: 'title', type: 'number' }], primary_key: [], write_mode: 'append' })

describe('a job that writes into a database', () => {
  test('writes its result with the source', async () => {
    const database = await keyed()
    const job = await scraped('/a', database)
    assert.equal(job.database_id, database.id)
    assert.deepEqual(job.rows, { added: 1, changed: 0, unchanged: 0, returned: 0, rejected: 0, faults: [] })
    const [row] = (await database.call('/rows')).json.data
    assert.deepEqual(
      [row.data, row.source],
      [{ title: 'a' }, { job_id: job.id, parser_version: 1, url: `${jobs.site.url}/a` }],
    )
    assert.equal((await scraped('/a', database)).rows.unchanged, 1)
  })

  test('writes the rows of a large result, and keeps it', async () => {
    const database = await keyed({ rows_path: 'items' })
    const items = { css: 'li', all: true, fields: { title: 'b', text: 'i' } }
    const parser_id = await jobs.service.parser({ fields: { items } })
    const rows = Array.from({ length: 3_000 }, (_, i) => ({
      title: `t${i}`,
      text: `příliš 🍵 ${'x'.repeat(90)}`,
    }))
    const html = rows.map(({ title, text }) => `<li><b>${title}</b><i>${text}</i>`).join('')
    const json = { type: 'parse', parser_id, input: { html }, database_id: database.id }
    const job = await jobs.ended((await jobs.service.call('/v1/jobs', { json })).json.id)
    assert.deepEqual([job.state, job.rows.added, job.rows.rejected], ['completed', rows.length, 0])
    const result = await jobs.service.call(`/v1/jobs/${job.id}/result`)
    assert.equal(result.text, JSON.stringify({ items: rows }))
  })

  test('keeps what is known of fields whose page cannot be read this time', async () => {
    const { site, service } = jobs
    const columns = [
      { name: 'title', type: 'string' },
      { name: 'weight', path: 'more.weight', type: 'string' },
      { name: 'price', type: 'string' },
    ]
    const database = await keyed({ rows_path: 'items', columns })
    const more = { css: 'a', fields: { text: '' }, follow: { link: '@href', fields: { weight: 'b' } } }
    const items = { css: 'li', all: true, fields: { title: 'a', price: 'i', more } }
    const parser_id = await service.parser({ fields: { items } })
    const serve = (price: number, weight: object) => {
      site.on('/goods', { body: `<li><a href=/pot>pot</a><i>${price}</i>` })
      site.on('/pot', weight)
    }
    const written = async () => {
      const json = { parser_id, input: { url: `${site.url}/goods` }, database_id: database.id }
      const { rows } = await jobs.ended((await service.call('/v1/jobs', { json })).json.id)
      const [row] = (await database.call('/rows')).json.data
      return [rows.added, rows.changed, row.data.weight, row.data.price]
    }
    serve(1, { body: '<b>2 kg</b>' })
    assert.deepEqual(await written(), [1, 0, '2 kg', '1'])
    serve(3, { status: 404 })
    assert.deepEqual(await written(), [0, 1, '2 kg', '3'])
    const { fields } = (await database.call('/changes')).json.data.at(-1)
    assert.deepEqual(fields, { price: { from: '1', to: '3' } })
    const body = new FormData()
    const parts = { parser_id, database_id: database.id, url: `${site.url}/goods` }
    for (const [name, value] of Object.entries(parts)) body.set(name, value)
    body.set('html', new Blob(['<li><a href=/pot>pot</a><i>4</i>'], { type: 'text/html' }))
    await service.call('/v1/pages/parse', { method: 'POST', body })
    const [row] = (await database.call('/rows')).json.data
    assert.deepEqual([row.data.weight, row.data.price], ['2 kg', '4'], 'an uploaded page follows no links')
    serve(3, { body: '<b></b>' })
    assert.deepEqual(await written(), [0, 1, null, '3'])
  })

  test('reports a result without a field for any column, and says how its list would become rows', async () => {
    const database = await keyed({
      primary_key: [],
      write_mode: 'append',
      columns: [{ name: 'name', type: 'string' }],
    })
    const items = { css: 'h1', all: true, fields: { name: '' } }
    const parser_id = await jobs.service.parser({ fields: { items } })
    const json = { parser_id, input: { url: `${jobs.site.url}/a` }, database_id: database.id }
    const { rows } = await jobs.ended((await jobs.service.call('/v1/jobs', { json })).json.id)
    assert.deepEqual([rows.added, rows.rejected], [0, 1])
    assert.match(rows.faults[0].error, /no field for any column; it has items\. .*`items` .* `rows_path`/)
  })

  test('writes nothing when it fails', async () => {
    const database = await keyed()
    const job = await scraped('/bare', database)
    assert.deepEqual([job.state, job.rows, await titles(database)], ['failed', null, []])
  })

  test('reports rows that do not fit, and keeps its result', async () => {
    const job = await scraped('/a', await ofNumbers())
    assert.deepEqual([job.state, job.rows.added, job.rows.rejected], ['completed', 0, 1])
    assert.deepEqual(job.rows.faults, [{ column: 'title', error: '`title` must be a number.' }])
    assert.equal((await jobs.service.call(`/v1/jobs/${job.id}/result`)).json.title, 'a')
  })

  test('prevents the deletion of the database while it is open, and so does a batch', async () => {
    const database = await keyed()
    const gate = gatePage(jobs.site, '/gate')
    const job = (await jobs.scrape('/gate', { database_id: database.id })).json.id
    const items = ['/gate', '/gate?2'].map(path => ({ input: { url: jobs.site.url + path } }))
    const json = { target: { parser_id: jobs.parser }, items, database_id: database.id }
    const batch = (await jobs.service.call('/v1/batches', { json })).json.id
    await gate.waiting(3)
    const remove = () => database.call('', { method: 'DELETE' })
    const refused = await remove()
    assert.deepEqual([refused.status, refused.json.dependants.sort()], [409, [batch, job]], refused.text)
    gate.open()
    await jobs.ended(job)
    await jobs.batchEnded(batch)
    assert.equal((await remove()).status, 204)
  })

  test('replaces all rows of a database in replace mode', async () => {
    const database = await keyed({ write_mode: 'replace' })
    await scraped('/a', database)
    await scraped('/b', database)
    await becomes(database, ['b'])
  })

  test('has all rows replaced before a call that waits for its end answers', async () => {
    const database = await keyed({ write_mode: 'replace' })
    await database.write(...Array.from({ length: 1_000 }, (_, n) => ({ title: `old ${n}` })))
    await scraped('/a', database)
    assert.deepEqual(await titles(database), ['a'])
  })

  test('removes no rows when its result has no list of rows', async () => {
    jobs.site.on('/login', { body: '<p id="d">Please log in</p>' })
    jobs.site.on('/list', { body: `<p id="d" data-x='{"items":[{"title":"a"}]}'></p>` })
    const parser = await jobs.service.parser({ fields: { state: { css: '#d@data-x', path: '' } } })
    const run = async (path: string, { id }: TestDatabase) => {
      const json = { parser_id: parser, input: { url: jobs.site.url + path }, database_id: id }
      const created = await jobs.service.call('/v1/jobs', { json })
      return jobs.ended(created.json.id)
    }
    const database = await keyed({ rows_path: 'state.items', write_mode: 'replace' })
    await run('/list', database)
    const job = await run('/login', database)
    assert.deepEqual(
      [job.state, job.rows.rejected, job.rows.faults],
      ['completed', 1, [{ error: 'The result has no list at `state.items`.' }]],
    )
    const other = await keyed({ write_mode: 'replace' })
    await other.write({ title: 'old' })
    await scraped('/a', other)
    await becomes(other, ['a'])
    assert.deepEqual(await titles(database), ['a'], 'runs are ended in their order')
  })

  describe('of a list with fewer or more items than its parser allows', () => {
    const PAGED = { paginate: { next: '.next@href' } }

    for (const [name, bounds, page, more] of [
      ['too few', { min_items: 2 }, LIST('a', '').slice(0, 30), {}],
      ['none', { min_items: 1 }, '<p>Please log in', {}],
      ['too many', { max_items: 2 }, LIST('a', '') + LIST('b', ''), {}],
      ['too few on all pages', { min_items: 2 }, LIST('a', '').slice(0, 30), PAGED],
      ['none on all pages', { min_items: 1 }, '<a class=next href="/none">on</a>', PAGED],
    ] as const)
      test(`removes no rows: ${name}`, async () => {
        const items = { css: 'li', all: true, fields: { title: 'a' }, ...bounds }
        const parser_id = await jobs.service.parser({ fields: { items }, ...more })
        const database = await keyed({ rows_path: 'items', write_mode: 'replace' })
        const run = async (body: string) => {
          jobs.site.on('/bounded', { body })
          const json = { parser_id, input: { url: `${jobs.site.url}/bounded` }, database_id: database.id }
          return (await jobs.ended((await jobs.service.call('/v1/jobs', { json })).json.id)).rows
        }
        assert.equal((await run(LIST('a', ''))).added, 2)
        const { rejected, faults } = await run(page)
        assert.equal(rejected, 1)
        assert.match(faults[0].error, /fewer or more items than its parser allows/)
        await mustEndLater()
        assert.deepEqual(await titles(database), ['a1', 'a2'])
      })
  })

  test('removes no rows when a further page could not be fetched', async () => {
    const { run, database, becomeMissing } = await listWithPages({ write_mode: 'replace' })
    await run(1)
    becomeMissing()
    const job = await run(1)
    assert.deepEqual([job.state, job.rows.unchanged, job.rows.rejected], ['completed', 2, 1])
    assert.match(job.rows.faults[0].error, /^Not all pages could be read/)
    await mustEndLater()
    assert.deepEqual(await titles(database), ['a1', 'a2', 'b1', 'b2'])
  })

  test('removes no rows of a list on a page behind a link that failed', async () => {
    const { site, service } = jobs
    const list = { css: 'li', all: true, fields: { title: '' } } as const
    const shop = {
      css: 'p',
      all: true,
      fields: { name: '' },
      follow: { link: 'a@href', fields: { items: list } },
    } as const
    const parser_id = await service.parser({ fields: { shops: shop } })
    site.on('/shops', { body: '<p><a href=/shop-1>1</a></p><p><a href=/shop-2>2</a></p>' })
    for (const n of [1, 2]) site.on(`/shop-${n}`, { body: `<li>a${n}</li>` })
    const database = await keyed({ rows_path: 'shops[*].items', write_mode: 'replace' })
    const run = async () => {
      const json = { parser_id, input: { url: `${site.url}/shops` }, database_id: database.id }
      return (await jobs.ended((await service.call('/v1/jobs', { json })).json.id)).rows
    }
    assert.equal((await run()).added, 2)
    site.on('/shop-2', { status: 404 })
    const { unchanged, rejected, faults } = await run()
    assert.deepEqual([unchanged, rejected], [1, 1])
    assert.match(faults[0].error, /^A page with rows could not be read/)
    await mustEndLater()
    assert.deepEqual(await titles(database), ['a1', 'a2'])
  })

  test('removes no rows when an item was left out because its page failed', async () => {
    const { run, database, becomeMissing } = await listWithPages({ write_mode: 'replace' }, 'skip_item')
    await run(1)
    becomeMissing()
    await run(1)
    await mustEndLater()
    assert.deepEqual(await titles(database), ['a1', 'a2'])
  })

  test('removes no rows for further pages that a stored or uploaded page cannot reach', async () => {
    const { run, database, parser } = await listWithPages({ write_mode: 'replace' })
    const job = await run(1)
    const again = await jobs.service.call(`/v1/jobs/${job.id}/reparse`, { method: 'POST' })
    assert.equal((await jobs.ended(again.json.id)).rows.rejected, 1)
    const body = new FormData()
    body.set('parser_id', parser)
    body.set('database_id', database.id)
    body.set('url', `${jobs.site.url}/pages`)
    body.set('html', new Blob([LIST('a', '<a class=next href="/pages-2">on</a>')], { type: 'text/html' }))
    const { json } = await jobs.service.call('/v1/pages/parse', { method: 'POST', body })
    assert.equal(json.rows.rejected, 1, JSON.stringify(json))
    await mustEndLater()
    assert.deepEqual(await titles(database), ['a1', 'a2', 'b1', 'b2'])
  })

  test('writes its rows again when it is reparsed', async () => {
    const database = await keyed()
    const job = await scraped('/a', database)
    const again = await jobs.service.call(`/v1/jobs/${job.id}/reparse`, { method: 'POST' })
    assert.equal((await jobs.ended(again.json.id)).rows.unchanged, 1)
  })

  test('is refused for a database that does not exist or belongs to another account', async () => {
    const key = await jobs.service.keyFor('neighbour')
    const headers = { 'x-api-key': key }
    const foreign = await jobs.service.call('/v1/databases', { json: { name: 'Shop', ...KEYED }, headers })
    const input = { url: `${jobs.site.url}/a` }
    for (const database_id of ['db_none', foreign.json.id]) {
      assert.equal((await jobs.scrape('/a', { database_id })).status, 404)
      const json = { target: { parser_id: jobs.parser }, items: [{ input }], database_id }
      assert.equal((await jobs.service.call('/v1/batches', { json })).status, 404)
    }
  })
})

test('a result whose database was deleted meanwhile reports this among its rows', async () => {
  const store = openStore(tempFolder())
  const parts = { store, rowWriter: createRowWriter({ store, now: Date.now }), now: Date.now }
  const source = { job_id: 'job_1', parser_version: 1, url: null }
  const rows = await store.write(() =>
    writeJobRows(parts, { id: 'job_1', account_id: 'acc_1', batch_id: null }, 'db_gone', {
      value: { title: 'a' },
      source,
    }),
  )
  assert.deepEqual([rows.added, rows.faults.length], [0, 1])
  assert.match(rows.faults[0]!.error, /deleted/)
  store.close()
})
