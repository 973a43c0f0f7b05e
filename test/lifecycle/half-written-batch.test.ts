import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { startKillableService } from './support/killable-service.ts'

const ITEMS = 10_000
const BIRTH = 20_000
/** The size of the log in bytes at which it contains several slices of items, but far from all. */
const WRITTEN = 500_000

/** On a busy machine, everything may be written before the kill. The test is then repeated with another store. */
const ATTEMPTS = 5

/** Kills a service while it writes a batch. Returns how many items were written by then. */
async function killWhileWriting() {
  const folder = tempFolder()
  const mortal = await startKillableService(folder, { 'birth-credits': BIRTH })
  const parser = await mortal.call('/v1/parsers', { name: 'p', schema: { fields: { title: 'h1' } } })
  const items = Array.from({ length: ITEMS }, (_, i) => ({ input: { url: `http://winnow.invalid/${i}` } }))

  const log = join(folder, 'winnow.db-wal')
  const before = statSync(log).size
  const answer = mortal.call('/v1/batches', { target: { parser_id: parser.id }, items }).catch(() => null)
  while (statSync(log).size < before + WRITTEN) await sleep(1)
  await mortal.kill()
  return { folder, mortal, answer: await answer, written: countOf(folder, 'job_specs') }
}

async function killHalfWay() {
  let killed = await killWhileWriting()
  for (let attemptsLeft = ATTEMPTS - 1; attemptsLeft && killed.written === ITEMS; attemptsLeft--)
    killed = await killWhileWriting()
  return killed
}

test('a batch that `kill -9` leaves half written is invisible and free, and its items are removed', async () => {
  const { folder, mortal, answer, written } = await killHalfWay()
  assert.equal(answer, null)
  assert.equal(countOf(folder, "batches WHERE account_id = ''"), 1)
  assert.ok(written > 0 && written < ITEMS, `${written} items were written`)

  await mortal.start()
  assert.deepEqual((await mortal.call('/v1/batches')).data, [])
  assert.deepEqual((await mortal.call('/v1/jobs')).data, [])
  const { creditBalance, held } = await mortal.call('/v1/credits')
  assert.deepEqual([creditBalance, held], [BIRTH, 0])
  await mortal.stop()
  await sweepBatches(folder)
  assert.equal(countOf(folder, 'job_specs'), 0)
  assert.equal(countOf(folder, 'batches'), 0)
})

/** Does what a sweep does, which the stop may have broken off. */
async function sweepBatches(folder: string) {
  const store = openStore(folder)
  await store.batches.expire(0)
  store.close()
}

function countOf(folder: string, table: string): number {
  const db = new Database(databaseFile(folder))
  const { count } = db.prepare<[], { count: number }>(`SELECT count(*) AS count FROM ${table}`).get()!
  db.close()
  return count
}
