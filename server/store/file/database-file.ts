import { statSync } from 'node:fs'
import { join } from 'node:path'

/** The name of the store's file, without the suffixes of its logs. Apart from SQLite, so that commands can look for it quickly. */
export const DATABASE_FILE = 'winnow.db'

/** Returns the path of the store's file in a data folder. */
export const databaseFile = (dataDir: string) => join(dataDir, DATABASE_FILE)

/** Throws if a folder has the name of the store's file, which SQLite reports like a missing permission. */
export function checkIsFile(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isDirectory()) return
  throw new Error(
    `${file} is a folder, where the store would be. Move it, or choose another data folder with --data-dir.`,
  )
}
