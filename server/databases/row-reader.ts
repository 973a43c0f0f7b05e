import { groupDigits } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'
import { isWrittenNumber, NUMBER_FORM } from '../base/fields/number-text.ts'
import { isObject } from '../base/is-object.ts'
import { isRounded, numberOfDigits } from '../base/text/parse-json.ts'
import {
  childAt,
  type JsonPath,
  leadsToMany,
  parsePath,
  readPath,
  readPathCountingGaps,
} from '../parsers/json/json-path.ts'
import { hasUnread, isOfWrongList, isUnread } from '../parsers/paging/unread-fields.ts'
import type { Json, JsonObject } from '../parsers/parser-schema.ts'
import type { Column, ColumnType, DatabaseDocument } from '../store/databases/databases.ts'
import type { RowData } from '../store/databases/row-data.ts'
import { writtenBefore } from '../store/databases/row-errors.ts'
import { RECORD_BOUNDS } from './record-bounds.ts'

/** What is wrong with a value of a row, and in which column. */
export interface RowFault {
  column: string
  error: string
}

/** What is wrong with a row of a result: one of its values, or the whole row. */
export type ResultFault = Omit<RowFault, 'column'> & Partial<RowFault>

/** A row that fits, or why it does not. `unread` names columns whose page was not read: they are null, but not known. */
type RowOrFault<Fault = RowFault> = { data: RowData; unread?: string[] } | { fault: Fault }

/** One less than the maximum, since the row itself is a level. SQLite reads no deeper than 1,000 levels. */
const MAX_DEPTH = RECORD_BOUNDS.depth - 1

/** The limits for the rows of a result, which are those of a request body of rows. */
const MAX_VALUES = 1_000_000
const MAX_CHARACTERS = 33_554_432

/**
 * How much of these limits is left. The size of a result does not bound its rows: several columns may hold the same part of
 * it, and a step to any depth also matches inside of its own matches.
 */
interface RowBudget {
  values: number
  characters: number
}

class BudgetExceededError extends Error {}

function spendBudget(budget: RowBudget, values: number, characters = 0): void {
  budget.values -= values
  budget.characters -= characters
  if (budget.values < 0 || budget.characters < 0) throw new BudgetExceededError()
}

function spendValue(budget: RowBudget, value: unknown): void {
  spendBudget(budget, 1, typeof value === 'string' ? value.length : 0)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const name of Object.keys(value)) spendBudget(budget, 0, name.length)
}

/** Whether the store can hold a value as JSON; a number beyond the range of numbers would become null. */
function isStorable(value: unknown, depthLeft: number, budget?: RowBudget): boolean {
  if (budget) spendValue(budget, value)
  return typeof value === 'object' && value !== null
    ? depthLeft > 0 && Object.values(value).every(inner => isStorable(inner, depthLeft - 1, budget))
    : typeof value !== 'number' || Number.isFinite(value)
}

const FITS: Record<ColumnType, (value: unknown, budget?: RowBudget) => boolean> = {
  string(value, budget) {
    if (budget) spendValue(budget, value)
    return typeof value === 'string'
  },
  integer: value => Number.isSafeInteger(value),
  number: value => Number.isFinite(value),
  boolean: value => typeof value === 'boolean',
  json: (value, budget) => value !== undefined && isStorable(value, MAX_DEPTH, budget),
}

const ARTICLES: Record<ColumnType, string> = {
  string: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  json: `JSON, nested ${MAX_DEPTH} deep at most and with no number beyond 1.8e308`,
}

const isNumeric = (type: ColumnType) => type === 'number' || type === 'integer'

/** Says why a value that does not fit its column does not. */
function problemOf(type: ColumnType, value: unknown): string {
  if (isNumeric(type) && typeof value === 'string' && isRounded(value))
    return 'has more digits than a number holds'
  const number = isNumeric(type) ? numberOfDigits(value) : null
  if (number === Infinity || number === -Infinity) return 'is out of range: numbers go up to 1.8e308'
  if (Number.isInteger(number))
    return `is out of range: integers go up to ${groupDigits(Number.MAX_SAFE_INTEGER)}`
  return `must be ${ARTICLES[type]}`
}

type RowColumns = Pick<DatabaseDocument, 'columns' | 'primary_key'>

/** Returns what is wrong with a value of a column; null if it fits. */
export function faultOf(
  { name, type, nullable }: Column,
  value: unknown,
  isKey: boolean,
  budget?: RowBudget,
): RowFault | null {
  if (value === null) {
    if (isKey) return { column: name, error: `\`${name}\` is part of the primary key and must not be null.` }
    return nullable ? null : { column: name, error: `\`${name}\` must not be null.` }
  }
  if (FITS[type](value, budget)) return null
  return { column: name, error: `\`${name}\` ${problemOf(type, value)}.` }
}

/** Returns a value in the type of its column: JSON delivers a number with many digits as text. */
export const valueFor = ({ type }: Column, value: unknown): unknown =>
  type === 'number' ? numberOfDigits(value) : value

/** Builds a row from the values of its columns. */
function buildRow(
  { columns, primary_key }: RowColumns,
  read: (column: Column) => unknown,
  budget?: RowBudget,
): RowOrFault {
  const data: RowData = {}
  for (const column of columns) {
    const value = valueFor(column, read(column)) ?? null
    const fault = faultOf(column, value, primary_key.includes(column.name), budget)
    if (fault) return { fault }
    data[column.name] = value
  }
  return { data }
}

/** Returns a function that reads rows whose fields are named like the columns. An unknown field is a fault. */
export function createRowReader(database: RowColumns): (input: Record<string, unknown>) => RowOrFault {
  const names = new Set(database.columns.map(({ name }) => name))
  return input => {
    const unknown = Object.keys(input).find(name => !names.has(name))
    if (unknown !== undefined)
      return { fault: { column: unknown, error: `There is no column \`${unknown}\`.` } }
    return buildRow(database, ({ name }) => (Object.hasOwn(input, name) ? input[name] : null))
  }
}

/**
 * Returns a function that reads rows from a result by the path of each column: a single row, or those of the list at
 * `rows_path`. A missing list is a fault, since it is not the same as an empty list.
 */
export function createResultReader(
  database: RowColumns & Pick<DatabaseDocument, 'rows_path'>,
): (result: unknown) => RowOrFault<ResultFault>[] {
  const rowsPath = parsePath(database.rows_path)!
  const paths = new Map(database.columns.map(({ name, path }) => [name, parsePath(path)!]))
  /** Columns that are no fields of the row itself: whether they were read is looked up for each. */
  const nested = database.columns.filter(({ name }) => paths.get(name)!.length > 1)
  const takesAnything = [...paths.values()].some(path => path.length === 0)

  const rowOf = (item: Json, budget: RowBudget): RowOrFault<ResultFault> => {
    const row = buildRow(database, ({ name }) => valueAt(item, paths.get(name)!, budget), budget)
    if (!takesAnything && isOfOtherFields(item, row)) return { fault: { error: otherFields(item) } }
    if ('fault' in row) return row
    if (!takesAnything && (typeof item !== 'object' || item === null)) return { fault: { error: NO_OBJECT } }
    const unread = (hasUnread(item as JsonObject) ? database.columns : nested)
      .filter(({ name }) => isUnread(item, paths.get(name)!))
      .map(({ name }) => name)
    return unread.length > 0 ? { ...row, unread } : row
  }

  /** Whether an item has a field for no column, as the whole result has if the database does not say where its list is. */
  const isOfOtherFields = (item: Json, row: RowOrFault<ResultFault>): item is JsonObject =>
    isObject<JsonObject>(item) &&
    Object.keys(item).length > 0 &&
    ('fault' in row || Object.values(row.data).every(value => value === null)) &&
    [...paths.values()].every(([step]) => typeof step === 'string' && !Object.hasOwn(item, step))

  const rowsOf = (result: Json, budget: RowBudget): RowOrFault<ResultFault>[] => {
    const { found, gaps } = readPathCountingGaps(result, rowsPath, values => spendBudget(budget, values))
    const lists = rowsPath.length ? found.filter(place => place !== null) : found
    const missing = gaps + found.length - lists.length
    const noList = { fault: { error: `The result has no list at \`${database.rows_path}\`.` } }
    const rows = lists.flat().map(item => rowOf(item as Json, budget))
    const faults = [
      ...Array(missing).fill(noList),
      ...(isUnread(result, rowsPath) ? [UNREAD_LIST] : []),
      ...(isOfWrongList(result, rowsPath) ? [WRONG_LIST] : []),
    ]
    return [...rows, ...faults]
  }

  return result => {
    try {
      return rowsOf(result as Json, { values: MAX_VALUES, characters: MAX_CHARACTERS })
    } catch (error) {
      if (error instanceof BudgetExceededError) return [{ fault: { error: TOO_MUCH } }]
      throw error
    }
  }
}

const TOO_MUCH = 'The columns take more than 1,000,000 values or 32 MB of the result, the maximum.'

/** How many fields of a row its fault names, and the most characters of each. */
const MAX_NAMED = 10
const MAX_NAME = 50

function otherFields(item: JsonObject): string {
  const names = Object.keys(item)
  const list = names.find(name => Array.isArray(item[name]))
  const fields = names.slice(0, MAX_NAMED).map(name => name.slice(0, MAX_NAME))
  const advice =
    list === undefined
      ? ''
      : ` If its list \`${list.slice(0, MAX_NAME)}\` holds the rows, name that as \`rows_path\`.`
  return `The row has no field for any column; it has ${fields.join(', ')}.${advice}`
}

/** Without it, an empty list would stand for a page that was not read. */
const UNREAD_LIST = {
  fault: { error: 'A page with rows could not be read; nothing is removed for what it may hold.' },
}

/** Without it, the empty list would stand for a page without rows. */
const WRONG_LIST = {
  fault: { error: 'The list has fewer or more items than its parser allows; nothing is removed for it.' },
}

const NO_OBJECT = 'The row is not an object.'

/** A path to every item of a list returns a list. */
function valueAt(row: Json, path: JsonPath, budget: RowBudget): unknown {
  const [name] = path
  // Most columns are fields of the row; reading these directly takes a third of the time of following a path through lists.
  if (path.length === 1 && typeof name === 'string') return childAt(row, name)
  const found = readPath(row, path, { spend: values => spendBudget(budget, values) })
  return leadsToMany(path) ? found.filter(value => value !== undefined) : found[0]
}

/** A row that does not fit, its index among all rows sent, and how many of these are already in the database. */
interface UnfitRow {
  index: number
  input: Record<string, unknown>
  fault: RowFault
  written: number
}

const NUMBER_HINT = `${NUMBER_FORM}; a column of the type \`string\` takes any text.`

/** Says which columns there are if a row has another, and how numbers are written. */
function hintOnColumn({ columns }: RowColumns, name: string, value: unknown): string | null {
  const column = columns.find(known => known.name === name)
  if (!column) return `Columns: ${columns.map(known => known.name).join(', ')}.`
  return isNumeric(column.type) && isWrittenNumber(value) ? NUMBER_HINT : null
}

/** Returns the error for a row that does not fit. */
export function rowError(database: DatabaseDocument, { index, input, fault, written }: UnfitRow): AppError {
  const { column, error } = fault
  const rowsToSend = database.write_mode === 'append' ? 'the other rows' : 'all rows'
  const hint = written
    ? `Correct the row, or change the column, and send ${rowsToSend} again: ${writtenBefore(written)}.`
    : 'Nothing was written. Correct the row, or change the column.'
  const columnHint = hintOnColumn(database, column, input[column])
  return new AppError('invalid_input', error, {
    field: `rows[${index}].${column}`,
    hint: columnHint ? `${hint} ${columnHint}` : hint,
  })
}
