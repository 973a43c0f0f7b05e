import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import zlib from 'node:zlib'
import { createThreadPool } from '../../server/base/thread-pool.ts'
import type { ParseResult } from '../../server/parsers/parse-result.ts'
import { packJobPage } from '../../server/threads/pack-job-page.ts'
import { tempFolder } from '../support/temp-folder.ts'

const TOO_MANY = /too many open files/

/** Sets how many files this process may have open. Returns whether that is possible here. */
const limitFiles = (most: number) =>
  spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${most}:`]).status === 0

/** Runs something while this process can open no further file. */
async function withoutFurtherFiles(work: () => Promise<unknown>) {
  const opened: number[] = []
  try {
    for (;;) opened.push(openSync('/dev/null', 'r'))
  } catch {}
  await work().finally(() => opened.forEach(closeSync))
}

describe('a process with too many open files', {
  skip: !limitFiles(256) && 'the number of open files cannot be limited here',
}, () => {
  test('starts its threads once there are fewer', async () => {
    const filename = join(tempFolder(), 'worker.mjs')
    writeFileSync(filename, 'export default () => 7')
    const pool = createThreadPool({ filename, most: 1, resourceLimits: {} })
    await withoutFurtherFiles(async () => {
      await assert.rejects(pool.run({}), TOO_MANY)
      await pool.close()
    })
    assert.equal(await pool.run({}), 7)
    await pool.close()
  })

  test('packs pages of jobs once there are fewer', async () => {
    const result: ParseResult = { data: { title: 'Kettle' }, nulls: [], fields: {}, kind: 0, size: 18 }
    const pack = () => packJobPage({ bytes: Buffer.from('<h1>Kettle</h1>') }, result)
    await withoutFurtherFiles(() => assert.rejects(pack(), TOO_MANY))
    assert.equal(zlib.zstdDecompressSync((await pack()).packedPage).toString(), '<h1>Kettle</h1>')
  })
})
