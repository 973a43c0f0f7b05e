import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { databaseFile } from '../../../server/store/file/database-file.ts'
import { startTestApp } from '../../support/start-app.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('a batch that is deleted leaves the store at once, with its items', async () => {
  const folder = tempFolder()
  const service = await startTestApp({ data_dir: folder })
  const parser_id = await service.parser({ fields: { title: 'h1' } })
  const items = [{ input: { url: 'http://winnow.invalid/' } }]
  const batch = await service.call('/v1/batches', { json: { target: { parser_id }, items, max_attempts: 1 } })
  const path = `/v1/batches/${batch.json.id}`
  await service.ended(path)
  assert.equal((await service.call(path, { method: 'DELETE' })).status, 204)
  await service.stop()
  assert.deepEqual(countIn(folder, 'batches', 'job_specs'), [0, 0])
})

function countIn(folder: string, ...tables: string[]): number[] {
  const db = new Database(databaseFile(folder), { readonly: true })
  const counts = tables.map(table => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!)
  db.close()
  return counts
}
