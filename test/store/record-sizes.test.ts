import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { openStore } from '../../server/store/open-store.ts'
import { createRecordCounter, TABLES_BY_KIND } from '../../server/store/record-sizes.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** The tables of a new store, including those that SQLite creates by itself. */
function tablesOf(folder: string) {
  openStore(folder).close()
  const db = new Database(databaseFile(folder), { readonly: true })
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[]
  db.close()
  return [...names, 'sqlite_schema'].toSorted()
}

test('each table belongs to one kind of record', () => {
  assert.deepEqual(
    Object.values(TABLES_BY_KIND).flat().toSorted(),
    tablesOf(tempFolder()),
    'Name a new table in TABLES_OF_KINDS, in server/store/record-sizes.ts.',
  )
})

describe('a count of record sizes', () => {
  test('covers the whole store except free space and the page map', async () => {
    const folder = tempFolder()
    const store = openStore(folder)
    const { bytes, at } = await createRecordCounter(store, folder, () => 7).count()
    store.close()
    const db = new Database(databaseFile(folder), { readonly: true })
    const pages = db.pragma('page_count', { simple: true }) as number
    const free = db.pragma('freelist_count', { simple: true }) as number
    const size = db.pragma('page_size', { simple: true }) as number
    db.close()
    // One page is the map of the others.
    assert.deepEqual([Object.values(bytes).reduce((a, b) => a + b), at], [(pages - free - 1) * size, 7])
  })

  test('is stopped with the service, and leaves no copy behind', async () => {
    const folder = tempFolder()
    const store = openStore(folder)
    const counter = createRecordCounter(store, folder, Date.now)
    const counting = assert.rejects(counter.count(), { message: 'Winnow is stopping.' })
    assert.equal(counter.isCounting(), true)
    await Promise.all([counter.stop(), counting])
    assert.deepEqual([counter.isCounting(), counter.last()], [false, null])
    store.close()
  })

  test('keeps the earlier sizes when it fails', async () => {
    const folder = tempFolder()
    const store = openStore(folder)
    let isFull = false
    const copyTo = (file: string, signal?: AbortSignal) =>
      isFull ? Promise.reject(new Error('The disk is full.')) : store.copyTo(file, signal)
    const counter = createRecordCounter({ copyTo }, folder, Date.now)
    const first = await counter.count()
    isFull = true
    await assert.rejects(counter.count(), { message: 'The disk is full.' })
    assert.deepEqual([counter.last(), counter.isCounting()], [first, false])
    store.close()
  })
})
