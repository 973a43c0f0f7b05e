import assert from 'node:assert/strict'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { test } from 'node:test'
import { openStore } from '../../server/store/open-store.ts'
import { newStoredJob } from '../jobs/support/stored-job.ts'
import { tempFolder } from '../support/temp-folder.ts'

const OPEN_FILES = '/proc/self/fd'
const skip = existsSync(OPEN_FILES) ? false : 'this system does not tell which files a process has open'

/** Files of this process that are open and have no name any more, as SQLite's temporary ones. */
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

test('a statement of many rows leaves no file behind that later ones are written into', {
  skip,
}, async () => {
  const before = namelessFiles()
  const store = openStore(tempFolder())
  const { id: account } = await store.accounts.ensure('default', 0, 0)
  const writeJobs = async () => {
    const jobs = Array.from({ length: 2_000 }, () => newStoredJob(0, { price: 1, reserved: 1 }))
    const made = store.jobs.prepareAll(account, jobs, 0)
    await store.write(() => made.open(made.write()))
  }
  // What undoes a statement are pages as they were before, so that it takes some.
  await writeJobs()
  await writeJobs()
  const rows = await store.jobQueue.claim(account, () => 2_000, 0, 100)
  assert.ok(rows.length > 0)
  const left = namelessFiles().filter(name => !before.includes(name))
  store.close()
  assert.deepEqual(left, [])
})
