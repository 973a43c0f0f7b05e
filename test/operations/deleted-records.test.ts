import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { DAY } from '../../server/base/times.ts'
import { RESTORABLE_TYPES } from '../../server/store/deleted-records.ts'
import { openStore } from '../../server/store/open-store.ts'
import type { ParserDocument } from '../../server/store/parsers/parsers.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

/** The body that creates a record of each kind. */
const BODIES: Record<(typeof RESTORABLE_TYPES)[number], object> = {
  parser: { name: 'A parser', schema: { fields: { title: 'h1' } } },
  database: { name: 'A database', columns: [{ name: 'title', type: 'string' }] },
  cron: {
    name: 'A cron',
    expression: '0 9 * * *',
    timezone: 'UTC',
    target: { type: 'api', id: 'videosite-channel', input: { handle: '@channel' } },
  },
  workflow: { name: 'A workflow', nodes: [{ id: 'start', type: 'input' }], edges: [] },
  session: { name: 'A session', hosts: ['shop.example'] },
  webhook: { url: 'https://hooks.example/in', events: ['job.*'] },
}

const created = new Map<string, string>()

async function makeAndDelete(type: keyof typeof BODIES): Promise<string> {
  const { json, status } = await service.call(`/v1/${type}s`, { json: BODIES[type] })
  assert.equal(status, 201, JSON.stringify(json))
  const removed = await service.call(`/v1/${type}s/${json.id}`, { method: 'DELETE' })
  assert.equal(removed.status, 204, removed.text)
  return json.id
}

const list = async (query = '') => {
  const { json, status } = await service.call(`/v1/deleted${query}`)
  assert.equal(status, 200, JSON.stringify(json))
  return json as {
    data: { type: string; id: string; name: string; deleted_at: string; restorable_until: string }[]
    next_cursor: string | null
  }
}

describe('deleted records', () => {
  test('are listed for every kind, the last deleted first, with the time until which they can be restored', async () => {
    const before = Date.now()
    for (const type of RESTORABLE_TYPES) {
      created.set(type, await makeAndDelete(type))
      // Two deletions in the same millisecond have no order.
      await setTimeout(2)
    }
    const { data } = await list()
    assert.deepEqual(
      data.map(({ type, id }) => [type, id]),
      [...created].toReversed(),
    )
    for (const { deleted_at, restorable_until } of data) {
      assert.ok(Date.parse(deleted_at) >= before && Date.parse(deleted_at) <= Date.now(), deleted_at)
      assert.equal(Date.parse(restorable_until) - Date.parse(deleted_at), 7 * DAY)
    }
    assert.deepEqual(
      data.map(({ name }) => name),
      ['https://hooks.example/in', 'A session', 'A workflow', 'A cron', 'A database', 'A parser'],
    )
  })

  test('are listed page by page, and can be filtered by kind', async () => {
    const first = await list('?limit=4')
    const second = await list(`?limit=4&cursor=${first.next_cursor}`)
    assert.deepEqual([first.data.length, second.data.length, second.next_cursor], [4, 2, null])
    assert.deepEqual([...first.data, ...second.data], (await list()).data)
    assert.deepEqual(
      (await list('?type=cron')).data.map(({ id }) => id),
      [created.get('cron')],
    )
    assert.equal((await service.call('/v1/deleted?type=job')).json.field, 'type')
  })

  test('are listed for their own account only', async () => {
    const headers = { 'x-api-key': await service.keyFor('stranger') }
    const { json } = await service.call('/v1/deleted', { headers })
    assert.deepEqual(json.data, [])
  })

  test('are no longer listed after they are restored', async () => {
    for (const [type, id] of created) {
      const { status, text } = await service.call(`/v1/${type}s/${id}/restore`, { method: 'POST' })
      assert.equal(status, 200, text)
      assert.equal((await service.call(`/v1/${type}s/${id}`)).status, 200)
    }
    assert.deepEqual((await list()).data, [])
  })
})

test('a record is no longer listed once it is too late to restore it', async () => {
  const store = openStore(tempFolder())
  try {
    const document = { name: 'A parser' } as ParserDocument
    await store.write(() => store.parsers.create('acc', 'prs_1', document, 0).write())
    await store.parsers.remove('acc', 'prs_1', 1_000)
    const idsAt = async (now: number) =>
      (await store.deleted.list('acc', { limit: 20 }, now)).data.map(({ id }) => id)
    assert.deepEqual(await idsAt(7 * DAY + 1_001), [])
    assert.equal(await store.parsers.restore('acc', 'prs_1', 7 * DAY + 1_001), null)
    assert.deepEqual(await idsAt(7 * DAY + 1_000), ['prs_1'])
    assert.equal((await store.parsers.restore('acc', 'prs_1', 7 * DAY + 1_000))?.id, 'prs_1')
    assert.deepEqual(await idsAt(7 * DAY + 1_000), [])
  } finally {
    store.close()
  }
})
