import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openStore } from '../../../server/store/open-store.ts'
import { makeDatabase } from '../../databases/support/database.ts'
import { until } from '../../http/support/until.ts'
import { startTestApp } from '../../support/start-app.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { KEYED, startDatabaseSite } from '../support/database-site.ts'
import { gatePage } from '../support/gate-page.ts'

const { jobs, keyed, titles, becomes, listWithPages, mustEndLater } = startDatabaseSite()

async function batchOf(paths: string[], { id }: { id: string }, more: unknown[] = []) {
  const items = paths.map(path => ({ input: { url: jobs.site.url + path } }))
  const json = { target: { parser_id: jobs.parser }, items: [...items, ...more], database_id: id }
  const created = await jobs.service.call('/v1/batches', { json })
  assert.equal(created.status, 202, created.text)
  return jobs.batchEnded(created.json.id)
}

describe('a batch that writes into a database', () => {
  test('removes rows that it does not contain once all of its items have become rows', async () => {
    const database = await keyed()
    await database.write({ title: 'a' }, { title: 'old' })
    const batch = await batchOf(['/a', '/b'], database)
    assert.deepEqual([batch.database_id, batch.counts.completed], [database.id, 2])
    await becomes(database, ['a', 'b'])
    const { data } = (await database.call('/changes?kind=removed')).json
    assert.equal(data.length, 1)
  })

  test('has its missing rows removed before a call that waits for its end answers, and before its last event', async () => {
    for (const follow of ['?wait=60', '/events']) {
      const database = await keyed()
      await database.write(...Array.from({ length: 1_000 }, (_, n) => ({ title: `old ${n}` })))
      const items = [{ input: { url: `${jobs.site.url}/a` } }]
      const json = { target: { parser_id: jobs.parser }, items, database_id: database.id }
      const { id } = (await jobs.service.call('/v1/batches', { json })).json
      await jobs.service.call(`/v1/batches/${id}${follow}`)
      assert.deepEqual(await titles(database), ['a'], follow)
    }
  })

  test('in replace mode replaces the rows of an overlapping batch that started earlier, even if it ends first', async () => {
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

  test('removes no rows when a further page of an item could not be fetched', async () => {
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
    test(`removes no rows ${name}`, async () => {
      const database = await keyed()
      await database.write({ title: 'old' })
      await batchOf(['/a'], database, [item()])
      const other = await keyed()
      await other.write({ title: 'old' })
      await batchOf(['/a'], other)
      await becomes(other, ['a'])
      assert.deepEqual(await titles(database), ['a', 'old'], 'runs are ended in their order')
    })

  test('writes the results of its retry, which removes no rows', async () => {
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

test('a complete run that a crash interrupted is finished once, after the next start', async () => {
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
