import { isUtf8 } from 'node:buffer'
import { CsvError } from 'csv-parse'
import { AppError } from '../base/errors.ts'
import { flagOf } from '../base/fields/flag-text.ts'
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

/** The formats of a file of rows. */
export const TABLE_FORMATS = ['csv', 'ndjson', 'json'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

/** How errors name a file of rows. */
export const ROW_FILE_NAMES: RecordNames = { file: 'file', records: 'rows' }

/** How many characters of rows, as JSON, one transaction writes at most. */
const MAX_SLICE_CHARACTERS = 524_288

type Row = Record<string, unknown>

/** Returns the format that the first character of a file suggests: a list, an object per line, otherwise a table. */
export function formatOf(bytes: Uint8Array): TableFormat {
  const start = Buffer.from(bytes.subarray(0, 1_000)).toString().replace('\ufeff', '').trimStart()
  return start.startsWith('[') ? 'json' : start.startsWith('{') ? 'ndjson' : 'csv'
}

/** A file of rows, and the mapping of its columns. */
export interface TableFile {
  bytes: Uint8Array
  format: TableFormat
  mapping: Mapping
}

/**
 * Yields the rows of a file under the names of a database's columns, some at a time; texts of a CSV are converted to the
 * types of their columns. Throws 400 if it is not such a file, is too large, or has columns that match none.
 */
export async function* readTable(file: TableFile, columns: readonly Column[]): AsyncGenerator<Row[]> {
  if (!isUtf8(file.bytes)) throw notTextError(file.bytes)
  checkMapping(file.mapping, destinationOf(columns))
  const turns = createTurns()
  let slice: Row[] = []
  let characters = 0
  let count = 0
  for await (const row of READERS[file.format](file, columns)) {
    if (turns.isOver()) await turns.next()
    if (row === null) continue
    if (++count > RECORD_BOUNDS.records) throw tooManyRecords(ROW_FILE_NAMES)
    characters += sizeOf(row)
    if (slice.push(row) < SLICE && characters < MAX_SLICE_CHARACTERS) continue
    yield slice
    slice = []
    characters = 0
  }
  if (slice.length) yield slice
}

/** Returns roughly how many characters a row has; short values are estimated. */
const sizeOf = (row: Row): number => {
  let size = 0
  for (const value of Object.values(row))
    size +=
      typeof value === 'string' ? value.length : typeof value === 'object' ? JSON.stringify(value).length : 8
  return size
}

/** The first bytes of a zip; files of spreadsheet programs are zips. */
const ZIP = Buffer.from('PK\x03\x04')

const notTextError = (bytes: Uint8Array) =>
  ZIP.equals(bytes.subarray(0, ZIP.length))
    ? invalidFile('The file is a spreadsheet or another packed file.', 'Save the sheet as CSV, in UTF-8.')
    : invalidFile('The file is not text in UTF-8.', 'Save it as UTF-8.')

const destinationOf = (columns: readonly Column[]): Destination => ({
  fields: columns.map(({ name }) => name),
  kind: 'columns of the database',
  names: ROW_FILE_NAMES,
})

/** Reads rows; null stands for no row, where the reader may pause. */
type TableReader = (
  file: TableFile,
  columns: readonly Column[],
) => AsyncIterable<Row | null> | Iterable<Row | null>

const READERS: Record<TableFormat, TableReader> = { csv: readCsv, ndjson: readNdjson, json: readJson }

async function* readCsv({ bytes, mapping }: TableFile, columns: readonly Column[]) {
  const byName = new Map(columns.map(column => [column.name, column]))
  let header: string[] = []
  const rows = parseCsv<Record<string, string | null>>(bytes, ROW_FILE_NAMES, () => header, {
    columns(names: string[]) {
      header = names
      return mapHeader(names, mapping, destinationOf(columns))
    },
    cast: (text, { header, quoting }) => (header || text || quoting ? text : null),
  })
  try {
    for await (const row of rows)
      yield Object.fromEntries(
        Object.entries(row).map(([name, text]) => [name, cellValue(text, byName.get(name)!)]),
      )
  } catch (error) {
    if (error instanceof CsvError)
      throw invalidFile(`The file is not valid CSV: ${error.message}.`, CSV_HINT, error)
    throw error
  }
  // Rows that a file lacks may be removed from the database: a truncated file must not pass for a table without rows.
  if (!header.length) throw invalidFile('The file is empty.', 'The first line of a CSV names its columns.')
}

const CSV_HINT =
  'Commas, semicolons or tabs between the cells, quotes doubled inside quotes, as many cells in each row as in the first.'

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** Text that does not match the type of its column stays text, which the check of the row then reports. */
function cellValue(text: string | null, { type }: Column): unknown {
  if (text === null || (text === '' && type !== 'string')) return null
  if (type === 'number' || type === 'integer')
    return NUMBER.test(text) && !isRounded(text) ? Number(text) : text
  if (type === 'boolean') return flagOf(text.toLowerCase()) ?? text
  return type === 'json' ? jsonOrText(text) : text
}

/**
 * Returns the CSV cell of a value, such that an import reads the same value from it: text in a column of JSON is quoted as
 * JSON if it would be read as another value, and an empty value that is the only one of its row becomes an empty text,
 * since a blank line is skipped.
 */
export function csvCellOf(value: unknown, { type }: Column, isAlone: boolean): unknown {
  if (type === 'string') return value
  if (value === null && isAlone) return ''
  const isText = type === 'json' && typeof value === 'string'
  return isText && (value === '' || jsonOrText(value) !== value) ? JSON.stringify(value) : value
}

function* readNdjson({ bytes, mapping }: TableFile) {
  const { rename, end } = createRecordMapping(mapping, { names: ROW_FILE_NAMES })
  let number = 0
  for (const text of cutLines(bufferOf(bytes), ROW_FILE_NAMES)) {
    number++
    const label = `Line ${number}`
    yield text ? rename(objectOf(parseRecord(text, label, LINE_HINT), label)) : null
  }
  end()
}

function* readJson({ bytes, mapping }: TableFile) {
  const { rename, end } = createRecordMapping(mapping, { names: ROW_FILE_NAMES })
  let number = 0
  for (const text of itemsIn(bytes)) {
    const label = `Item ${++number} of the list`
    yield rename(objectOf(parseRecord(text, label), label))
  }
  end()
}

function* itemsIn(bytes: Uint8Array) {
  try {
    yield* cutList(bufferOf(bytes), ROW_FILE_NAMES)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalidFile(`The file is not a JSON list. ${error.message}`, LIST_HINT, error)
  }
}

const JSON_HINT =
  'Each row is an object such as {"name": "Kettle", "price": 20}: quotes around names, no comma at the end.'

const LINE_HINT =
  'Each row is an object such as {"name": "Kettle", "price": 20}, whole on one line: quotes around names, no comma at the end.'

const LIST_HINT = 'Send a list of objects: [{…}, …].'

function parseRecord(text: string, label: string, hint = JSON_HINT): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw invalidFile(`${label} is not valid JSON.`, hint, cause)
  }
}

function objectOf(value: unknown, label: string): Row {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row
  throw invalidFile(`${label} is not an object.`, 'Each row is an object with the columns as fields.')
}

const invalidFile = (message: string, hint: string, cause?: unknown) =>
  new AppError('invalid_input', message, { field: 'file', hint, cause })
