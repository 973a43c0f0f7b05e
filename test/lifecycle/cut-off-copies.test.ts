import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { checkFile, findGoodBackup } from '../../server/store/file/check-store.ts'
import { markAsOurs, openDatabase } from '../../server/store/file/open-database.ts'
import { restoreStore } from '../../server/store/file/restore-store.ts'
import { openStore } from '../../server/store/open-store.ts'
import { output } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const fileOf = (path: string) => fileURLToPath(new URL(`../../server/store/${path}`, import.meta.url))

/** The store of a Winnow with only the first migration, large enough to be killed while it is copied. */
function largeOldStore(): string {
  const folder = tempFolder()
  const db = openDatabase(folder)
  db.exec(readFileSync(fileOf('migrations/0001-accounts.sql'), 'utf8'))
  db.pragma('user_version = 1')
  markAsOurs(db)
  db.exec('CREATE TABLE bulk (data BLOB)')
  const insert = db.prepare('INSERT INTO bulk VALUES (randomblob(1000000))')
  for (let i = 0; i < 60; i++) insert.run()
  db.close()
  return folder
}

/** Begins to open a store in a process of its own, and kills it once it has written some of a copy into `backups`. */
function killWhileOpening(folder: string): Promise<void> {
  const program = `const { openStore } = await import(${JSON.stringify(fileOf('open-store.ts'))}); openStore(process.argv[1])`
  return killWhileWriting(
    ['--input-type=module', '--eval', program, folder],
    join(folder, 'backups'),
    'SIGKILL',
  )
}

/** Runs a program of Node, and ends it with a signal once it has written something into a folder. */
async function killWhileWriting(args: string[], folder: string, signal: NodeJS.Signals): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const before = bytesIn(folder)
  while (child.exitCode === null && bytesIn(folder) <= before)
    await new Promise(resolve => setTimeout(resolve, 1))
  child.kill(signal)
  assert.deepEqual(await ended, [null, signal])
}

const bytesIn = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    : 0

test('an upgrade that is killed while it copies the store leaves nothing that is named like a backup', async () => {
  const folder = largeOldStore()
  const backups = join(folder, 'backups')
  for (let i = 0; i < 2; i++) {
    await killWhileOpening(folder)
    assert.deepEqual(
      readdirSync(backups).filter(name => name.endsWith('.db')),
      [],
    )
  }
  openStore(folder).close()
  const [copy, ...others] = readdirSync(backups)
  assert.deepEqual(others, [])
  assert.deepEqual(await checkFile(join(backups, copy!)), [])
})

test('a copy of a store that cannot be read leaves no file', async () => {
  const folder = largeOldStore()
  const bytes = readFileSync(join(folder, 'winnow.db'))
  writeFileSync(join(folder, 'winnow.db'), bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 40_000))
  assert.throws(() => openStore(folder), /malformed/)
  assert.deepEqual(readdirSync(join(folder, 'backups')), [])
})

test('what a killed restore or upgrade left in `backups` is removed by the next start', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'backups'))
  for (const name of ['before-restore-1.db.partial', 'winnow-v1-1.db.partial-journal', 'mine.db'])
    writeFileSync(join(folder, 'backups', name), 'cut off')
  await output(['keys', 'create', '--data-dir', folder])
  assert.deepEqual(readdirSync(join(folder, 'backups')), ['mine.db'])
})

test('a copy that an older Winnow left unfinished is not named as the backup to restore', async () => {
  const folder = tempFolder()
  openStore(folder).close()
  const good = join(folder, 'backups', 'winnow-v1-2026-01-01T000000.000Z.db')
  const cutOff = join(folder, 'backups', 'winnow-v1-2026-02-01T000000.000Z.db')
  mkdirSync(join(folder, 'backups'))
  copyFileSync(join(folder, 'winnow.db'), good)
  const copying = new Database(join(tempFolder(), 'copy.db'))
  copying.exec('PRAGMA cache_size = 10; BEGIN; CREATE TABLE bulk (data BLOB)')
  for (let i = 0; i < 100; i++) copying.exec('INSERT INTO bulk VALUES (randomblob(10000))')
  for (const end of ['', '-journal']) copyFileSync(copying.name + end, cutOff + end)
  copying.close()
  writeFileSync(join(folder, 'backups', 'winnow-v1-2026-03-01T000000.000Z.db'), '')
  assert.equal(await findGoodBackup(folder, null), good)
  await restoreStore(folder, good, new Date())
})

test('`winnow backup` that is ended with Ctrl-C leaves nothing of that name, and can be repeated', async () => {
  const [folder, files] = [largeOldStore(), tempFolder()]
  openStore(folder).close()
  const winnow = fileURLToPath(new URL('../../bin/winnow.mjs', import.meta.url))
  const file = join(files, 'copy.db')
  await killWhileWriting([winnow, 'backup', file, '--data-dir', folder], files, 'SIGINT')
  assert.ok(readdirSync(files).every(name => /\.partial(?:-journal)?$/.test(name)))
  assert.match(await output(['backup', file, '--data-dir', folder]), /^Wrote /)
  assert.deepEqual(await checkFile(file), [])
})
