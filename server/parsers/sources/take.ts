import { EVERY, type JsonPath, readPath } from '../json/json-path.ts'
import type { Json } from '../parser-schema.ts'
import { isBlank } from '../values/reading.ts'

/** How a rule takes what is at a path. */
export interface Take {
  path: JsonPath
  /** All items of a list, or all that `[*]` finds. */
  all: boolean
  /** Fields are read from it: of a list, that is its first item. */
  fields: boolean
}

/** From the first of several values that has something at the path. */
export function takeFromFirst(candidates: Json[], take: Take): Json[] {
  for (const value of candidates) {
    const items = takeFrom(value, take)
    if (items.length > 0) return items
  }
  return []
}

/** From all of them, one after the other. */
export function takeFromEach(candidates: Json[], take: Take): Json[] {
  return candidates.flatMap(value => takeFrom(value, take))
}

/** With `[*]` an item that lacks the rest of the path is null, so that lists stay in step. */
function takeFrom(value: Json, { path, all, fields }: Take): Json[] {
  const found = readPath(value, path)
  const first = found.find(hit => !isBlank(hit))
  if (first === undefined) return []
  if (all && path.includes(EVERY)) return found.map(hit => hit ?? null)
  if (Array.isArray(first) && (all || fields)) return all ? first : first.slice(0, 1)
  return [first]
}
