import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRowWriter } from '../../server/databases/write-rows.ts'
import { openStore, type Store } from '../../server/store/open-store.ts'
import { makeDatabase, type TestDatabase } from '../databases/support/database.ts'
import { until } from '../http/support/until.ts'
import { gatePage } from '../jobs/support/gate-page.ts'
import { startJobSite } from '../jobs/support/job-site.ts'
import { tempFolder } from '../support/temp-folder.ts'

const jobs = startJobSite({ host_concurrency: 64 }, async ({ site, service }) => {
  site.on('/hook', { status: 204 })
  site.on('/named', ({ query }, response) => response.end(`<h1>${query.get('name')}</h1>`))
  await service.admin('/admin/accounts/default', { limits: { job_concurrency: 64 } })
})

const KEYED = {
  columns: [{ name: 'title', type: 'string', nullable: false }],
  primary_key: ['title'],
  write_mode: 'upsert',
}

/** Creates a webhook for `database.rows.changed` and returns its id. */
async function hook(more: Record<string, unknown> = {}): Promise<string> {
  const json = { url: `${jobs.site.url}/hook`, events: ['database.rows.changed'], ...more }
  const created = await jobs.service.call('/v1/webhooks', { json })
  assert.equal(created.status, 201, created.text)
  return created.json.id
}

const deliveries = async (id: string, query = '') =>
  (await jobs.service.call(`/v1/webhooks/${id}/deliveries?limit=100${query}`)).json

/** The events that a webhook got about a database, oldest first. */
const digestsOf = async (id: string, database: TestDatabase) =>
  (await deliveries(id)).data
    .map(({ event }: { event: { data: Record<string, never> } }) => event.data)
    .filter((data: { database_id: string }) => data.database_id === database.id)
    .reverse()

const countsOf = (list: { counts: unknown }[]) => list.map(({ counts }) => counts)
const counts = (more: Record<string, number>) => ({ added: 0, changed: 0, returned: 0, removed: 0, ...more })

async function batchOf(paths: string[], database: TestDatabase) {
  const items = paths.map(path => ({ input: { url: jobs.site.url + path } }))
  const json = { target: { parser_id: jobs.parser }, items, database_id: database.id }
  const created = await jobs.service.call('/v1/batches', { json })
  assert.equal(created.status, 202, created.text)
  return created.json.id
}
const namedPaths = (count: number) => Array.from({ length: count }, (_, i) => `/named?name=n${i}`)

describe('a webhook with row_changes: digest', () => {
  test('gets one event for a batch of 500 rows, with the address of the rest', async () => {
    const [digest, each] = [await hook(), await hook({ row_changes: 'each' })]
    const database = await makeDatabase(jobs.service, KEYED)
    const id = await batchOf(namedPaths(500), database)
    await jobs.batchEnded(id)
    const [event, ...rest] = await digestsOf(digest, database)
    assert.deepEqual(rest, [])
    assert.deepEqual([event.counts, event.batch_id, event.run_id], [counts({ added: 500 }), id, null])
    assert.equal(event.changes.length, 100)

    const changeSeqs = event.changes.map(({ seq }: { seq: number }) => seq)
    const seen: number[] = [...changeSeqs]
    for (let next = event.next, remaining = 4; remaining; remaining--) {
      const page = await jobs.service.call(`${next}&limit=100`)
      seen.push(...page.json.data.map(({ seq }: { seq: number }) => seq))
      next = `${database.path}/changes?cursor=${page.json.next_cursor}`
    }
    assert.equal(new Set(seen).size, 500)
    const first = (await database.call(`/changes?cursor=${event.cursor}&limit=100`)).json.data
    assert.deepEqual(first, event.changes)

    let singles = 0
    for (let cursor = ''; ; ) {
      const page = await deliveries(each, cursor)
      singles += page.data.length
      if (!page.next_cursor) break
      cursor = `&cursor=${page.next_cursor}`
    }
    assert.equal(singles, 500, 'a webhook with `each` gets one event for every write')
  })

  test('gets the changes of a cancelled batch', async () => {
    const id = await hook()
    const database = await makeDatabase(jobs.service, KEYED)
    const gate = gatePage(jobs.site, '/gate')
    const batch = await batchOf([...namedPaths(3), '/gate', '/gate?2'], database)
    await gate.waiting(2)
    await until(async () => (await database.rows()).length === 3)
    assert.deepEqual(await digestsOf(id, database), [], 'not before its end')
    await jobs.service.call(`/v1/batches/${batch}/cancel`, { method: 'POST' })
    assert.deepEqual(countsOf(await digestsOf(id, database)), [counts({ added: 3 })])
  })

  test('gets removed rows in the same event as the rows that the batch wrote', async () => {
    const id = await hook()
    const database = await makeDatabase(jobs.service, { ...KEYED, on_missing: 'delete' })
    await database.write({ title: 'old' }, { title: 'older' }, { title: 'n0' })
    await jobs.batchEnded(await batchOf(namedPaths(2), database))
    await until(async () => (await digestsOf(id, database)).length > 1)
    assert.deepEqual(countsOf(await digestsOf(id, database)), [
      counts({ added: 3 }),
      counts({ added: 1, removed: 2 }),
    ])
    const [, { changes }] = await digestsOf(id, database)
    const kinds = changes.map(({ kind }: { kind: string }) => kind)
    assert.deepEqual(kinds, ['added', 'removed', 'removed'])
  })

  test('gets one event when a single job replaces all rows of a database', async () => {
    const id = await hook()
    const database = await makeDatabase(jobs.service, { ...KEYED, write_mode: 'replace' })
    for (const name of ['a', 'b']) {
      const created = await jobs.scrape(`/named?name=${name}`, { database_id: database.id })
      await jobs.ended(created.json.id)
    }
    await until(async () => (await digestsOf(id, database)).length > 1)
    const events = await digestsOf(id, database)
    assert.deepEqual(countsOf(events), [counts({ added: 1 }), counts({ added: 1, removed: 1 })])
    assert.match(events[1].job_id, /^job_/)
  })

  test('gets an event when rows are missing and no other row has changed, and none when none is missing', async () => {
    const id = await hook()
    const database = await makeDatabase(jobs.service, { ...KEYED, on_missing: 'delete' })
    await database.write({ title: 'old' }, { title: 'n0' }, { title: 'n1' })
    for (let run = 0; run < 2; run++) {
      await jobs.batchEnded(await batchOf(namedPaths(2), database))
      await until(async () => (await database.rows()).length === 2)
    }
    await database.write({ title: 'new' })
    await until(async () => (await digestsOf(id, database)).length > 2)
    const events = await digestsOf(id, database)
    const all = [counts({ added: 3 }), counts({ removed: 1 }), counts({ added: 1 })]
    assert.deepEqual(countsOf(events), all)
    const { data } = (await database.call(`/changes?cursor=${events[1].cursor}&limit=1`)).json
    assert.equal(data[0].kind, 'removed')
  })

  test('gets no event when a row that is already marked as removed is deleted', async () => {
    const digest = await hook()
    const database = await makeDatabase(jobs.service, {
      ...KEYED,
      write_mode: 'replace',
      on_missing: 'mark_removed',
    })
    await database.write({ title: 'old' })
    await database.write({ title: 'new' })
    const [row] = (await database.call('/rows?removed=only')).json.data
    assert.equal((await database.call(`/rows/${row.id}`, { method: 'DELETE' })).status, 204)
    await database.write({ title: 'newer' })
    assert.deepEqual(countsOf(await digestsOf(digest, database)), [
      counts({ added: 1 }),
      counts({ added: 1, removed: 1 }),
      counts({ added: 1, removed: 1 }),
    ])
  })

  test('gets one event for each call, and none when nothing changed', async () => {
    const [id, each] = [await hook(), await hook({ row_changes: 'each' })]
    const database = await makeDatabase(jobs.service, KEYED)
    await database.write({ title: 'a' }, { title: 'b' })
    await database.write({ title: 'a' })
    await database.write({ title: 'c' })
    const [row] = (await database.call('/rows')).json.data
    await database.call(`/rows/${row.id}`, { method: 'DELETE' })
    const events = await digestsOf(id, database)
    assert.deepEqual(countsOf(events), [counts({ added: 2 }), counts({ added: 1 }), counts({ removed: 1 })])
    assert.deepEqual(await digestsOf(each, database), events, 'a call is one write')
    assert.deepEqual(
      events.map(({ next, changes }: { next: unknown; changes: unknown[] }) => [next, changes.length]),
      [
        [null, 2],
        [null, 1],
        [null, 1],
      ],
    )
  })

  test('gets only counts for a database without a feed', async () => {
    const id = await hook()
    const database = await makeDatabase(jobs.service, { ...KEYED, track_history: false })
    await jobs.batchEnded(await batchOf(namedPaths(2), database))
    const [event, ...rest] = await digestsOf(id, database)
    assert.deepEqual([event.counts, event.changes, event.next, rest], [counts({ added: 2 }), [], null, []])
  })

  test('gets no more long rows than fit into an event', async () => {
    const id = await hook()
    const database = await makeDatabase(jobs.service, KEYED)
    await database.write(...Array.from({ length: 10 }, (_, i) => ({ title: `${i}`.repeat(60_000) })))
    const [event] = await digestsOf(id, database)
    assert.deepEqual([event.counts.added, event.changes.length], [10, 4])
    const { data } = (await jobs.service.call(`${event.next}&limit=100`)).json
    assert.deepEqual([data.length, data[0].data.title[0]], [6, '4'])
  })
})

describe('row changes that were written before a crash', () => {
  /** A store in a folder with a webhook and a database. `again` opens the same store, as each start does. */
  async function createScene() {
    const folder = tempFolder()
    const first = openStore(folder)
    const now = Date.now
    const document = { url: 'https://example.com/', description: '', events: ['database.*'], enabled: true }
    const { write } = first.webhooks.create(
      'acc',
      'whk_1',
      's',
      { ...document, row_changes: 'digest' },
      now(),
    )
    const columns = [{ name: 'title', path: 'title', type: 'string' as const, nullable: false }]
    const database = first.databases.create(
      'acc',
      'db_1',
      {
        name: 'Shop',
        description: '',
        columns,
        rows_path: '',
        primary_key: ['title'],
        write_mode: 'upsert',
        track_history: true,
        on_missing: 'keep',
        from_parser: null,
      },
      now(),
    )
    await first.write(() => {
      write()
      database.write()
    })
    const events = async (store: Store) =>
      (await store.deliveries.list('whk_1', { limit: 100 })).data.map(({ event }) => event.data.counts)
    const again = () => openStore(folder)
    return {
      first,
      again,
      events,
      record: database.record,
      writerOf: (store: Store) => createRowWriter({ store, now }),
    }
  }

  test('by a batch are reported once, together with the rest of the batch', async () => {
    const { first, again, events, writerOf } = await createScene()
    const source = { job_id: 'job_1', parser_version: 1, url: null }
    const result = (title: string) => [{ value: { title }, source }]
    await first.write(() => writerOf(first).writeResults('acc', 'db_1', result('a'), 'bat_1'))
    first.close()
    const store = again()
    await store.write(() => store.rowDigests.endBrokenOff(Date.now()))
    assert.deepEqual(await events(store), [], 'the batch goes on')
    await store.write(() => {
      writerOf(store).writeResults('acc', 'db_1', result('b'), 'bat_1')
      store.rowDigests.end('bat_1', Date.now())
    })
    await store.write(() => store.rowDigests.end('bat_1', Date.now()))
    assert.deepEqual(await events(store), [counts({ added: 2 })])
    store.close()
  })

  test('by an import are reported after the next start', async () => {
    const { first, again, events, record, writerOf } = await createScene()
    const firstSliceWritten = Promise.withResolvers<void>()
    async function* slices() {
      yield [{ title: 'a' }, { title: 'b' }]
      firstSliceWritten.resolve()
      await new Promise(() => undefined)
    }
    void writerOf(first).writeAll('acc', record, slices())
    await firstSliceWritten.promise
    assert.deepEqual(await events(first), [])
    first.close()
    const store = again()
    await store.write(() => store.rowDigests.endBrokenOff(Date.now()))
    assert.deepEqual(await events(store), [counts({ added: 2 })])
    store.close()
  })

  test('by an import that fails halfway are reported at once', async () => {
    const { first, events, record, writerOf } = await createScene()
    const slices = [[{ title: 'a' }], [{ title: 5 }]]
    await assert.rejects(writerOf(first).writeAll('acc', record, slices), { code: 'invalid_input' })
    assert.deepEqual(await events(first), [counts({ added: 1 })])
    first.close()
  })
})
