import { isObject } from '../base/is-object.ts'
import { type JsonPath, parsePath, readPath } from './json/json-path.ts'
import type { Json, JsonObject, RuleObject } from './parser-schema.ts'
import { type Condition, compileCondition } from './values/conditions.ts'
import { compareValues } from './values/list-transforms.ts'

/** How the items of a list are filtered, sorted and shaped. */
export interface Arrangement {
  /** Which items are kept. */
  where: Condition | null
  /** The key by which duplicates are recognized; null keeps all items. */
  keyOf: ((item: Json) => string) | null
  compare: ((a: Json, b: Json) => number) | null
  /** Makes an object of the finished list; null leaves it a list. */
  shape: ((items: Json[]) => JsonObject) | null
  limit: number
  least: number
  most: number
}

/** Compiles the list keys of a rule. Throws an Error that says what is wrong. */
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

/** Compiles `where`: for objects, a condition for each field, by its path; for other values, a single condition. */
export function compileWhere(where: unknown, ofObjects: boolean): Condition {
  if (!ofObjects) return compileCondition(where)
  if (!isObject(where)) throw new Error('It is an object of conditions by field: {"price": {"min": 10}}.')
  const tests = Object.entries(where).map(([name, condition]) => ({
    path: pathOf(name),
    holds: compileCondition(condition),
  }))
  return item => tests.every(({ path, holds }) => holds(valueAt(item, path)))
}

function pathOf(name: string): JsonPath {
  const path = parsePath(name)
  if (!path) throw new Error(`${JSON.stringify(name)} is not a path.`)
  return path
}

const valueAt = (item: Json, path: JsonPath): Json => readPath(item, path)[0] ?? null

function shapeOf({ group_by, entries }: RuleObject): Arrangement['shape'] {
  if (group_by !== undefined) return groupItems(pathOf(group_by))
  return entries === undefined ? null : entriesOf(pathOf(entries[0]), pathOf(entries[1]))
}

/** The name of an entry or a group: the text itself, any other value as JSON. Null becomes an empty name. */
const nameOf = (value: Json): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)

const groupItems = (path: JsonPath) => (items: Json[]) =>
  Object.fromEntries(Map.groupBy(items, item => nameOf(valueAt(item, path)))) as JsonObject

/** Items without a name are left out. If several have the same name, the first is taken. */
const entriesOf = (name: JsonPath, value: JsonPath) => (items: Json[]) =>
  Object.fromEntries(
    items
      .filter(item => valueAt(item, name) !== null)
      .map(item => [nameOf(valueAt(item, name)), valueAt(item, value)] as const)
      .reverse(),
  )

/** `names` are names of fields; `true` compares the whole item. */
function keyBy(names: string | string[] | true): (item: Json) => string {
  const paths = names === true ? [[]] : [names].flat().map(pathOf)
  return item => JSON.stringify(paths.map(path => valueAt(item, path)))
}

/** `name` is a field; a leading minus sorts in descending order. `""` is the item itself. */
function orderBy(name: string): (a: Json, b: Json) => number {
  const isDown = name.startsWith('-')
  const path = pathOf(isDown ? name.slice(1) : name)
  return (a, b) => {
    const [left, right] = [valueAt(a, path), valueAt(b, path)]
    const isFlipped = isDown && left !== null && right !== null
    return isFlipped ? compareValues(right, left) : compareValues(left, right)
  }
}

/** Returns the items in the order of the rule, cut to its limit. */
export function sortItems<T extends { value: Json }>(items: T[], { compare, limit }: Arrangement): T[] {
  const inOrder = compare ? items.toSorted((a, b) => compare(a.value, b.value)) : items
  return limit < inOrder.length ? inOrder.slice(0, limit) : inOrder
}
