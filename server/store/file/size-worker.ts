import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/**
 * Returns the bytes of each table with its indexes, in a file that no service has open. Reads every page of the file once.
 */
function sizesOf(file: string): Record<string, number> {
  const db = new Database(file, { fileMustExist: true, readonly: true })
  try {
    const rows = db
      .prepare(
        `SELECT coalesce(tbl_name, dbstat.name), sum(pgsize) FROM dbstat
        LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name WHERE aggregate = TRUE GROUP BY 1`,
      )
      .raw()
      .all() as [table: string, bytes: number][]
    return Object.fromEntries(rows)
  } finally {
    db.close()
  }
}

parentPort!.postMessage(sizesOf(workerData as string))
