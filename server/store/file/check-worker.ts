import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { missingTables } from './compare-schema.ts'
import { isDamage } from './disk-errors.ts'

/** How many lines the report on a damaged file has at most. */
const MAX_LINES = 20

/** Checks a whole file that no service has open. Returns a line per damage. */
function findDamage(file: string): string[] {
  try {
    const db = new Database(file, { fileMustExist: true })
    try {
      const found = db.prepare(`PRAGMA quick_check(${MAX_LINES})`).pluck().all() as string[]
      const damage = found.filter(line => line !== 'ok').flatMap(line => line.split('\n'))
      return damage.length ? damage : missingTables(db).map(table => `the table ${table} is missing`)
    } finally {
      db.close()
    }
  } catch (error) {
    if (isDamage(error)) return [(error as Error).message]
    throw error
  }
}

parentPort!.postMessage(findDamage(workerData as string))
