import assert from 'node:assert/strict'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { until } from '../http/support/until.ts'
import { commandPrefix, output, run, startServe } from '../support/run-cli.ts'
import { request, startTestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

const store = (folder: string) => join(folder, 'winnow.db')

/** Returns the byte offset of the first page of a table, in a closed store. */
function pageOf(folder: string, table: string) {
  const db = new Database(store(folder))
  const page = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) as number
  const size = db.pragma('page_size', { simple: true }) as number
  db.close()
  return { at: (page - 1) * size }
}

/** Overwrites the first 24 bytes of a table's first page, which describe its layout. */
function flipBytes(folder: string, table: string) {
  const { at } = pageOf(folder, table)
  const file = openSync(store(folder), 'r+')
  writeSync(file, Buffer.alloc(24, 0xa5), 0, 24, at)
  closeSync(file)
}

/** Creates a data folder with a key, and a backup of it. No service is running. */
async function closedFolder() {
  const folder = tempFolder()
  const backup = join(tempFolder(), 'backup.db')
  const key = await output(['keys', 'create', '--data-dir', folder])
  await output(['backup', backup, '--data-dir', folder])
  return { folder, backup, key }
}

const storeFinding = async (folder: string) => {
  const { code, stdout, stderr } = await run(['doctor', '--json', '--data-dir', folder], { WINNOW_PORT: '0' })
  assert.notEqual(stdout, '', stderr)
  const findings: { check: string; ok: boolean; found: string; remedy?: string }[] = JSON.parse(stdout)
  return { code, ...findings.find(({ check }) => check === 'store')! }
}

describe('a store in which 24 bytes were overwritten', () => {
  test('is reported by `winnow doctor`, with the newest intact backup', async () => {
    const { folder, backup } = await closedFolder()
    flipBytes(folder, 'traces')
    const { code, ok, found, remedy } = await storeFinding(folder)
    assert.deepEqual([code, ok], [1, false])
    assert.match(found, /^damaged: /)
    assert.equal(remedy, `Stop Winnow, then: ${commandPrefix} restore ${backup} --data-dir ${folder}`)
    await output(['restore', backup, '--data-dir', folder])
    assert.equal((await storeFinding(folder)).ok, true)
  })

  test('can still be read after a crash, but is no longer written to', async () => {
    const { folder, backup, key } = await closedFolder()
    const killed = await startServe(['--data-dir', folder])
    killed.signal('SIGKILL')
    await killed.ended
    // Reading the store to find the page also writes the contents of the log into the file.
    flipBytes(folder, 'traces')

    const served = await startServe(['--data-dir', folder])
    const status = () => output(['status', '--data-dir', folder])
    await until(async () => (await status()).includes('The store is damaged'))
    await until(async () =>
      (await status()).includes(`${commandPrefix} restore ${backup} --data-dir ${folder}`),
    )
    const call = (path: string, json?: unknown) =>
      request(served.url + path, { headers: { 'x-api-key': key }, ...(json !== undefined && { json }) })
    assert.equal((await call('/v1/credits')).status, 200, 'what reads goes on')
    const refused = await call('/v1/parsers', { name: 'one', schema: { fields: { a: { css: 'a' } } } })
    assert.equal(refused.status, 503, refused.text)
    assert.equal(refused.json.error, 'The store is damaged, so nothing is written into it.')
    assert.ok(
      refused.json.hint.includes(`${commandPrefix} restore ${backup} --data-dir ${folder}`),
      refused.json.hint,
    )
    assert.equal((await storeFinding(folder)).ok, false, 'doctor asks the service')
    await served.stop()
  })

  test('that cannot be opened makes the start exit with 74 and name a backup to restore', async () => {
    const { folder } = await closedFolder()
    const file = openSync(store(folder), 'r+')
    writeSync(file, Buffer.alloc(24, 0xa5), 0, 24, 0)
    closeSync(file)
    const { code, stderr } = await run(['serve', '--port', '0', '--data-dir', folder])
    assert.equal(code, 74)
    assert.match(stderr, /^The store .*winnow\.db is damaged .*winnow\.mjs restore FILE/)
    const { ok, found, remedy } = await storeFinding(folder)
    assert.equal(ok, false)
    assert.match(found, /^damaged: /)
    assert.match(remedy!, /^Stop Winnow, then: .*restore FILE/)
  })
})

test('a store that lacks a table makes the start exit with 74 and name a backup that has it, as `winnow doctor` does', async () => {
  const { folder, backup } = await closedFolder()
  const lossy = join(folder, 'backups', 'lossy.db')
  const db = new Database(store(folder))
  db.exec('DROP TABLE crons')
  db.close()
  mkdirSync(join(folder, 'backups'))
  copyFileSync(store(folder), lossy)
  copyFileSync(backup, join(folder, 'backups', 'whole.db'))
  utimesSync(join(folder, 'backups', 'whole.db'), 1, 1)

  const { code, stderr } = await run(['serve', '--port', '0', '--data-dir', folder])
  assert.equal(code, 74, stderr)
  assert.match(stderr, /^The store .*winnow\.db is damaged \(no such table: crons\)\. .* restore .*whole\.db/)
  const { found, remedy } = await storeFinding(folder)
  assert.equal(found, 'damaged: the table crons is missing')
  assert.ok(remedy!.includes(`restore ${backup} `), remedy)
})

describe('a check of a store in use', () => {
  test('leaves no copy behind, and reports that the store is intact', async () => {
    const winnow = await startTestApp()
    const { status, json } = await winnow.admin('/admin/store/check', {})
    assert.deepEqual([status, json.whole, json.damage], [200, true, []])
    assert.deepEqual(readdirSync(join(winnow.app.dataDir, 'tmp')), [])
    await winnow.stop()
  })
})

describe('the free space in a store', () => {
  const MEGABYTES = 40

  /** Creates a store with free space, either as Winnow creates stores now, or as it used to. */
  async function createStoreWithFreeSpace(autoVacuum: boolean) {
    const folder = tempFolder()
    await output(['keys', 'create', '--data-dir', folder])
    const db = new Database(store(folder))
    if (!autoVacuum) {
      db.pragma('journal_mode = DELETE')
      db.pragma('auto_vacuum = NONE')
      db.exec('VACUUM')
    }
    db.exec('CREATE TABLE filler (body)')
    const fill = db.prepare('INSERT INTO filler VALUES (zeroblob(1000000))')
    for (let i = 0; i < MEGABYTES; i++) fill.run()
    db.exec('DROP TABLE filler')
    db.close()
    return { folder, bytes: statSync(store(folder)).size }
  }

  test('is returned to the disk by the sweep', async () => {
    const { folder, bytes } = await createStoreWithFreeSpace(true)
    assert.ok(bytes > MEGABYTES * 1_000_000)
    const served = await startServe(['--data-dir', folder])
    await until(async () => statSync(store(folder)).size < bytes / 2)
    await served.stop()
  })

  test('is returned by `winnow compact`, even for a store from before the sweep did that', async () => {
    const { folder, bytes } = await createStoreWithFreeSpace(false)
    const { bytes_before, bytes_after } = JSON.parse(
      await output(['compact', '--json', '--data-dir', folder]),
    )
    assert.ok(bytes_before >= bytes)
    assert.ok(bytes_after < 2_000_000, String(bytes_after))
    const db = new Database(store(folder))
    assert.equal(db.pragma('auto_vacuum', { simple: true }), 2)
    db.close()
    assert.ok(!existsSync(join(folder, 'tmp')) || readdirSync(join(folder, 'tmp')).length === 0)
    assert.match(await output(['keys', 'list', '--data-dir', folder]), /wk_/)
  })

  test('is returned by `winnow compact` while a service is running', async () => {
    const { folder } = await createStoreWithFreeSpace(false)
    const served = await startServe(['--data-dir', folder])
    assert.match(
      await output(['compact', '--data-dir', folder]),
      /^The store has [\d,]+ bytes now; it had [\d,]+ before\.$/,
    )
    assert.equal((await fetch(`${served.url}/health`)).status, 200)
    await served.stop()
  })
})
