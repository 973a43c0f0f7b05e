import type { Column } from './databases.ts'
import { type FieldChanges, type RowData, valueIn } from './row-data.ts'

/** Returns the primary key of a row as one text; null in a database without a primary key. */
export const keyOf = (primaryKey: readonly string[], data: RowData): string | null =>
  primaryKey.length ? JSON.stringify(primaryKey.map(name => valueIn(data, name))) : null

/** Returns the differences between two states of a row by column; objects and lists are compared as a whole. */
export function diffOf(columns: readonly Column[], before: RowData, after: RowData): FieldChanges {
  const fields: FieldChanges = {}
  for (const { name } of columns) {
    const from = valueIn(before, name)
    const to = valueIn(after, name)
    if (!isSame(from, to)) fields[name] = { from, to }
  }
  return fields
}

/** Compares values deeply. The order of an object's keys is ignored. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  const [left, right] = [a, b] as [Record<string, unknown>, Record<string, unknown>]
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && isSame(left[key], right[key]))
  )
}
