import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { newId } from '../../server/base/ids.ts'
import { DAY } from '../../server/base/times.ts'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { markAsOurs } from '../../server/store/file/open-database.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { olderStore, stepNames } from './support/older-store.ts'

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

/** A new store that holds the parser. */
function storeWithParser(t: TestContext) {
  const folder = tempFolder()
  openStore(folder).close()
  const db = new Database(databaseFile(folder))
  db.exec(PARSER)
  db.close()
  const store = openStore(folder)
  t.after(store.close)
  return store
}

test('calls of a parser are counted by day, and the counts are removed with the calls', async t => {
  const store = storeWithParser(t)
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

test('fill rates of fields are summed over the calls of one transaction, of a day, and of all days', async t => {
  const store = storeWithParser(t)
  const finish = (at: number, fills: Record<string, { filled: number; total: number }>) =>
    store.calls.finish({ accountId: 'acc_1', call: call('prs_1', 200, at), fills })
  const fieldCounts = JSON.parse('{"__proto__":{"filled":1,"total":2},"7":{"filled":0,"total":1}}')
  await finish(AT - DAY, { title: { filled: 1, total: 1 }, price: { filled: 1, total: 3 } })
  await Promise.all([
    finish(AT, { title: { filled: 0, total: 1 }, price: { filled: 3, total: 3 } }),
    finish(AT, { title: { filled: 1, total: 1 }, none: { filled: 0, total: 0 } }),
    store.calls.finish({ accountId: 'acc_1', call: call('prs_1', 422, AT) }),
  ])
  await finish(AT + 1, fieldCounts)
  const today = { title: 0.5, price: 1, ['__proto__']: 0.5, 7: 0 }
  assert.deepEqual((await store.parsers.stats('prs_1')).fill_rate_by_field, {
    ...today,
    title: 0.6667,
    price: 0.6667,
  })
  assert.deepEqual(await store.parsers.series('prs_1', '2026-02-28'), [
    { day: '2026-02-28', runs: 1, ok: 1, fill_rate_by_field: { title: 1, price: 0.3333 } },
    { day: '2026-03-01', runs: 4, ok: 3, fill_rate_by_field: today },
  ])
  assert.deepEqual(await store.parsers.series('prs_1', '2026-03-02'), [])
})

test('the migration keeps fill counts that had a row for each field', async t => {
  const folder = olderStore(
    stepNames.filter(name => name < '0029'),
    [],
    `${PARSER};
    INSERT INTO parser_runs VALUES ('prs_1', '2026-02-28', 2, 1, ${AT}), ('prs_1', '2026-03-01', 1, 0, NULL);
    INSERT INTO parser_fills VALUES ('prs_1', '2026-02-27', 'a', 1, 1), ('prs_1', '2026-02-28', 'a', 1, 2),
      ('prs_1', '2026-02-28', 'a "b"', 3, 3);`,
  )
  const store = openStore(folder)
  t.after(store.close)
  assert.partialDeepStrictEqual(await store.parsers.stats('prs_1'), {
    runs: 3,
    fill_rate_by_field: { a: 0.6667, 'a "b"': 1 },
    last_ok_at: new Date(AT).toISOString(),
  })
  const rates = (await store.parsers.series('prs_1', '')).map(({ fill_rate_by_field }) => fill_rate_by_field)
  assert.deepEqual(rates, [{ a: 1 }, { a: 0.5, 'a "b"': 1 }, {}])
})

test('the migration counts calls from before such counts existed', async t => {
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
