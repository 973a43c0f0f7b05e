import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { openStore } from '../../server/store/open-store.ts'
import { output, run, startServe } from '../support/run-cli.ts'
import { request } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

const store = (folder: string, end = '') => join(folder, `winnow.db${end}`)
const LOST_CHANGES = /newest changes of the store are missing/

/** Whether the store file contains no key because that is only in the log of the store. */
function isKeyInLogAlone(folder: string): boolean {
  const copy = join(tempFolder(), 'copy.db')
  copyFileSync(store(folder), copy)
  const db = new Database(copy)
  try {
    return db.prepare("SELECT 1 FROM keys WHERE name = 'last'").get() === undefined
  } finally {
    db.close()
  }
}

/** Returns a folder whose service was killed just after it had created a key, so that the key is only in the log. */
async function createKilledStore(): Promise<string> {
  // On a busy machine, the service may have written its log into the file before it is killed.
  for (;;) {
    const folder = await killAfterKey()
    if (isKeyInLogAlone(folder)) return folder
  }
}

async function killAfterKey(): Promise<string> {
  const folder = tempFolder()
  const served = await startServe(['--data-dir', folder])
  const { token } = JSON.parse(readFileSync(join(folder, 'winnow.lock'), 'utf8'))
  const created = await request(`${served.url}/admin/keys`, {
    headers: { authorization: `Bearer ${token}` },
    json: { name: 'last', account: 'default' },
  })
  assert.equal(created.status, 201)
  served.signal('SIGKILL')
  await served.ended
  return folder
}

const findingOf = async (folder: string) => {
  const { stdout, stderr } = await run(['doctor', '--json', '--data-dir', folder], { WINNOW_PORT: '0' })
  assert.notEqual(stdout, '', stderr)
  const findings: { check: string; ok: boolean; remedy?: string }[] = JSON.parse(stdout)
  return findings.find(({ check }) => check === 'store')!
}

describe('a service that was killed', () => {
  test('has lost nothing, and shows no warning', async () => {
    const folder = await createKilledStore()
    assert.equal((await findingOf(folder)).ok, true)
    const served = await startServe(['--data-dir', folder])
    assert.equal(served.stderr(), '')
    assert.equal(await served.stop(), 0)
    assert.match(await output(['keys', 'list', '--data-dir', folder]), /last/)
  })

  test('without its log warns of missing changes in doctor, at the start, in status and in the log file', async () => {
    const folder = await createKilledStore()
    assert.ok(existsSync(store(folder, '-wal')))
    rmSync(store(folder, '-wal'))
    const before = await findingOf(folder)
    assert.equal(before.ok, false)
    assert.match(before.remedy!, /missing/)
    const served = await startServe(['--data-dir', folder])
    assert.match(served.stderr(), /^Warning: The .*store.* missing/m)
    assert.match(await output(['status', '--data-dir', folder]), /^Warning: The .*missing/m)
    assert.equal((await findingOf(folder)).ok, false, 'doctor asks the service')
    assert.equal(await served.stop(), 0)
    assert.match(readFileSync(join(folder, 'winnow.log'), 'utf8'), /missing/)
    const again = await startServe(['--data-dir', folder])
    assert.match(again.stderr(), /missing/, 'it is told for some days')
    await again.stop()
  })
})

describe('a store', () => {
  /** Opens a store, adds an account with this name and closes it. Each call is one generation later. */
  async function storeWith(folder: string, name: string) {
    const store = openStore(folder)
    await store.accounts.ensure(name, 0, 1)
    store.close()
  }
  const warningsIn = (folder: string) => {
    const store = openStore(folder)
    const warnings = store.health.warnings()
    store.close()
    return warnings
  }

  test('that was replaced by an older copy shows a warning', async () => {
    const folder = tempFolder()
    await storeWith(folder, 'first')
    copyFileSync(store(folder), join(folder, 'copy'))
    await storeWith(folder, 'second')
    copyFileSync(join(folder, 'copy'), store(folder))
    assert.match(warningsIn(folder)[0]!, LOST_CHANGES)
  })

  test('that was replaced by another store shows a warning', async () => {
    const [folder, other] = [tempFolder(), tempFolder()]
    await storeWith(folder, 'mine')
    await storeWith(other, 'theirs')
    copyFileSync(store(other), store(folder))
    assert.match(warningsIn(folder)[0]!, /^The store is another one/)
  })

  test('that was deleted is created again, with a warning', async () => {
    const folder = tempFolder()
    await storeWith(folder, 'mine')
    rmSync(store(folder))
    assert.match(warningsIn(folder)[0]!, /^The store of this folder was gone or empty/)
  })

  test('that was moved alone to another folder shows no warning', async () => {
    const [folder, other] = [tempFolder(), tempFolder()]
    await storeWith(folder, 'mine')
    copyFileSync(store(folder), store(other))
    assert.deepEqual(warningsIn(other), [])
  })

  test('that was restored by `winnow restore` shows no warning', async () => {
    const folder = tempFolder()
    const backup = join(tempFolder(), 'backup.db')
    await storeWith(folder, 'first')
    await output(['backup', backup, '--data-dir', folder])
    await storeWith(folder, 'second')
    await output(['restore', backup, '--data-dir', folder])
    assert.deepEqual(warningsIn(folder), [])
  })
})
