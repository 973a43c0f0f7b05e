import assert from 'node:assert/strict'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import Database from 'better-sqlite3'
import { openStore } from '../../server/store/open-store.ts'
import { LazyStatement } from '../../server/store/statement.ts'
import { tempFolder } from '../support/temp-folder.ts'

const NOW = Date.parse('2026-03-01T00:00:00.000Z')
const HOOK = { url: 'https://shop.example/hook', description: '', events: ['job.completed'], enabled: true }

test('deliveries in one state are searched for in slices when there are very many', async t => {
  const store = openStore(tempFolder())
  const { id: account_id } = await store.accounts.ensure('one', 0, NOW)
  const document = { ...HOOK, row_changes: 'digest' as const }
  await store.write(store.webhooks.create(account_id, 'whk_1', 'secret', document, NOW).write)
  const event = {
    type: 'job.completed' as const,
    created_at: new Date(NOW).toISOString(),
    account_id,
    data: {},
  }
  const add = (id: number) => store.deliveries.add('whk_1', { ...event, id: `evt_${id}` }, NOW, NOW)
  const ids = await Promise.all(Array.from({ length: 8_000 }, (_, i) => add(i)))

  const looks = mock.method(LazyStatement.prototype, 'all')
  t.after(() => looks.mock.restore())
  const list = (state?: 'pending' | 'failed', cursor?: string) =>
    store.deliveries.list('whk_1', { limit: 2, state, cursor })
  assert.deepEqual(await list('failed'), { data: [], has_more: false, next_cursor: null })
  // The first slice has 2,000 deliveries, and each slice is at most twice as long as the one before.
  assert.ok(looks.mock.callCount() >= 3)

  const newest = await list()
  const next = await list('pending', newest.next_cursor!)
  const listedIds = [...newest.data, ...next.data].map(({ id }) => id)
  assert.deepEqual(listedIds, ids.slice(-4).reverse())
  store.close()
})

test('an event for many webhooks is written once, and read with each of its deliveries', async () => {
  const folder = tempFolder()
  let store = openStore(folder)
  const { id: account_id } = await store.accounts.ensure('one', 0, NOW)
  const document = { ...HOOK, row_changes: 'digest' as const }
  const webhooks = ['whk_1', 'whk_2', 'whk_3']
  for (const id of webhooks)
    await store.write(store.webhooks.create(account_id, id, 'secret', document, NOW).write)
  const data = { text: 'x'.repeat(2_000_000) }
  await store.events.emit(account_id, 'job.completed', data, NOW)
  await store.events.emit(account_id, 'job.completed', data, NOW)
  store.close()
  assert.equal(numberIn(folder, 'SELECT sum(length(body)) AS n FROM deliveries'), 0)
  assert.equal(numberIn(folder, 'SELECT count(*) AS n FROM event_bodies'), 2)

  store = openStore(folder)
  for (const id of webhooks) {
    const page = await store.deliveries.list(id, { limit: 100 })
    // One large event is enough for a page.
    assert.equal(page.data.length, 1)
    assert.equal(page.has_more, true)
    assert.deepEqual(page.data[0]!.event.data, data)
  }
  const due = await store.deliveries.claim(NOW, NOW + 1, 8, [])
  assert.ok(due.length > 1)
  for (const { body } of due) assert.deepEqual(JSON.parse(body).data, data)

  await store.deliveries.expire(NOW)
  assert.equal((await store.deliveries.list('whk_1', { limit: 1 })).data.length, 1)
  await store.deliveries.expire(NOW + 1)
  store.close()
  assert.equal(numberIn(folder, 'SELECT count(*) AS n FROM event_bodies'), 0)
})

/** Runs a query whose result is one number, on the closed store in a folder. */
function numberIn(folder: string, sql: string): number | null {
  const db = new Database(join(folder, 'winnow.db'), { readonly: true })
  const { n } = db.prepare<[], { n: number | null }>(sql).get()!
  db.close()
  return n
}
