import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type Database from 'better-sqlite3'
import { createPace, type PaceOptions } from '../pace.ts'
import { PARTIAL } from './copy-at-once.ts'
import { createPrivateFile } from './private-file.ts'

/** Pages that one step copies. */
const COPY_PACE: PaceOptions = { first: 100, fewest: 10, most: 2_000, longMs: 8 }
/**
 * Pages that may be copied but not yet flushed to the disk: SQLite waits for these at the end, and everything else with it.
 */
const MAX_UNFLUSHED = 1_000

/**
 * Copies a whole database to a new file while it is in use, in steps of a few milliseconds; a thread flushes what was
 * copied to the disk meanwhile. Throws file errors such as EEXIST, ENOENT and EACCES, and the reason of `signal`; an
 * incomplete copy is removed. The file gets its name when it is complete, since a process that is killed removes nothing.
 */
export async function copyInSteps(db: Database.Database, file: string, signal?: AbortSignal): Promise<void> {
  if (existsSync(file)) throw Object.assign(new Error(`${file} exists already.`), { code: 'EEXIST' })
  const partial = `${file}.${randomBytes(4).toString('hex')}${PARTIAL}`
  createPrivateFile(partial)
  await copyPages(db, partial, signal)
  await rename(partial, file)
}

async function copyPages(db: Database.Database, file: string, signal?: AbortSignal): Promise<void> {
  const target = await open(file, 'r+')
  const pace = createPace(COPY_PACE)
  let flushedTo = Number.POSITIVE_INFINITY
  let flushing: Promise<void> | null = null

  function flush(remaining: number): Promise<void> {
    return target
      .datasync()
      .catch(() => undefined)
      .finally(() => {
        flushedTo = remaining
        flushing = null
      })
  }

  try {
    pace.begin()
    await db.backup(file, {
      progress({ remainingPages }) {
        signal?.throwIfAborted()
        pace.end()
        const isBehind = flushedTo - remainingPages > MAX_UNFLUSHED
        if (isBehind) flushing ??= flush(remainingPages)
        const pages = pace.begin()
        // The last pages wait until those before them are flushed.
        return flushing && remainingPages <= pages ? 0 : pages
      },
    })
  } catch (error) {
    await flushing
    for (const suffix of ['', '-journal', '-wal']) await rm(file + suffix, { force: true })
    throw error
  } finally {
    await flushing
    await target.close()
  }
}
