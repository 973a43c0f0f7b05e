import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
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
