// Tells whether what was built is as new as its sources. Plain JavaScript, like all that runs before the service does.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** When a file, or anything in a folder, was last changed; a folder also changes when a file is removed. */
function changedAt(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => changedAt(join(path, name))))
}

/** True where a file that was built is there and as new as all its sources, which are named from the top of the project. */
export function isFresh(built, sources) {
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs
  return builtAt !== undefined && sources.every(name => changedAt(join(root, name)) <= builtAt)
}
