import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { databaseFile } from '../../../server/store/file/database-file.ts'
import { latestVersion } from '../../../server/store/file/migration-steps.ts'
import { markAsOurs } from '../../../server/store/file/open-database.ts'
import { restoreStore } from '../../../server/store/file/restore-store.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const NOW = new Date('2026-03-01T10:20:30.400Z')

/** The files in the folder of a closed store. */
const FILES = ['winnow.db', 'winnow.generation']

/** A closed store with accounts of these names. */
async function storeWith(...names: string[]): Promise<string> {
  const folder = tempFolder()
  const store = openStore(folder)
  for (const name of names) await store.accounts.ensure(name, 1_000, 1)
  store.close()
  return folder
}

async function namesIn(folder: string): Promise<string[]> {
  const store = openStore(folder)
  const names = (await store.accounts.list()).map(({ name }) => name)
  store.close()
  return names
}

/** A backup that was taken while the store was in use. */
async function backupWith(...names: string[]): Promise<string> {
  const store = openStore(await storeWith(...names))
  const file = join(tempFolder(), 'backup.db')
  await store.backup(file)
  store.close()
  return file
}

/** Changes a backup as another program would. */
function alter(file: string, sql: string): string {
  const db = new Database(file)
  db.exec(sql)
  db.close()
  return file
}

/** A store as the first version of Winnow wrote it, with one account. */
function firstVersion(name: string): string {
  const first = new URL('../../../server/store/migrations/0001-accounts.sql', import.meta.url)
  const file = alter(join(tempFolder(), 'first.db'), readFileSync(first, 'utf8'))
  const db = new Database(file)
  markAsOurs(db)
  db.pragma('user_version = 1')
  db.prepare("INSERT INTO accounts VALUES ('acc_1', ?, 8, 4, 20000, 0, 0, 1)").run(name)
  db.close()
  return file
}

const foreign = () =>
  alter(join(tempFolder(), 'other.db'), 'CREATE TABLE notes (text); PRAGMA user_version = 1')

async function createDamagedBackup(): Promise<string> {
  const file = await backupWith('torn')
  const bytes = readFileSync(file)
  bytes.fill(0xff, 3 * 4096, 6 * 4096)
  writeFileSync(file, bytes)
  return file
}

async function cut(): Promise<string> {
  const file = await backupWith('cut')
  truncateSync(file, 10_000)
  return file
}

function text(): string {
  const file = join(tempFolder(), 'notes.txt')
  writeFileSync(file, 'These are no rows. '.repeat(500))
  return file
}

describe('a backup', () => {
  test('is complete even if the store cannot be written', async () => {
    const folder = await storeWith('shop')
    alter(
      join(folder, 'winnow.db'),
      "CREATE TRIGGER full BEFORE UPDATE OF backup ON store_state BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    const store = openStore(folder)
    const file = join(tempFolder(), 'backup.db')
    await store.backup(file)
    store.close()
    const restored = tempFolder()
    await restoreStore(restored, file, NOW)
    assert.deepEqual(await namesIn(restored), ['shop'])
  })

  test('of a damaged store is refused, and leaves no file', async () => {
    const store = openStore(await storeWith('shop'))
    const files = tempFolder()
    store.health.damaged(['page 3 is torn'])
    await assert.rejects(store.backup(join(files, 'backup.db')), /The store is damaged/)
    store.close()
    assert.deepEqual(readdirSync(files), [])
  })

  test('is a single file that its owner alone can read', async () => {
    const file = await backupWith('shop')
    assert.equal(statSync(file).mode & 0o077, 0)
    assert.deepEqual(readdirSync(join(file, '..')), ['backup.db'])
  })

  test('replaces the store, which is kept aside as a backup', async () => {
    const folder = await storeWith('present')
    const backup = await backupWith('past')
    const keptAside = (await restoreStore(folder, backup, NOW))!
    assert.equal(keptAside, join(folder, 'backups', 'before-restore-2026-03-01T102030.400Z.db'))
    assert.equal(statSync(keptAside).mode & 0o077, 0)
    assert.equal(statSync(databaseFile(folder)).mode & 0o077, 0)
    assert.deepEqual(readdirSync(folder).sort(), ['backups', ...FILES])
    assert.deepEqual(await namesIn(folder), ['past'])
    assert.deepEqual(readdirSync(join(backup, '..')), ['backup.db'], 'nothing is left beside the backup')

    await restoreStore(folder, keptAside, new Date(NOW.getTime() + 1))
    assert.deepEqual(await namesIn(folder), ['present'], 'what was kept aside is a backup itself')
  })

  test('can be restored into a new folder', async () => {
    const folder = join(tempFolder(), 'new', 'folder')
    assert.equal(await restoreStore(folder, await backupWith('moved'), NOW), null)
    assert.deepEqual(await namesIn(folder), ['moved'])
  })

  test('can replace a damaged store', async () => {
    const folder = await storeWith('lost')
    writeFileSync(databaseFile(folder), 'Something wrote over it. '.repeat(400))
    const keptAside = (await restoreStore(folder, await backupWith('found'), NOW))!
    assert.match(readFileSync(keptAside, 'utf8'), /^Something wrote over it/)
    assert.deepEqual(await namesIn(folder), ['found'])
  })

  test('that is copied from a killed service is restored with what is only in its log', async () => {
    const killed = tempFolder()
    const inUse = await storeWith('closed')
    const store = openStore(inUse)
    await store.accounts.ensure('logged', 1_000, 2)
    for (const end of ['', '-wal']) copyFileSync(databaseFile(inUse) + end, databaseFile(killed) + end)
    store.close()
    const folder = await storeWith('present')
    await restoreStore(folder, databaseFile(killed), NOW)
    assert.deepEqual(await namesIn(folder), ['closed', 'logged'])
    assert.deepEqual(readdirSync(killed).sort(), ['winnow.db', 'winnow.db-wal'], 'the log stays where it was')
  })

  test('that is aborted halfway leaves no file behind', async () => {
    const store = openStore(await storeWith('shop'))
    const file = join(tempFolder(), 'backup.db')
    await assert.rejects(store.copyTo(file, AbortSignal.abort()), { name: 'AbortError' })
    store.close()
    assert.equal(existsSync(file), false)
  })

  test('of an older Winnow is restored, and migrated at the next start', async () => {
    const folder = await storeWith('present')
    await restoreStore(folder, firstVersion('old'), NOW)
    assert.deepEqual(await namesIn(folder), ['old'])
  })
})

describe('a restore is refused, and changes nothing,', () => {
  for (const [what, make, says] of [
    ['for a file that is not there', () => join(tempFolder(), 'none.db'), /^Error: There is no file /],
    ['for a text', text, /is damaged, or not a backup of Winnow/],
    ['for an empty file', () => alter(join(tempFolder(), 'empty.db'), ''), /is not a backup of Winnow/],
    ["for another program's database", foreign, /is not a backup of Winnow/],
    ['for a backup that was cut off', cut, /is damaged/],
    ['for a backup with torn pages', createDamagedBackup, /is damaged/],
    [
      'for a backup that lacks a table',
      async () => alter(await backupWith('altered'), 'DROP TABLE crons'),
      /is damaged: it lacks the tables crons/,
    ],
    [
      'for a backup of a newer Winnow',
      async () => alter(await backupWith('newer'), `PRAGMA user_version = ${latestVersion() + 1}`),
      /was written by a newer Winnow/,
    ],
  ] as [string, () => string | Promise<string>, RegExp][])
    test(what, async () => {
      const folder = await storeWith('present')
      const bytes = readFileSync(databaseFile(folder))
      await assert.rejects(restoreStore(folder, await make(), NOW), says)
      assert.deepEqual(readdirSync(folder), FILES)
      assert.deepEqual(readFileSync(databaseFile(folder)), bytes)
    })
})
