import { csvText } from '../../lib/csv-text.ts'
import { isPicture } from '../picture-address.ts'
import { childrenOf, isParent, pathText, type Step } from './json-path.ts'

/** A list in an answer that can be shown as a table. */
export interface TableHead {
  path: string
  count: number
  columns: Column[]
}

export interface Column {
  name: string
  /** Whether all values are numbers or null. */
  numeric: boolean
  /** Whether some of the first values are pictures. */
  picture: boolean
  /** The length of the longest text in the first rows. */
  width: number
}

const LOOKED_AT = 100
const MOST_COLUMNS = 60
const SHOWN_CHARS = 200
/** Picture addresses are long, and useless if they are cut. */
const ADDRESS_CHARS = 4_000
/** The maximum depth at which lists are found: `data`, `pagination.rows`. */
const DEPTH = 3

interface Table extends TableHead {
  rows: unknown[]
}

/**
 * Finds the lists of an answer that can be shown as tables, longest first. Nested objects of a row become columns:
 * `author.name`.
 */
export function createTables(value: unknown) {
  const tables = listsIn(value, [])
    .map(tableOf)
    .sort((a, b) => b.count - a.count)
  const cell = (row: unknown, { name, picture }: Column) =>
    cellText(flat(row).get(name), picture ? ADDRESS_CHARS : SHOWN_CHARS)
  return {
    heads: (): TableHead[] => tables.map(({ rows: _, ...head }) => head),
    rows: (table: number, from: number, to: number): string[][] => {
      const { rows, columns } = tables[table]!
      return rows.slice(from, to).map(row => columns.map(column => cell(row, column)))
    },
    /** The whole table as CSV. */
    csv(table: number): string {
      const { rows, columns } = tables[table]!
      const lines = rows.map(row => {
        const cells = flat(row)
        return columns.map(({ name }) => cellText(cells.get(name), Number.POSITIVE_INFINITY))
      })
      return csvText([columns.map(({ name }) => name), ...lines])
    },
  }
}

function listsIn(value: unknown, path: Step[]): { path: Step[]; rows: unknown[] }[] {
  if (Array.isArray(value)) return value.some(isParent) || !path.length ? [{ path, rows: value }] : []
  if (path.length >= DEPTH) return []
  return childrenOf(value).flatMap(([step, child]) => listsIn(child, [...path, step]))
}

function tableOf({ path, rows }: { path: Step[]; rows: unknown[] }): Table {
  const looked = rows.slice(0, LOOKED_AT).map(row => flat(row))
  const names = [...new Set(looked.flatMap(row => [...row.keys()]))].slice(0, MOST_COLUMNS)
  return {
    path: pathText(path),
    count: rows.length,
    rows,
    columns: names.map(name => columnOf(name, looked)),
  }
}

function columnOf(name: string, rows: Map<string, unknown>[]): Column {
  const values = rows.map(row => row.get(name)).filter(value => value !== undefined && value !== null)
  return {
    name,
    numeric: values.length > 0 && values.every(value => typeof value === 'number'),
    picture: values.some(value => typeof value === 'string' && isPicture(name, value)),
    width: Math.max(name.length, ...values.map(value => cellText(value).length)),
  }
}

/** Returns the fields of a row, nested ones by path. A row that is not an object becomes a single field. */
function flat(row: unknown, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
  if (!isParent(row) || Array.isArray(row)) return into.set(prefix || 'value', row)
  for (const [name, value] of Object.entries(row)) {
    const path = prefix ? `${prefix}.${name}` : name
    if (isParent(value) && !Array.isArray(value)) flat(value, path, into)
    else into.set(path, value)
  }
  return into
}

function cellText(value: unknown, most = SHOWN_CHARS): string {
  if (value === undefined || value === null) return ''
  const text = isParent(value) ? JSON.stringify(value) : String(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}
