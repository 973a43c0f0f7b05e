import { type JsonPath, parsePath, readPath } from './json/json-path.ts'
import type { Json, JsonObject, RuleObject } from './parser-schema.ts'
import { type Condition, compileCondition } from './values/conditions.ts'
import { compareValues } from './values/list-transforms.ts'

/** What becomes of the items of a list. */
export interface Arrangement {
  /** Which items stay. */
  where: Condition | null
  /** What makes two items the same; null keeps all. */
  keyOf: ((item: Json) => string) | null
  compare: ((a: Json, b: Json) => number) | null
  /** What the list becomes in the end; null: it stays a list. */
  shape: ((items: Json[]) => JsonObject) | null
  limit: number
  least: number
  most: number
}

/** Throws an Error that says what is wrong. */
export function compileArrangement(rule: RuleObject): Arrangement {
  return {
    where: rule.where === undefined ? null : compileWhere(rule.where, givesObjects(rule)),
    keyOf: rule.unique_by === undefined ? null : keyBy(rule.unique_by),
    compare: rule.sort_by === undefined ? null : orderBy(rule.sort_by),
    shape: shapeOf(rule),
    limit: rule.limit ?? Number.POSITIVE_INFINITY,
    least: rule.min_items ?? 0,
    most: rule.max_items ?? Number.POSITIVE_INFINITY,
  }
}

const givesObjects = ({ fields, zip, any }: RuleObject) => (fields ?? zip ?? any) !== undefined

/** Of objects a condition for each field, by its path; of anything else one condition. */
export function compileWhere(where: unknown, ofObjects: boolean): Condition {
  if (!ofObjects) return compileCondition(where)
  const entries = where !== null && typeof where === 'object' ? Object.entries(where) : []
  const tests = entries.map(([name, condition]) => ({
    path: pathOf(name),
    holds: compileCondition(condition),
  }))
  return item => tests.every(({ path, holds }) => holds(at(item, path)))
}

function pathOf(name: string): JsonPath {
  const path = parsePath(name)
  if (!path) throw new Error(`${JSON.stringify(name)} is not a path.`)
  return path
}

const at = (item: Json, path: JsonPath): Json => readPath(item, path)[0] ?? null

function shapeOf({ group_by, entries }: RuleObject): Arrangement['shape'] {
  if (group_by !== undefined) return grouped(pathOf(group_by))
  return entries === undefined ? null : entriesOf(pathOf(entries[0]), pathOf(entries[1]))
}

/** A text for any value; null is nameless. */
const nameOf = (value: Json): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)

const grouped = (path: JsonPath) => (items: Json[]) =>
  Object.fromEntries(Map.groupBy(items, item => nameOf(at(item, path)))) as JsonObject

/** What has no name is no entry; of several by one name, the first is. */
const entriesOf = (name: JsonPath, value: JsonPath) => (items: Json[]) =>
  Object.fromEntries(
    items
      .filter(item => at(item, name) !== null)
      .map(item => [nameOf(at(item, name)), at(item, value)] as const)
      .reverse(),
  )

/** Names of fields, or `true` for the whole item. */
function keyBy(names: string | string[] | true): (item: Json) => string {
  const paths = names === true ? [[]] : [names].flat().map(pathOf)
  return item => JSON.stringify(paths.map(path => at(item, path)))
}

/** A field, with a minus in front from the largest down; `""` is the item itself. */
function orderBy(name: string): (a: Json, b: Json) => number {
  const isDown = name.startsWith('-')
  const path = pathOf(isDown ? name.slice(1) : name)
  return (a, b) => {
    const [left, right] = [at(a, path), at(b, path)]
    const isFlipped = isDown && left !== null && right !== null
    return isFlipped ? compareValues(right, left) : compareValues(left, right)
  }
}

/** The items in the order that is asked for, so many at most. */
export function sorted<T extends { value: Json }>(items: T[], { compare, limit }: Arrangement): T[] {
  const inOrder = compare ? items.toSorted((a, b) => compare(a.value, b.value)) : items
  return limit < inOrder.length ? inOrder.slice(0, limit) : inOrder
}
