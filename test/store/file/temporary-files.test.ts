import assert from 'node:assert/strict'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { test } from 'node:test'
import { openStore } from '../../../server/store/open-store.ts'
import { storedJobs } from '../../jobs/support/stored-job.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const OPEN_FILES = '/proc/self/fd'
const skip = existsSync(OPEN_FILES) ? false : 'this system does not tell which files a process has open'

/** Open files of this process that no longer have a name, such as SQLite's temporary ones. */
function namelessFiles(): string[] {
  const links = readdirSync(OPEN_FILES).map(name => {
    try {
      return readlinkSync(`${OPEN_FILES}/${name}`)
    } catch {
      return ''
    }
  })
  return links.filter(link => link.endsWith('(deleted)'))
}

test('a statement that changes many rows leaves no temporary file open for later statements to fill', {
  skip,
}, async () => {
  const before = namelessFiles()
  const store = openStore(tempFolder())
  const { id: account } = await store.accounts.ensure('default', 0, 0)
  const writeJobs = () => storedJobs(store, account, 0, { count: 2_000, price: 1, reserved: 1 })
  // Undoing a statement only needs pages that existed before, so only the second statement has many.
  await writeJobs()
  await writeJobs()
  const rows = await store.jobQueue.claim(account, () => 2_000, 0, 100)
  assert.ok(rows.length > 0)
  const filesLeft = namelessFiles().filter(name => !before.includes(name))
  store.close()
  assert.deepEqual(filesLeft, [])
})
