import { csvText } from '../../lib/csv-text.ts'
import { isPicture } from '../picture-address.ts'
import { childrenOf, isParent, type PathStep, pathText } from './json-path.ts'

/** A list in an answer that can be shown as a table. */
export interface TableHead {
  path: string
  count: number
  columns: AnswerColumn[]
}

export interface AnswerColumn {
  name: string
  /** Whether all values are numbers or null. */
  isNumeric: boolean
  /** Whether some of the first values are pictures. */
  hasPictures: boolean
  /** The length of the longest text in the first rows. */
  width: number
}

const SAMPLE_ROWS = 100
const MAX_COLUMNS = 60
/** Spreadsheet programs open more, but each column has a cell in each row. */
const MAX_CSV_COLUMNS = 1_000
const MAX_CELL_LENGTH = 200
/** Picture addresses are long, and useless if they are cut. */
const MAX_ADDRESS_LENGTH = 4_000
/** The maximum depth at which lists are found: `data`, `pagination.rows`. */
const MAX_DEPTH = 3

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
  const cell = (row: unknown, { name, hasPictures }: AnswerColumn) =>
    cellText(flattenRow(row).get(name), hasPictures ? MAX_ADDRESS_LENGTH : MAX_CELL_LENGTH)
  return {
    heads: (): TableHead[] => tables.map(({ rows: _, ...head }) => head),
    rows: (table: number, from: number, to: number): string[][] => {
      const { rows, columns } = tables[table]!
      return rows.slice(from, to).map(row => columns.map(column => cell(row, column)))
    },
    /** The whole table as CSV, also with the columns that are not shown. */
    csv(table: number): string {
      const rows = tables[table]!.rows.map(row => flattenRow(row))
      const names = namesIn(rows, MAX_CSV_COLUMNS)
      const lines = rows.map(cells => names.map(name => cellText(cells.get(name), Number.POSITIVE_INFINITY)))
      return csvText([names, ...lines])
    },
  }
}

function listsIn(value: unknown, path: PathStep[]): { path: PathStep[]; rows: unknown[] }[] {
  if (Array.isArray(value)) return value.some(isParent) || !path.length ? [{ path, rows: value }] : []
  if (path.length >= MAX_DEPTH) return []
  return childrenOf(value).flatMap(([step, child]) => listsIn(child, [...path, step]))
}

function tableOf({ path, rows }: { path: PathStep[]; rows: unknown[] }): Table {
  const sampleRows = rows.slice(0, SAMPLE_ROWS).map(row => flattenRow(row))
  const names = namesIn(sampleRows, MAX_COLUMNS)
  return {
    path: pathText(path),
    count: rows.length,
    rows,
    columns: names.map(name => columnOf(name, sampleRows)),
  }
}

/** Returns the names of the fields of rows, the first `most`. */
function namesIn(rows: readonly Map<string, unknown>[], most: number): string[] {
  const names = new Set<string>()
  for (const row of rows) for (const name of row.keys()) if (names.size < most) names.add(name)
  return [...names]
}

function columnOf(name: string, rows: Map<string, unknown>[]): AnswerColumn {
  const values = rows.map(row => row.get(name)).filter(value => value !== undefined && value !== null)
  return {
    name,
    isNumeric: values.length > 0 && values.every(value => typeof value === 'number'),
    hasPictures: values.some(value => typeof value === 'string' && isPicture(name, value)),
    width: Math.max(name.length, ...values.map(value => cellText(value).length)),
  }
}

/** Returns the fields of a row, nested ones by path. A row that is not an object becomes a single field. */
function flattenRow(row: unknown, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
  if (!isParent(row) || Array.isArray(row)) return into.set(prefix || 'value', row)
  for (const [name, value] of Object.entries(row)) {
    const path = prefix ? `${prefix}.${name}` : name
    if (isParent(value) && !Array.isArray(value)) flattenRow(value, path, into)
    else into.set(path, value)
  }
  return into
}

function cellText(value: unknown, maxLength = MAX_CELL_LENGTH): string {
  if (value === undefined || value === null) return ''
  const text = isParent(value) ? JSON.stringify(value) : String(value)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
