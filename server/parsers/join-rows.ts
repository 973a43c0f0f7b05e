import { isObject } from '../base/is-object.ts'
import { createMeasure } from './answer.ts'
import type { JsonPath } from './json/json-path.ts'
import { readPath } from './json/json-path.ts'
import type { Json, JsonObject } from './parser-schema.ts'

/**
 * Lists of objects as one: those of several lists that agree at a path become one object, in the order of the first list that
 * has them; those of one list stay apart, each with what the other lists say. A field is that of the first list in which
 * it is not null; every object has the fields of all lists, those in `fields` too: `grow` receives the number of characters of
 * each. What has no key is left out.
 */
export function joinRows(
  lists: Json[],
  by: JsonPath,
  fields: string[],
  grow: (characters: number) => void,
): JsonObject[] {
  const objects = lists.map(list => (Array.isArray(list) ? list.filter(isObject<JsonObject>) : []))
  const names = new Set([...fields, ...objects.flat().flatMap(object => Object.keys(object))])
  const empty = Object.fromEntries([...names].map(name => [name, null]))
  const { size } = createMeasure()(empty)
  // Counted before the row is made, since there may be more than fit.
  const copy = (row: JsonObject): JsonObject => {
    grow(size)
    return { ...row }
  }
  const joined: JsonObject[] = []
  const rowsOf = new Map<string, JsonObject[]>()
  for (const list of objects) {
    const added = [...groupByKey(list, by)].flatMap(([key, own]) =>
      joinGroup(rowsOf.get(key) ?? [], own, { empty, copy }).map(row => ({ key, ...row })),
    )
    for (const { key, row } of added.sort((a, b) => a.place - b.place)) {
      joined.push(row)
      const known = rowsOf.get(key)
      if (known) known.push(row)
      else rowsOf.set(key, [row])
    }
  }
  return joined
}

/** An object, its key as text, and its place in its list. */
interface Placed {
  object: JsonObject
  key: string
  place: number
}

function groupByKey(list: JsonObject[], by: JsonPath): Map<string, Placed[]> {
  const placed = list.flatMap((object, place) => {
    const key = readPath(object, by)[0] ?? null
    return key === null ? [] : [{ object, key: JSON.stringify(key), place }]
  })
  return Map.groupBy(placed, ({ key }) => key)
}

/**
 * Adds what objects of one list say to the rows with their key, and returns the rows that are new. Of several rows and several
 * objects, nothing tells which belong together: these stay apart.
 */
function joinGroup(
  rows: JsonObject[],
  own: Placed[],
  { empty, copy }: { empty: JsonObject; copy: (row: JsonObject) => JsonObject },
): { row: JsonObject; place: number }[] {
  const [only, ...others] = own
  if (rows.length > 0 && others.length === 0) {
    for (const row of rows) fillRow(row, only!.object)
    return []
  }
  const start = rows.length === 1 ? { ...rows[0]! } : empty
  if (rows.length === 1) fillRow(rows[0]!, only!.object)
  const left = rows.length === 1 ? others : own
  return left.map(({ object, place }) => ({ row: fillRow(copy(start), object), place }))
}

function fillRow(row: JsonObject, object: JsonObject): JsonObject {
  for (const [field, value] of Object.entries(object)) row[field] ??= value
  return row
}
