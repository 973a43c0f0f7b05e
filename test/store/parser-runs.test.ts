import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { newId } from '../../server/base/ids.ts'
import { DAY } from '../../server/base/times.ts'
import { databaseFile, markAsOurs } from '../../server/store/file/open-database.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

const AT = Date.parse('2026-03-01T12:00:00Z')

const call = (parserId: string, status: number, at: number) => ({
  id: newId('req'),
  operation: 'parse',
  key_id: 'key_1',
  source: 'api' as const,
  status,
  error: null,
  credits: 0,
  sources: [],
  ms: 1,
  parser_id: parserId,
  created_at: at,
})

const PARSER = `INSERT INTO parsers VALUES ('prs_1', 'acc_1', 1, 'old', 0, 0, NULL)`

test('the runs of a parser are counted by day and forgotten with its calls', async t => {
  const folder = tempFolder()
  openStore(folder).close()
  const db = new Database(databaseFile(folder))
  db.exec(PARSER)
  db.close()
  const store = openStore(folder)
  t.after(store.close)
  const ends: [status: number, at: number][] = [
    [422, AT - 3 * DAY],
    [200, AT - DAY],
    [200, AT - 2 * DAY],
    [422, AT],
  ]
  for (const [status, at] of ends)
    await store.calls.finish({ accountId: 'acc_1', call: call('prs_1', status, at) })
  const last_ok_at = new Date(AT - DAY).toISOString()
  assert.partialDeepStrictEqual(await store.parsers.stats('prs_1'), {
    runs: 4,
    success_rate: 0.5,
    last_ok_at,
  })
  await store.calls.expire(AT - 2 * DAY)
  assert.partialDeepStrictEqual(await store.parsers.stats('prs_1'), { runs: 3, success_rate: 0.6667 })
  await store.calls.expire(AT)
  assert.partialDeepStrictEqual(await store.parsers.stats('prs_1'), { runs: 1, last_ok_at: null })
})

test('calls from before there were counts are counted by the migration', async t => {
  const folder = tempFolder()
  const db = new Database(databaseFile(folder))
  for (const step of ['0001-accounts', '0002-parsers', '0003-pages'])
    db.exec(readFileSync(new URL(`../../server/store/migrations/${step}.sql`, import.meta.url), 'utf8'))
  db.pragma('user_version = 3')
  markAsOurs(db)
  db.exec(PARSER)
  const insert = db.prepare(
    `INSERT INTO calls (account_id, id, operation, key_id, source, status, credits, ms, parser_id, created_at)
     VALUES ('acc_1', 'req_1', 'parse', 'key_1', 'api', ?, 0, 1, ?, ?)`,
  )
  for (const parser of ['prs_1', 'prs_gone']) insert.run(200, parser, AT - DAY)
  insert.run(422, 'prs_1', AT)
  db.close()
  const store = openStore(folder)
  t.after(store.close)
  assert.deepEqual(await store.parsers.stats('prs_1'), {
    runs: 2,
    success_rate: 0.5,
    fill_rate_by_field: {},
    last_ok_at: new Date(AT - DAY).toISOString(),
    rule_hits_by_field: {},
    warnings: [],
  })
})
