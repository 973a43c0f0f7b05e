import { isObject } from '../base/is-object.ts'
import { createMeasure } from './answer.ts'
import type { JsonPath } from './json/json-path.ts'
import { readPath } from './json/json-path.ts'
import type { Json, JsonObject } from './parser-schema.ts'

/**
 * Joins lists of objects into one. Objects of different lists that agree at the path `by` become one object, in the order
 * of the first list that has them. Objects of the same list stay separate, and each gets the values of the other lists. A
 * field has the value of the first list in which it is not null. Every object has the fields of all lists and those in
 * `fields`. Objects without a key are left out. `grow` receives the number of characters of each new object.
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
  // Counted before the row is made, since the rows may exceed the bound.
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

/** An object with its key as text and its index in its list. */
interface KeyedObject {
  object: JsonObject
  key: string
  place: number
}

function groupByKey(list: JsonObject[], by: JsonPath): Map<string, KeyedObject[]> {
  const placed = list.flatMap((object, place) => {
    const key = readPath(object, by)[0] ?? null
    return key === null ? [] : [{ object, key: JSON.stringify(key), place }]
  })
  return Map.groupBy(placed, ({ key }) => key)
}

/**
 * Adds the objects of one list to the rows with their key, and returns the new rows. With several rows and several objects,
 * nothing tells which belong together, so they stay separate.
 */
function joinGroup(
  rows: JsonObject[],
  own: KeyedObject[],
  { empty, copy }: { empty: JsonObject; copy: (row: JsonObject) => JsonObject },
): { row: JsonObject; place: number }[] {
  const [only, ...others] = own
  if (rows.length > 0 && others.length === 0) {
    for (const row of rows) fillRow(row, only!.object)
    return []
  }
  const start = rows.length === 1 ? { ...rows[0]! } : empty
  if (rows.length === 1) fillRow(rows[0]!, only!.object)
  const remaining = rows.length === 1 ? others : own
  return remaining.map(({ object, place }) => ({ row: fillRow(copy(start), object), place }))
}

function fillRow(row: JsonObject, object: JsonObject): JsonObject {
  for (const [field, value] of Object.entries(object)) row[field] ??= value
  return row
}
