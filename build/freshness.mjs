// Checks whether build output is up to date. Plain JavaScript, like everything that runs before the service.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns when a file, or anything in a folder, was last changed. Removing a file changes its folder too. */
function changedAt(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => changedAt(join(path, name))))
}

/** True if a built file exists and is newer than all its sources, which are relative to the project root. */
export function isFresh(built, sources) {
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs
  return builtAt !== undefined && sources.every(name => changedAt(join(root, name)) <= builtAt)
}
