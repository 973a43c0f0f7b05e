import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { databaseFile } from '../../../server/store/file/database-file.ts'
import { allSteps, latestVersion } from '../../../server/store/file/migration-steps.ts'
import { markAsOurs, openDatabase } from '../../../server/store/file/open-database.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const migrations = fileURLToPath(new URL('../../../server/store/migrations/', import.meta.url))
const steps = readdirSync(migrations)
  .filter(name => name.endsWith('.sql'))
  .sort()
const firstStep = readFileSync(join(migrations, '0001-accounts.sql'), 'utf8')

/** The store of a Winnow with only the first migration. Its account has spent a credit. */
function oldStore(more = ''): string {
  const folder = tempFolder()
  const db = openDatabase(folder)
  db.exec(firstStep)
  db.pragma('user_version = 1')
  markAsOurs(db)
  db.exec(`
    INSERT INTO accounts (id, name, concurrency, job_concurrency, max_pending, created_at)
      VALUES ('acc_old', 'shop', 3, 4, 20000, 1700000000000);
    INSERT INTO ledger (account_id, kind, delta, subject, created_at)
      VALUES ('acc_old', 'grant', 1000, 'birth', 1), ('acc_old', 'capture', -1, 'req_1', 2);
    INSERT INTO settings VALUES ('price_parse', '5');
    ${more}
  `)
  db.close()
  return folder
}

/** The files in the folder of a closed store. */
const FILES = ['winnow.db', 'winnow.generation']

/** Queries a database file that nobody has open. */
function query<T>(file: string, question: (db: Database.Database) => T): T {
  const db = new Database(file)
  try {
    return question(db)
  } finally {
    db.close()
  }
}

const versionOf = (file: string) => query(file, db => db.pragma('user_version', { simple: true }))
const backupsOf = (folder: string) => readdirSync(join(folder, 'backups'))
const tablesOf = (file: string) =>
  query(file, db => db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all())

describe('the store of an older Winnow', () => {
  test('is migrated to the newest version, with all its data', async () => {
    const folder = oldStore()
    const store = openStore(folder)
    const account = (await store.accounts.findByName('shop'))!
    assert.equal(account.limits.concurrency, 3)
    assert.equal(await store.ledger.balance(account.id), 999)
    assert.deepEqual(store.settings.all(), { price_parse: 5 })
    assert.deepEqual((await store.parsers.list(account.id, { limit: 10 })).data, [])
    store.close()
    assert.equal(versionOf(databaseFile(folder)), latestVersion())
  })

  test('keeps its pending deliveries, adds the host of each webhook, and sends row changes one by one as before', async () => {
    const folder = tempFolder()
    const db = openDatabase(folder)
    const before = steps.filter(name => name < '0029')
    for (const name of before) db.exec(readFileSync(join(migrations, name), 'utf8'))
    db.pragma(`user_version = ${before.length}`)
    markAsOurs(db)
    const hosts = {
      'https://Shop.example:8443/in?x=/': 'shop.example',
      'http://[::1]:80/': '::1',
      'https://b.example?token=1': 'b.example',
    }
    for (const [i, url] of Object.keys(hosts).entries())
      db.exec(`
        INSERT INTO webhooks (id, account_id, version, url, description, events, enabled, secret, created_at, updated_at)
          VALUES ('whk_${i}', 'acc', 1, '${url}', '', 'job.*', 1, 's', 1, 1);
        INSERT INTO deliveries (id, webhook_id, event_id, type, body, state, next_at, created_at)
          VALUES ('dlv_${i}', 'whk_${i}', 'evt', 'job.failed', '{}', 'pending', 7, 1);
      `)
    db.close()
    const store = openStore(folder)
    const claimed = await store.deliveries.claim(7, 9, 9, [])
    assert.equal((await store.webhooks.find('acc', 'whk_0'))!.row_changes, 'each', 'as it was promised')
    assert.deepEqual(Object.fromEntries(claimed.map(({ url, host }) => [url, host])), hosts)
    store.close()
  })

  test('gets its call totals recalculated by source, and the number of failures of each cron run', async () => {
    const folder = tempFolder()
    const db = openDatabase(folder)
    const before = allSteps().filter(({ name }) => name < '0039')
    for (const { sql } of before) db.exec(sql)
    const insertStep = db.prepare('INSERT INTO applied_steps VALUES (?, ?, ?)')
    for (const { number, name, checksum } of before) insertStep.run(number, name, checksum)
    db.pragma(`user_version = ${before.at(-1)!.number}`)
    markAsOurs(db)
    const call = (id: number, source: string, status: number) => `
      INSERT INTO calls (account_id, id, operation, key_id, source, status, credits, ms, created_at)
        VALUES ('acc', 'req_${id}', 'job-list', 'key', '${source}', ${status}, 0, 10, ${id});`
    db.exec(`
      ${call(1, 'app', 200)} ${call(2, 'api', 502)} ${call(3, 'app', 200)}
      INSERT INTO usage_days VALUES ('acc', 0, 'job-list', 2, 1, 0);
      INSERT INTO usage_hours VALUES ('acc', 0, 'job-list', 2, 1, 0);
      INSERT INTO key_days VALUES ('acc', 'key', 0, 2, 1, 0, 2);
      UPDATE summed SET seq = 2 WHERE source = 'calls';
      INSERT INTO crons (id, account_id, key_id, version, document, enabled, created_at, updated_at)
        VALUES ('crn', 'acc', 'key', 1, '{}', 1, 1, 1);
      INSERT INTO cron_runs (id, cron_id, cause, state, subject, created_at)
        VALUES ('crr_1', 'crn', 'manual', 'completed', 'run_1', 1), ('crr_2', 'crn', 'manual', 'failed', 'job_1', 2);
      INSERT INTO workflow_runs (seq, id, account_id, key_id, workflow_id, workflow_version, workflow_name, graph, trigger,
          dry_run, state, input, created_at)
        VALUES (1, 'run_1', 'acc', 'key', 'wf', 1, 'w', '{}', 'cron', 0, 'completed', '{}', 1);
      INSERT INTO workflow_steps (run, node, place, state, items_failed) VALUES (1, 'a', 0, 'completed', 2);
    `)
    db.close()
    const store = openStore(folder)
    const usage = async (leftOut: string[]) =>
      (await store.usage.list('acc', { since: 0, span: 'day', leftOut })).map(({ at: _, ...row }) => row)
    for (const _ of ['before', 'after']) {
      assert.deepEqual(await usage([]), [{ operation: 'job-list', calls: 3, failed: 1, credits: 0, ms: 30 }])
      assert.deepEqual(await usage(['job-list']), [
        { operation: 'job-list', calls: 1, failed: 1, credits: 0, ms: 10 },
      ])
      assert.deepEqual(await store.usage.ofKeys('acc', 0), [
        { key_id: 'key', calls: 3, failed: 1, credits: 0 },
      ])
      await store.sums.catchUp()
    }
    const { data } = await store.cronRuns.list('crn', { limit: 9 })
    assert.deepEqual(
      data.map(({ id, failed }) => [id, failed]),
      [
        ['crr_2', 1],
        ['crr_1', 2],
      ],
    )
    assert.equal((await store.workflowRuns.find('acc', 'run_1'))!.steps[0]!.branches, null)
    store.close()
  })

  test('is first copied to a backup that its owner alone can read', () => {
    const folder = oldStore()
    openStore(folder).close()
    const [copy, ...others] = backupsOf(folder)
    assert.deepEqual(others, [])
    assert.match(copy!, /^winnow-v1-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z\.db$/)
    const file = join(folder, 'backups', copy!)
    assert.equal(versionOf(file), 1)
    assert.ok(!tablesOf(file).includes('parsers'))
    assert.equal(
      query(file, db => db.prepare('SELECT sum(delta) FROM ledger').pluck().get()),
      999,
    )
    assert.equal(statSync(file).mode & 0o077, 0)
    assert.equal(statSync(join(folder, 'backups')).mode & 0o077, 0)
  })

  test('keeps its last two copies beside the new one, and files that are not its copies', () => {
    const folder = oldStore()
    mkdirSync(join(folder, 'backups'))
    const earlier = [
      'winnow-v1-2024-01-01T000000.000Z.db',
      'winnow-v1-2025-01-01T000000.000Z.db',
      'winnow-v10-2023-01-01T000000.000Z.db',
    ]
    for (const name of [...earlier, 'before-restore-2020.db', 'mine.db'])
      writeFileSync(join(folder, 'backups', name), '')
    openStore(folder).close()
    const names = backupsOf(folder)
    assert.equal(names.length, 5)
    assert.ok(
      !names.includes('winnow-v10-2023-01-01T000000.000Z.db'),
      'the oldest goes, whatever its version',
    )
    for (const name of [...earlier.slice(0, 2), 'before-restore-2020.db', 'mine.db'])
      assert.ok(names.includes(name), name)
  })

  test('is left unchanged when a migration fails, and its copy is available', () => {
    const folder = oldStore('CREATE TABLE parsers (mine TEXT); INSERT INTO parsers VALUES (1);')
    assert.throws(() => openStore(folder), /table parsers already exists/)
    assert.equal(versionOf(databaseFile(folder)), 1)
    assert.ok(!tablesOf(databaseFile(folder)).includes('parser_versions'))
    query(databaseFile(folder), db => {
      assert.equal(db.prepare('SELECT mine FROM parsers').pluck().get(), '1')
      assert.equal(db.prepare('SELECT sum(delta) FROM ledger').pluck().get(), 999)
      assert.equal(db.pragma('quick_check', { simple: true }), 'ok')
    })
    assert.equal(backupsOf(folder).length, 1)
  })
})

describe('opening a store', () => {
  test('creates a new one completely, without a copy', () => {
    const folder = tempFolder()
    openStore(folder).close()
    assert.equal(versionOf(databaseFile(folder)), latestVersion())
    assert.deepEqual(readdirSync(folder), FILES)
  })

  test('of the newest version changes nothing', () => {
    const folder = tempFolder()
    openStore(folder).close()
    openStore(folder).close()
    assert.deepEqual(readdirSync(folder), FILES)
  })

  test('of a newer Winnow is refused, and changes nothing', () => {
    const folder = tempFolder()
    openStore(folder).close()
    const newer = latestVersion() + 1
    query(databaseFile(folder), db => db.pragma(`user_version = ${newer}`))
    assert.throws(() => openStore(folder), {
      message: `This data folder was written by a newer Winnow (version ${newer}, this one knows ${latestVersion()}).`,
    })
    assert.equal(versionOf(databaseFile(folder)), newer)
    assert.deepEqual(readdirSync(folder), FILES)
  })

  for (const version of [0, 1])
    test(`of another program at version ${version} is refused, and changes nothing`, () => {
      const folder = tempFolder()
      query(databaseFile(folder), db =>
        db.exec(`CREATE TABLE notes (text); PRAGMA user_version = ${version}`),
      )
      assert.throws(() => openStore(folder), /winnow\.db is not a store of Winnow\.$/)
      assert.deepEqual(tablesOf(databaseFile(folder)), ['notes'])
    })

  test('that is refused leaves the file free for the next', () => {
    const folder = tempFolder()
    openStore(folder).close()
    query(databaseFile(folder), db => db.pragma('user_version = 99'))
    assert.throws(() => openStore(folder))
    query(databaseFile(folder), db => db.pragma(`user_version = ${latestVersion()}`))
    openStore(folder).close()
  })
})
