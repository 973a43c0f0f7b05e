import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type Database from 'better-sqlite3'
import { isOurs, markAsOurs } from './open-database.ts'
import { createPrivateFile } from './private-file.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))
const KEPT_COPIES = 3

const steps = () =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()

const versionOf = (db: Database.Database) => db.pragma('user_version', { simple: true }) as number

/** The version that this Winnow writes: the number of its migrations. */
export const latestVersion = () => steps().length

/**
 * Brings the store to the newest version, one transaction a step. A store with content is copied first
 * (`backups/winnow-v<from>-<time>.db`, the last three kept). A store of a newer Winnow, or of another program, is refused.
 */
export function migrate(db: Database.Database, dataDir: string, now: Date): void {
  const from = versionOf(db)
  const all = steps()
  if (from > 0 && !isOurs(db)) throw new Error(`${db.name} is not a store of Winnow.`)
  if (from > all.length)
    throw new Error(
      `This data folder was written by a newer Winnow (version ${from}, this one knows ${all.length}).`,
    )
  if (from === all.length) return
  if (from > 0)
    copyFirst(db, join(dataDir, 'backups'), `winnow-v${from}-${now.toISOString().replaceAll(':', '')}.db`)
  markAsOurs(db)
  all.slice(from).forEach((name, i) => {
    db.transaction(() => {
      db.exec(readFileSync(join(folder, name), 'utf8'))
      db.pragma(`user_version = ${from + i + 1}`)
    })()
  })
}

function copyFirst(db: Database.Database, backups: string, name: string) {
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  createPrivateFile(join(backups, name))
  db.prepare('VACUUM INTO ?').run(join(backups, name))
  const copies = readdirSync(backups).filter(file => /^winnow-v\d+-.*\.db$/.test(file))
  const byTime = copies.sort((a, b) => (a.replace(/^.*?-v\d+-/, '') < b.replace(/^.*?-v\d+-/, '') ? -1 : 1))
  for (const old of byTime.slice(0, -KEPT_COPIES)) rmSync(join(backups, old))
}
