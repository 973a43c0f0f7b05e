import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRowWriter } from '../../server/databases/write-rows.ts'
import { writeJobRows } from '../../server/operations/jobs/database.ts'
import { openStore } from '../../server/store/open-store.ts'
import { makeDatabase, type TestDatabase } from '../databases/support/database.ts'
import { until } from '../http/support/until.ts'
import { startTestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { gatePage } from './support/gate-page.ts'
import { startJobSite } from './support/job-site.ts'

const jobs = startJobSite({}, ({ site }) => {
  for (const name of ['a', 'b', 'c']) site.on(`/${name}`, { body: `<h1>${name}</h1>` })
})

const KEYED = {
  columns: [{ name: 'title', type: 'string', nullable: false }],
  primary_key: ['title'],
  write_mode: 'upsert',
  on_missing: 'delete',
}
const keyed = (fields: Record<string, unknown> = {}) => makeDatabase(jobs.service, { ...KEYED, ...fields })
const ofNumbers = () =>
  keyed({ columns: [{ name: 'title', type: 'number' }], primary_key: [], write_mode: 'append' })

async function scraped(path: string, { id }: { id: string }) {
  const made = await jobs.scrape(path, { database_id: id })
  assert.equal(made.status, 202, made.text)
  return jobs.ended(made.json.id)
}

async function batchOf(paths: string[], { id }: { id: string }, more: unknown[] = []) {
  const items = paths.map(path => ({ input: { url: jobs.site.url + path } }))
  const json = { target: { parser_id: jobs.parser }, items: [...items, ...more], database_id: id }
  const made = await jobs.service.call('/v1/batches', { json })
  assert.equal(made.status, 202, made.text)
  return jobs.batchEnded(made.json.id)
}

const titles = async (database: TestDatabase) => (await database.column('title')).sort()

/** Waits until these are the rows that are left. */
const becomes = (database: TestDatabase, wanted: string[]) =>
  until(async () => (await titles(database)).join() === wanted.join())

const LIST = (name: string, next: string) =>
  [1, 2].map(n => `<li><a href="/${name}${n}">${name}${n}</a></li>`).join('') + next

/** A list of two pages, each with two rows; `run` reads it as so many items of a batch, or as a job of its own. */
async function listWithPages(fields: Record<string, unknown>, onError?: string) {
  const next = onError ? '' : '<a class=next href="/pages-2">on</a>'
  jobs.site.on('/pages', { body: LIST('a', next) })
  jobs.site.on('/pages-2', { body: LIST('b', '') })
  for (const path of ['/a1', '/a2']) jobs.site.on(path, { body: '<b>1 kg</b>' })
  const follow = onError && { follow: { link: 'a@href', fields: { weight: 'b' }, on_error: onError } }
  const items = { css: 'li', all: true, fields: { title: 'a' }, ...follow }
  const parser = await jobs.service.parser({ fields: { items }, paginate: { next: '.next@href' } })
  const database = await keyed({ rows_path: 'items', ...fields })
  const input = { url: `${jobs.site.url}/pages` }
  const run = async (number: number) => {
    const items = Array.from({ length: number }, (_, n) => ({ input: { url: `${input.url}?${n}` } }))
    const json = { database_id: database.id }
    const made =
      number === 1
        ? await jobs.service.call('/v1/jobs', { json: { ...json, parser_id: parser, input } })
        : await jobs.service.call('/v1/batches', { json: { ...json, target: { parser_id: parser }, items } })
    return number === 1 ? jobs.ended(made.json.id) : jobs.batchEnded(made.json.id)
  }
  const becomeMissing = () => {
    for (const path of ['/pages-2', '/a2']) jobs.site.on(path, { status: 404 })
  }
  return { run, database, parser, becomeMissing }
}

/** Complete runs are ended in their order: once this one is, those before are as well. */
async function mustEndLater() {
  const other = await keyed({ write_mode: 'replace' })
  await other.write({ title: 'old' })
  await scraped('/a', other)
  await becomes(other, ['a'])
}

describe('a job with a database', () => {
  test('writes its result there, with where it comes from', async () => {
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

  test('writes nothing where it fails', async () => {
    const database = await keyed()
    const job = await scraped('/bare', database)
    assert.deepEqual([job.state, job.rows, await titles(database)], ['failed', null, []])
  })

  test('tells of rows that do not fit; its result is kept', async () => {
    const job = await scraped('/a', await ofNumbers())
    assert.deepEqual([job.state, job.rows.added, job.rows.rejected], ['completed', 0, 1])
    assert.deepEqual(job.rows.faults, [{ column: 'title', error: '`title` must be a number.' }])
    assert.equal((await jobs.service.call(`/v1/jobs/${job.id}/result`)).json.title, 'a')
  })

  test('keeps the database from being deleted while it is open; so does a batch', async () => {
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

  test('is the whole content of a database that is replaced', async () => {
    const database = await keyed({ write_mode: 'replace' })
    await scraped('/a', database)
    await scraped('/b', database)
    await becomes(database, ['b'])
  })

  test('takes nothing out where its result has no list of rows', async () => {
    jobs.site.on('/login', { body: '<p id="d">Please log in</p>' })
    jobs.site.on('/list', { body: `<p id="d" data-x='{"items":[{"title":"a"}]}'></p>` })
    const parser = await jobs.service.parser({ fields: { state: { css: '#d@data-x', path: '' } } })
    const run = async (path: string, { id }: TestDatabase) => {
      const json = { parser_id: parser, input: { url: jobs.site.url + path }, database_id: id }
      const made = await jobs.service.call('/v1/jobs', { json })
      return jobs.ended(made.json.id)
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

  test('takes nothing out where a further page could not be had', async () => {
    const { run, database, becomeMissing } = await listWithPages({ write_mode: 'replace' })
    await run(1)
    becomeMissing()
    const job = await run(1)
    assert.deepEqual([job.state, job.rows.unchanged, job.rows.rejected], ['completed', 2, 1])
    assert.match(job.rows.faults[0].error, /^Not all pages could be read/)
    await mustEndLater()
    assert.deepEqual(await titles(database), ['a1', 'a2', 'b1', 'b2'])
  })

  test('takes nothing out where an item was left out with its page', async () => {
    const { run, database, becomeMissing } = await listWithPages({ write_mode: 'replace' }, 'skip_item')
    await run(1)
    becomeMissing()
    await run(1)
    await mustEndLater()
    assert.deepEqual(await titles(database), ['a1', 'a2'])
  })

  test('takes nothing out for pages that an upload does not lead to', async () => {
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

  test('writes again when it is read anew', async () => {
    const database = await keyed()
    const job = await scraped('/a', database)
    const again = await jobs.service.call(`/v1/jobs/${job.id}/reparse`, { method: 'POST' })
    assert.equal((await jobs.ended(again.json.id)).rows.unchanged, 1)
  })

  test('is refused for a database that is absent or another account’s', async () => {
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

describe('a batch with a database', () => {
  test('takes out what it lacks, once all of it has become rows', async () => {
    const database = await keyed()
    await database.write({ title: 'a' }, { title: 'old' })
    const batch = await batchOf(['/a', '/b'], database)
    assert.deepEqual([batch.database_id, batch.counts.completed], [database.id, 2])
    await becomes(database, ['a', 'b'])
    const { data } = (await database.call('/changes?kind=removed')).json
    assert.equal(data.length, 1)
  })

  test('that overlaps another is the whole content of a database that is replaced, where it began last', async () => {
    const database = await keyed({ write_mode: 'replace' })
    const gates = ['/first', '/second'].map(path => gatePage(jobs.site, path))
    const begin = async (paths: string[]) => {
      const items = paths.map(path => ({ input: { url: jobs.site.url + path } }))
      const json = { target: { parser_id: jobs.parser }, items, database_id: database.id }
      return (await jobs.service.call('/v1/batches', { json })).json.id
    }
    const first = await begin(['/a', '/first'])
    const second = await begin(['/b', '/second'])
    for (const gate of gates) await gate.waiting(1)
    gates[1]!.open()
    await jobs.batchEnded(second)
    gates[0]!.open()
    await jobs.batchEnded(first)
    await becomes(database, ['Kettle', 'b'])
  })

  test('takes nothing out where a further page of an item could not be had', async () => {
    const { run, database, becomeMissing } = await listWithPages({})
    await run(2)
    becomeMissing()
    await run(2)
    await mustEndLater()
    assert.deepEqual(await titles(database), ['a1', 'a2', 'b1', 'b2'])
  })

  const INCOMPLETE: Record<string, () => unknown> = {
    'where an item fails': () => ({ input: { url: `${jobs.site.url}/bare` } }),
    'where an item could not be run': () => ({ input: {} }),
  }
  for (const [name, item] of Object.entries(INCOMPLETE))
    test(`takes nothing out ${name}`, async () => {
      const database = await keyed()
      await database.write({ title: 'old' })
      await batchOf(['/a'], database, [item()])
      const other = await keyed()
      await other.write({ title: 'old' })
      await batchOf(['/a'], other)
      await becomes(other, ['a'])
      assert.deepEqual(await titles(database), ['a', 'old'], 'runs are ended in their order')
    })

  test('writes what its retry gets, and takes nothing out then', async () => {
    const database = await keyed()
    await database.write({ title: 'old' })
    const { id } = await batchOf(['/a', '/later'], database)
    jobs.site.on('/later', { body: '<h1>later</h1>' })
    const again = await jobs.service.call(`/v1/batches/${id}/retry`, { method: 'POST' })
    const batch = await jobs.batchEnded(again.json.id)
    assert.deepEqual([batch.database_id, batch.counts.completed], [database.id, 1])
    assert.deepEqual(await titles(database), ['a', 'later', 'old'])
  })
})

test('a result whose database was deleted all the same says so in its rows', async () => {
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

test('a run that was complete before a crash is ended after the next start, once', async () => {
  const folder = tempFolder()
  const first = await startTestApp({ data_dir: folder })
  const { id } = await makeDatabase(first, KEYED)
  const path = `/v1/databases/${id}`
  await first.call(`${path}/rows`, { json: { rows: [{ title: 'old' }] } })
  await first.stop()
  const store = openStore(folder)
  const [account] = await store.accounts.list()
  await store.write(() => store.databaseRuns.add(account!.id, id, store.databaseRows.mark(id), 'bat_1'))
  store.close()
  const second = await startTestApp({ data_dir: folder })
  await until(async () => (await second.call(path)).json.row_count === 0)
  await second.stop()
  const after = openStore(folder)
  assert.deepEqual(await after.databaseRuns.due(), [])
  after.close()
})
