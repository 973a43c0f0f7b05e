import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { createEngine } from '../../server/store/engine.ts'
import { migrate } from '../../server/store/file/migrate.ts'
import { createJobFileStore, type PageDictionary } from '../../server/store/jobs/files.ts'
import { openStore } from '../../server/store/open-store.ts'
import { newStoredJob } from '../jobs/support/stored-job.ts'
import { tempFolder } from '../support/temp-folder.ts'

const body = Buffer.from('packed')
const dictionaryOf = (id: number, bytes = 10): PageDictionary => ({ id, body: Buffer.alloc(bytes, id) })

/** Stores pages at the times 0, 1, …, each compressed with the dictionary at its index, in a new database. */
function storeDictionaries(dictionaries: PageDictionary[]) {
  const db = new Database(':memory:')
  migrate(db, tempFolder(), new Date())
  const files = createJobFileStore(createEngine(db))
  // The jobs of the pages do not exist.
  db.pragma('foreign_keys = OFF')
  for (const [i, dictionary] of dictionaries.entries())
    files.writePage(i, { url: null, contentType: null, body, dictionary }, i)
  const numbers = (sql: string) => db.prepare<[], number>(sql).pluck().all()
  return {
    db,
    files,
    pages: () => numbers('SELECT job FROM job_pages ORDER BY job'),
    dictionaries: () => numbers('SELECT id FROM page_dictionaries ORDER BY id'),
  }
}

test('a page is read with the dictionary that it was compressed with, if there is one', async () => {
  const store = openStore(tempFolder())
  const { id: account } = await store.accounts.ensure('someone', 0, 1)
  const dictionaries = [dictionaryOf(7), undefined, dictionaryOf(7)]
  const created = store.jobs.prepareAll(
    account,
    dictionaries.map((_, i) => newStoredJob(0, { id: `job_${i}` })),
    0,
  )
  await store.write(() => {
    const { first } = created.write()
    for (const [i, dictionary] of dictionaries.entries())
      store.jobFiles.writePage(first + i, { url: null, contentType: 'text/html', body, dictionary }, 0)
  })
  for (const [i, dictionary] of dictionaries.entries()) {
    const page = { url: null, contentType: 'text/html', body, ...(dictionary && { dictionary }) }
    assert.deepEqual(await store.jobFiles.page(account, `job_${i}`), page)
  }
  store.close()
})

test('a dictionary is removed with the last page that was compressed with it', async () => {
  const { files, pages, dictionaries } = storeDictionaries([
    dictionaryOf(1),
    dictionaryOf(2),
    dictionaryOf(1),
  ])
  const expireBefore = async (before: number) => {
    await files.expire(before, 100)
    return { pages: pages(), dictionaries: dictionaries() }
  }
  assert.deepEqual(await expireBefore(1), { pages: [1, 2], dictionaries: [1, 2] })
  assert.deepEqual(await expireBefore(2), { pages: [2], dictionaries: [1] })
  assert.deepEqual(await expireBefore(3), { pages: [], dictionaries: [] })
})

test('unused dictionaries are all removed, even if there are more than fit into one statement', async () => {
  const MANY = 450
  const { files, dictionaries } = storeDictionaries(
    Array.from({ length: MANY }, (_, i) => dictionaryOf(i + 1)),
  )
  await files.expire(MANY - 1, 100)
  assert.deepEqual(dictionaries(), [MANY])
})

test('a dictionary that a page needs cannot be removed', () => {
  const { db } = storeDictionaries([dictionaryOf(1)])
  db.pragma('foreign_keys = ON')
  assert.throws(() => db.exec('DELETE FROM page_dictionaries'), /FOREIGN KEY/)
})

test('the size of a dictionary counts with the first page that was compressed with it', async () => {
  const HALF_A_MEGABYTE = 524_288
  const dictionaries = [dictionaryOf(1, HALF_A_MEGABYTE), dictionaryOf(2, HALF_A_MEGABYTE)]
  const { files, pages } = storeDictionaries([
    dictionaries[0]!,
    dictionaries[0]!,
    dictionaries[1]!,
    dictionaries[1]!,
  ])
  await files.expire(0, 2)
  assert.deepEqual(pages(), [0, 1, 2, 3])
  await files.expire(0, 1)
  assert.deepEqual(pages(), [1, 2, 3])
})
