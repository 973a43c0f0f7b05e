import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { differencesOf } from './compare-schema.ts'
import { copyAtOnce } from './copy-at-once.ts'
import { allSteps, latestVersion, type MigrationStep } from './migration-steps.ts'
import { inferAppliedSteps, repairOlder } from './older-stores.ts'
import { isOurs, markAsOurs, withTemporaryFiles } from './open-database.ts'

const MAX_COPIES = 3

type Db = Database.Database
/** The checksum of each applied step by its number, of the text with which it was applied; null if that is not known. */
type AppliedSteps = Map<number, string | null>

const versionOf = (db: Db) => db.pragma('user_version', { simple: true }) as number

const hasStepTable = (db: Db) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'applied_steps'").get() !== undefined

function appliedSteps(db: Db, version: number): AppliedSteps {
  if (!hasStepTable(db)) return new Map(inferAppliedSteps(db, version).map(number => [number, null]))
  const rows = db.prepare<[], [number, string | null]>('SELECT number, checksum FROM applied_steps')
  return new Map(rows.raw().all() as [number, string | null][])
}

const holdsTables = (db: Db) => db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined

/** Returns why a file cannot be the store of this Winnow: another program or a newer Winnow wrote it. Null if it can. */
export function refusalOf(db: Db): string | null {
  const version = versionOf(db)
  if ((version > 0 || holdsTables(db)) && !isOurs(db)) return `${db.name} is not a store of Winnow.`
  if (version > latestVersion())
    return `This data folder was written by a newer Winnow (version ${version}, this one knows ${latestVersion()}).`
  return null
}

/**
 * Brings the store to the newest version: applies all steps or none. A store with content is copied first
 * (`backups/winnow-v<from>-<time>.db`, the last three are kept). Calls `tryOut` before the steps count: if it throws, the
 * store stays as it was. Throws for a store of a newer Winnow or of another program. Returns how the store differs from a
 * new one.
 */
export function migrate(db: Db, dataDir: string, now: Date, tryOut: () => void = () => {}): string[] {
  const from = versionOf(db)
  const refusal = refusalOf(db)
  if (refusal) throw new Error(refusal)
  const applied = appliedSteps(db, from)
  const missing = allSteps().filter(({ number }) => !applied.has(number))
  if (!missing.length) return examine(db, applied)
  const copy =
    from > 0
      ? copyFirst(db, join(dataDir, 'backups'), `winnow-v${from}-${now.toISOString().replaceAll(':', '')}.db`)
      : null
  const upgradeNow = () => upgrade(db, missing, applied, tryOut)
  try {
    return copy ? withTemporaryFiles(db, upgradeNow) : upgradeNow()
  } catch (error) {
    throw copy ? notUpgraded(error as Error, from, copy) : error
  }
}

/** Upgrades in one transaction, so that a store is never left between two versions. */
function upgrade(db: Db, missing: MigrationStep[], applied: AppliedSteps, tryOut: () => void): string[] {
  return db.transaction(() => {
    markAsOurs(db)
    if (!hasStepTable(db)) repairOlder(db)
    for (const step of missing) {
      applyStep(db, step)
      applied.set(step.number, step.checksum)
    }
    recordSteps(db, applied)
    db.pragma(`user_version = ${latestVersion()}`)
    tryOut()
    return examine(db, applied)
  })()
}

function applyStep(db: Db, { name, sql }: MigrationStep) {
  try {
    db.exec(sql)
  } catch (cause) {
    throw new Error(`${(cause as Error).message} (in ${name})`, { cause })
  }
}

function recordSteps(db: Db, applied: AppliedSteps) {
  const keep = db.prepare('INSERT OR REPLACE INTO applied_steps VALUES (?, ?, ?)')
  for (const { number, name } of allSteps())
    if (applied.has(number)) keep.run(number, name, applied.get(number) ?? null)
}

/**
 * A step that was applied with a different text may have had the same effect. If the store does not differ from a new one,
 * the checksum becomes the current one.
 */
function examine(db: Db, applied: AppliedSteps): string[] {
  const others = allSteps().filter(({ number, checksum }) => applied.get(number) !== checksum)
  const differences = others.length ? differencesOf(db) : []
  if (others.length && !differences.length)
    recordSteps(db, new Map(others.map(({ number, checksum }) => [number, checksum])))
  return differences
}

const notUpgraded = (cause: Error, from: number, copy: string) =>
  new Error(
    `The store could not be upgraded from version ${from}: ${cause.message}. It is as it was before. ` +
      `Start the Winnow that wrote it, and report this; a copy of the store is ${copy}.`,
    { cause },
  )

function copyFirst(db: Db, backups: string, name: string): string {
  const copy = join(backups, name)
  copyAtOnce(db, copy)
  const copies = readdirSync(backups).filter(file => /^winnow-v\d+-.*\.db$/.test(file))
  const byTime = copies.sort((a, b) => (a.replace(/^.*?-v\d+-/, '') < b.replace(/^.*?-v\d+-/, '') ? -1 : 1))
  for (const old of byTime.slice(0, -MAX_COPIES)) rmSync(join(backups, old))
  return copy
}
