import type { Column } from '../store/databases/databases.ts'
import { valueIn } from '../store/databases/row-data.ts'
import { keyOf } from '../store/databases/row-diff.ts'
import { type Definition, hasNewKey, type NewKeys, type RowToFit } from '../store/databases/schema.ts'
import { faultOf } from './row-reader.ts'

/** Why rows do not fit a changed definition, how many they are, and some examples. */
export interface Clash {
  column: string
  problem: string
  rows: number
  examples: { row_id: string; value: unknown }[]
}

/** A row that does not fit, and why. */
interface Finding {
  column: string
  problem: string
  row: RowToFit
  value: unknown
  /** Whether it is the first of several rows with the same key, which is found again with each of the others. */
  isHolder?: boolean
}

const MAX_EXAMPLES = 3

/** Whether every value that fits the old column also fits the new one. */
const isWider = (old: Column | undefined, changed: Column) =>
  old !== undefined &&
  (old.nullable ? changed.nullable : true) &&
  (old.type === changed.type ||
    changed.type === 'json' ||
    (old.type === 'integer' && changed.type === 'number'))

/**
 * Returns the columns that are new, or narrower than before. Rows may still hold values of a column that was removed
 * earlier, so that new columns are checked too.
 */
export function narrowedColumns(before: Definition, after: Definition): Column[] {
  const old = new Map(before.columns.map(column => [column.name, column]))
  return after.columns.filter(changed => !isWider(old.get(changed.name), changed))
}

/** Whether existing rows may not fit. */
export const mayClash = (before: Definition, after: Definition): boolean =>
  hasNewKey(before, after) || narrowedColumns(before, after).length > 0

/**
 * Returns a function that checks a row, for use inside a transaction: it returns why the row does not fit, or gives it its
 * new key.
 */
export function createFit(
  before: Definition,
  after: Definition,
  keys: NewKeys,
): (row: RowToFit) => Finding[] {
  const columns = narrowedColumns(before, after).map(column => ({ column, problem: problemOf(column) }))
  const assignKey = hasNewKey(before, after) ? createKeyAssigner(after.primary_key, keys) : () => []
  return row => [
    ...columns.flatMap(({ column, problem }) => {
      const value = valueIn(row.data, column.name)
      return faultOf(column, value, false) ? [{ column: column.name, problem, row, value }] : []
    }),
    ...assignKey(row),
  ]
}

const problemOf = ({ nullable, type }: Column) =>
  `Values must be ${nullable ? '' : 'not null and '}of type ${type}.`

const DUPLICATE_KEY = 'Several rows have the same primary key.'

function createKeyAssigner(primaryKey: readonly string[], keys: NewKeys): (row: RowToFit) => Finding[] {
  const column = primaryKey.join(', ')
  const valuesOf = ({ data }: RowToFit) => primaryKey.map(name => valueIn(data, name))
  const finding = (problem: string, row: RowToFit) => ({ column, problem, row, value: valuesOf(row) })
  return row => {
    if (valuesOf(row).includes(null)) return [finding('Values of the primary key must not be null.', row)]
    const key = keyOf(primaryKey, row.data)!
    const holder = keys.holder(key)
    if (holder?.seq === row.seq) return []
    if (holder && keyOf(primaryKey, holder.data) === key)
      return [{ ...finding(DUPLICATE_KEY, holder), isHolder: true }, finding(DUPLICATE_KEY, row)]
    if (holder) keys.takeBack(holder.seq)
    keys.give(row.seq, key)
    return []
  }
}

/** Counts findings by column and problem. */
export function createTally() {
  const clashes = new Map<string, Clash>()
  const holders = new Set<number>()
  return {
    add(findings: readonly Finding[]): void {
      for (const { column, problem, row, value, isHolder } of findings) {
        if (isHolder && holders.has(row.seq)) continue
        if (isHolder) holders.add(row.seq)
        const name = `${column} ${problem}`
        const clash = clashes.get(name) ?? { column, problem, rows: 0, examples: [] }
        clashes.set(name, clash)
        clash.rows++
        if (clash.examples.length < MAX_EXAMPLES) clash.examples.push({ row_id: row.id, value })
      }
    },
    clashes: (): Clash[] => [...clashes.values()],
  }
}
