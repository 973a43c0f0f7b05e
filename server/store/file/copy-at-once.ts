import { readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { createPrivateFile, makeFolder } from './private-file.ts'

/** The end of the name of an unfinished copy, before that of its journal. */
export const PARTIAL = '.partial'
const PARTIAL_NAME = /\.partial(?:-journal)?$/

/** Removes what is left of copies that were cut off, as by a kill or a power cut. */
export function removePartialCopies(folder: string): void {
  for (const name of readdirSync(folder))
    if (PARTIAL_NAME.test(name)) rmSync(join(folder, name), { force: true })
}

/**
 * Copies a whole database to a file, which gets its name only when it is complete: what is named like
 * a backup is one. Only the owner of the data folder may call it, for one copy at a time in the folder of the file.
 */
export function copyAtOnce(db: Database.Database, file: string): void {
  const folder = dirname(file)
  makeFolder(folder)
  removePartialCopies(folder)
  try {
    createPrivateFile(file + PARTIAL)
    db.prepare('VACUUM INTO ?').run(file + PARTIAL)
    renameSync(file + PARTIAL, file)
  } catch (error) {
    // On a full disk, SQLite leaves behind what it has written so far.
    removePartialCopies(folder)
    throw error
  }
}
