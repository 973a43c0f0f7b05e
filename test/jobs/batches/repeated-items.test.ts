import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDatabase } from '../../databases/support/database.ts'
import { until } from '../../http/support/until.ts'
import { startJobSite } from '../support/job-site.ts'

const jobs = startJobSite({}, ({ site }) => {
  for (const name of ['a', 'b', 'c']) site.on(`/${name}`, { body: `<h1>${name}</h1>` })
})

const createReplacedDatabase = () =>
  makeDatabase(jobs.service, {
    columns: [{ name: 'title', type: 'string', nullable: false }],
    primary_key: ['title'],
    write_mode: 'replace',
  })
type Database = Awaited<ReturnType<typeof createReplacedDatabase>>

const titles = async (database: Database) => (await database.column('title')).sort()
const waitForTitles = (database: Database, expected: string[]) =>
  until(async () => (await titles(database)).join() === expected.join())

/** Creates a batch whose last item has failed but would succeed now. */
async function batchWithGap(database: Database) {
  jobs.site.on('/later', { status: 404 })
  const items = ['/a', '/b', '/later'].map(path => ({ input: { url: jobs.site.url + path } }))
  const json = { target: { parser_id: jobs.parser }, items, database_id: database.id }
  const { id } = (await jobs.service.call('/v1/batches', { json })).json
  await jobs.batchEnded(id)
  return (await jobs.service.call(`/v1/batches/${id}/items`)).json.data as { id: string; batch_id: string }[]
}

async function repeat(id: string, action: 'retry' | 'reparse'): Promise<string> {
  const created = await jobs.service.call(`/v1/jobs/${id}/${action}`, { method: 'POST' })
  assert.equal(created.status, 202, created.text)
  await jobs.ended(created.json.id)
  return created.json.id
}

/** Complete runs are finished in order: once this one is finished, the earlier ones are too. */
async function finishLaterRun() {
  const other = await createReplacedDatabase()
  for (const path of ['/a', '/b'])
    await jobs.ended((await jobs.scrape(path, { database_id: other.id })).json.id)
  await waitForTitles(other, ['b'])
}

test('retrying or reparsing a single item of a batch removes no rows from a database in replace mode', async () => {
  const database = await createReplacedDatabase()
  const [first, , last] = await batchWithGap(database)
  const failedAgain = await repeat(last!.id, 'retry')
  jobs.site.on('/later', { body: '<h1>later</h1>' })
  await repeat(failedAgain, 'retry')
  await repeat(first!.id, 'reparse')
  await finishLaterRun()
  assert.deepEqual(await titles(database), ['a', 'b', 'later'])
})

test('retrying an item whose batch was deleted removes no rows from a database in replace mode', async () => {
  const database = await createReplacedDatabase()
  const [, , last] = await batchWithGap(database)
  const failedAgain = await repeat(last!.id, 'retry')
  assert.equal((await jobs.service.call(`/v1/batches/${last!.batch_id}`, { method: 'DELETE' })).status, 204)
  jobs.site.on('/later', { body: '<h1>later</h1>' })
  await repeat(failedAgain, 'retry')
  await finishLaterRun()
  assert.deepEqual(await titles(database), ['a', 'b', 'later'])
})

test('the retry of a single job replaces all rows of a database in replace mode', async () => {
  const database = await createReplacedDatabase()
  await database.write({ title: 'old' })
  jobs.site.on('/later', { status: 404 })
  const { id } = (await jobs.scrape('/later', { database_id: database.id })).json
  await jobs.ended(id)
  jobs.site.on('/later', { body: '<h1>later</h1>' })
  await repeat(id, 'retry')
  await waitForTitles(database, ['later'])
})
