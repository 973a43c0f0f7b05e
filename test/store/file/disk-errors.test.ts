import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainDisk } from '../../../server/store/file/disk-errors.ts'

const messageFor = (code: string) => {
  const explained = explainDisk(Object.assign(new Error('disk I/O error'), { code }), '/data') as Error
  return explained.message
}

test('a store that SQLite cannot open on a full disk is reported as out of space, not as a broken drive', () => {
  assert.equal(
    messageFor('SQLITE_IOERR_SHMSIZE'),
    'The disk is full: /data (disk I/O error). Free some disk space in the data folder.',
  )
  assert.match(messageFor('SQLITE_IOERR_READ'), /still connected and works/)
})
