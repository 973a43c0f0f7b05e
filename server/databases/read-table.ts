import { isUtf8 } from 'node:buffer'
import { CsvError } from 'csv-parse'
import { AppError } from '../base/errors.ts'
import { jsonOrText } from '../base/fields/json-or-text.ts'
import { bufferOf } from '../base/own-buffer.ts'
import { isRounded, parseJson } from '../base/text/parse-json.ts'
import { createTurns } from '../base/turns.ts'
import type { Column } from '../store/databases/databases.ts'
import { SLICE } from '../store/databases/rows.ts'
import { cutLines, cutList } from './cut-json.ts'
import {
  checkMapping,
  createRecordMapping,
  type Destination,
  type Mapping,
  mapHeader,
} from './file-columns.ts'
import { parseCsv } from './parse-csv.ts'
import { RECORD_BOUNDS, type RecordNames, tooManyRecords } from './record-bounds.ts'

/** What a file of rows can be. */
export const TABLE_FORMATS = ['csv', 'ndjson', 'json'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

/** How errors name a file of rows. */
export const NAMES: RecordNames = { file: 'file', records: 'rows' }

/** Characters of rows that one transaction writes at most, as they stand in JSON. */
const SLICE_CHARACTERS = 524_288

type Row = Record<string, unknown>

/** The format that the first sign of a file shows: a list, an object a line, else a table. */
export function formatOf(bytes: Uint8Array): TableFormat {
  const start = Buffer.from(bytes.subarray(0, 1_000)).toString().replace('\ufeff', '').trimStart()
  return start.startsWith('[') ? 'json' : start.startsWith('{') ? 'ndjson' : 'csv'
}

/** A file of rows, and what its columns become. */
export interface TableFile {
  bytes: Uint8Array
  format: TableFormat
  mapping: Mapping
}

/**
 * The rows of a file under the names of a database's columns, some at a time; the texts of a CSV as what their columns hold.
 * Throws 400 for what is no such file, larger than one may be, or has columns that fit nothing.
 */
export async function* readTable(file: TableFile, columns: readonly Column[]): AsyncGenerator<Row[]> {
  if (!isUtf8(file.bytes)) throw noText(file.bytes)
  checkMapping(file.mapping, destinationOf(columns))
  const turns = createTurns()
  let slice: Row[] = []
  let characters = 0
  let count = 0
  for await (const row of READERS[file.format](file, columns)) {
    if (turns.isOver()) await turns.next()
    if (row === null) continue
    if (++count > RECORD_BOUNDS.records) throw tooManyRecords(NAMES)
    characters += sizeOf(row)
    if (slice.push(row) < SLICE && characters < SLICE_CHARACTERS) continue
    yield slice
    slice = []
    characters = 0
  }
  if (slice.length) yield slice
}

/** About how many characters a row has; what is short counts for little. */
const sizeOf = (row: Row): number => {
  let size = 0
  for (const value of Object.values(row))
    size +=
      typeof value === 'string' ? value.length : typeof value === 'object' ? JSON.stringify(value).length : 8
  return size
}

/** What a zip begins with, which files of spreadsheet programs are. */
const ZIP = Buffer.from('PK\x03\x04')

const noText = (bytes: Uint8Array) =>
  ZIP.equals(bytes.subarray(0, ZIP.length))
    ? broken('The file is a spreadsheet or another packed file.', 'Save the sheet as CSV, in UTF-8.')
    : broken('The file is not text in UTF-8.', 'Save it as UTF-8.')

const destinationOf = (columns: readonly Column[]): Destination => ({
  fields: columns.map(({ name }) => name),
  kind: 'columns of the database',
  names: NAMES,
})

/** null: nothing yet, a place to pause at. */
type Read = (file: TableFile, columns: readonly Column[]) => AsyncIterable<Row | null> | Iterable<Row | null>

const READERS: Record<TableFormat, Read> = { csv: readCsv, ndjson: readNdjson, json: readJson }

async function* readCsv({ bytes, mapping }: TableFile, columns: readonly Column[]) {
  const byName = new Map(columns.map(column => [column.name, column]))
  let header: string[] = []
  const rows = parseCsv<Record<string, string | null>>(bytes, NAMES, () => header, {
    columns(names: string[]) {
      header = names
      return mapHeader(names, mapping, destinationOf(columns))
    },
    cast: (text, { header, quoting }) => (header || text || quoting ? text : null),
  })
  try {
    for await (const row of rows)
      yield Object.fromEntries(
        Object.entries(row).map(([name, text]) => [name, cell(text, byName.get(name)!)]),
      )
  } catch (error) {
    if (error instanceof CsvError)
      throw broken(`The file is not valid CSV: ${error.message}.`, CSV_HINT, error)
    throw error
  }
  // Rows that a file lacks may be removed: one that was cut off must not pass for a table without rows.
  if (!header.length) throw broken('The file is empty.', 'The first line of a CSV names its columns.')
}

const CSV_HINT =
  'Commas, semicolons or tabs between the cells, quotes doubled inside quotes, as many cells in each row as in the first.'

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/
const WORDS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false }

/** A text that is not what its column holds stays a text, which the check of the row then names. */
function cell(text: string | null, { type }: Column): unknown {
  if (text === null || (text === '' && type !== 'string')) return null
  if (type === 'number' || type === 'integer')
    return NUMBER.test(text) && !isRounded(text) ? Number(text) : text
  if (type === 'boolean') return WORDS[text.toLowerCase()] ?? text
  return type === 'json' ? jsonOrText(text) : text
}

/**
 * What the cell of a CSV holds, so that an import reads the same value of it: a text among JSON is quoted as JSON where it would
 * be read as another value, and an empty value that is a whole line as an empty text, which a blank line is not.
 */
export function csvCellOf(value: unknown, { type }: Column, isAlone: boolean): unknown {
  if (type === 'string') return value
  if (value === null && isAlone) return ''
  const isText = type === 'json' && typeof value === 'string'
  return isText && (value === '' || jsonOrText(value) !== value) ? JSON.stringify(value) : value
}

function* readNdjson({ bytes, mapping }: TableFile) {
  const { rename, end } = createRecordMapping(mapping, { names: NAMES })
  let number = 0
  for (const text of cutLines(bufferOf(bytes), NAMES)) {
    number++
    const what = `Line ${number}`
    yield text ? rename(objectOf(parsed(text, what, LINE_HINT), what)) : null
  }
  end()
}

function* readJson({ bytes, mapping }: TableFile) {
  const { rename, end } = createRecordMapping(mapping, { names: NAMES })
  let number = 0
  for (const text of itemsIn(bytes)) {
    const what = `Item ${++number} of the list`
    yield rename(objectOf(parsed(text, what), what))
  }
  end()
}

function* itemsIn(bytes: Uint8Array) {
  try {
    yield* cutList(bufferOf(bytes), NAMES)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw broken(`The file is not a JSON list. ${error.message}`, LIST_HINT, error)
  }
}

const JSON_HINT =
  'Each row is an object such as {"name": "Kettle", "price": 20}: quotes around names, no comma at the end.'

const LINE_HINT =
  'Each row is an object such as {"name": "Kettle", "price": 20}, whole on one line: quotes around names, no comma at the end.'

const LIST_HINT = 'Send a list of objects: [{…}, …].'

function parsed(text: string, what: string, hint = JSON_HINT): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw broken(`${what} is not valid JSON.`, hint, cause)
  }
}

function objectOf(value: unknown, what: string): Row {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row
  throw broken(`${what} is not an object.`, 'Each row is an object with the columns as fields.')
}

const broken = (message: string, hint: string, cause?: unknown) =>
  new AppError('invalid_input', message, { field: 'file', hint, cause })
