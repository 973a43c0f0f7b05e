import { isObject } from '../base/is-object.ts'
import { createMeasure } from './answer.ts'
import type { JsonPath } from './json/json-path.ts'
import { readPath } from './json/json-path.ts'
import type { Json, JsonObject } from './parser-schema.ts'

/**
 * Lists of objects as one: those that agree at a path become one object, in the order of the first list that has them. A
 * field is that of the first list in which it is not null; every object has the fields of all lists, those in `fields` too:
 * `grow` receives the number of characters of each. What has no key is left out.
 */
export function joinRows(
  lists: Json[],
  by: JsonPath,
  fields: string[],
  grow: (characters: number) => void,
): JsonObject[] {
  const rows = new Map<string, JsonObject>()
  const objects = lists.map(list => (Array.isArray(list) ? list.filter(isObject<JsonObject>) : []))
  const names = new Set([...fields, ...objects.flat().flatMap(object => Object.keys(object))])
  const empty = Object.fromEntries([...names].map(name => [name, null]))
  const size = createMeasure()(empty).size
  for (const object of objects.flat()) {
    const key = readPath(object, by)[0] ?? null
    if (key === null) continue
    const name = JSON.stringify(key)
    const known = rows.get(name)
    if (!known) grow(size)
    const row = known ?? { ...empty }
    for (const [field, value] of Object.entries(object)) row[field] ??= value
    rows.set(name, row)
  }
  return [...rows.values()]
}
