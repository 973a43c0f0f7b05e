import { createRowWriter } from '../../../server/databases/write-rows.ts'
import type { DatabaseDocument } from '../../../server/store/databases/databases.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { tempFolder } from '../../support/temp-folder.ts'

export const DOCUMENT: DatabaseDocument = {
  name: 'Shop',
  description: '',
  columns: [
    { name: 'sku', path: 'id', type: 'string', nullable: false },
    { name: 'price', path: 'offer.price', type: 'number', nullable: true },
    { name: 'tags', path: 'tags[*].name', type: 'json', nullable: true },
  ],
  rows_path: '',
  primary_key: ['sku'],
  write_mode: 'upsert',
  track_history: true,
  on_missing: 'mark_removed',
  from_parser: null,
}

/** Where the results of these runs come from. */
export const SOURCE = { job_id: 'job_1', parser_version: 3, url: 'https://example.com/' }
export const result = (value: unknown) => ({ value, source: SOURCE })

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

/** A store with a database, and the steps of runs that write into it. */
export async function storeWithDatabase(changes: Partial<DatabaseDocument> = {}) {
  const store = openStore(tempFolder())
  const writer = createRowWriter({ store, now: Date.now })
  const { record, write } = store.databases.create('acc', 'db_1', { ...DOCUMENT, ...changes }, Date.now())
  await store.write(write)
  const hook = {
    url: 'https://example.com/',
    description: '',
    events: ['database.*'],
    row_changes: 'each' as const,
    enabled: true,
  }
  await store.write(store.webhooks.create('acc', 'whk_1', 'secret', hook, Date.now()).write)
  const selection = { filters: [], removed: 'with' as const }
  return {
    store,
    writer,
    record,
    mark: () => writer.startRun('db_1'),
    finish: (mark: number) => writer.finishRun('acc', 'db_1', mark, 'bat_1'),
    runFrom: (mark: number, ...values: unknown[]) =>
      store.write(() => writer.writeResults('acc', 'db_1', values.map(result), 'bat_1', mark)),
    run: (...values: unknown[]) =>
      store.write(() => writer.writeResults('acc', 'db_1', values.map(result), 'bat_1')),
    async rows() {
      const rows = await collect(store.rowList.all(record, selection))
      return rows.map(({ data, removed_at, source }) => ({ ...data, removed: removed_at !== null, source }))
    },
    events: async () =>
      (await store.deliveries.list('whk_1', { limit: 100 })).data.map(({ event }) => event.data.counts),
  }
}
