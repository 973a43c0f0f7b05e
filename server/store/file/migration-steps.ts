import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../migrations/', import.meta.url))

/**
 * One step of migration. Once it is merged, its text never changes: `migrations/checksums.txt` holds the checksum of each.
 */
export interface MigrationStep {
  number: number
  name: string
  sql: string
  checksum: string
}

/** Returns the SHA-256 of a step's text; CRLF and LF line ends give the same sum. */
export const checksumOf = (sql: string): string =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')

function readStep(name: string): MigrationStep {
  const sql = readFileSync(join(folder, name), 'utf8')
  return { number: Number.parseInt(name, 10), name, sql, checksum: checksumOf(sql) }
}

let cachedSteps: MigrationStep[] | undefined

/** Returns all steps in order. */
export function allSteps(): MigrationStep[] {
  cachedSteps ??= readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(readStep)
  return cachedSteps
}

/** Returns the version that this Winnow writes: the number of its last step. */
export const latestVersion = (): number => allSteps().at(-1)!.number
