import { isUtf8 } from 'node:buffer'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '../errors.ts'
import { SLICE } from '../store/database-rows.ts'
import type { Column } from '../store/databases.ts'
import { createTurns } from '../turns.ts'
import { cutList } from './cut-list.ts'

/** What a file of rows can be. */
export const TABLE_FORMATS = ['csv', 'ndjson', 'json'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

const CHUNK = 65_536

type Row = Record<string, unknown>

/** The format that the first sign of a file tells: a list, an object a line, else a table. */
export function formatOf(bytes: Uint8Array): TableFormat {
  const start = Buffer.from(bytes.subarray(0, 1_000)).toString().replace('\ufeff', '').trimStart()
  return start.startsWith('[') ? 'json' : start.startsWith('{') ? 'ndjson' : 'csv'
}

/** The rows of a file, some at a time; the texts of a CSV as what their columns hold. Throws 400 for what is no such file. */
export async function* readTable(
  bytes: Uint8Array,
  format: TableFormat,
  columns: readonly Column[],
): AsyncGenerator<Row[]> {
  if (!isUtf8(bytes)) throw broken('The file is not text in UTF-8.', 'Save it as UTF-8.')
  const turns = createTurns()
  let slice: Row[] = []
  for await (const row of READERS[format](bytes, columns)) {
    if (turns.isOver()) await turns.next()
    if (slice.push(row) < SLICE) continue
    yield slice
    slice = []
  }
  if (slice.length) yield slice
}

type Read = (bytes: Uint8Array, columns: readonly Column[]) => AsyncIterable<Row> | Iterable<Row>

const READERS: Record<TableFormat, Read> = { csv: readCsv, ndjson: readNdjson, json: readJson }

function* chunksOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += CHUNK) yield Buffer.from(bytes.subarray(at, at + CHUNK))
}

async function* readCsv(bytes: Uint8Array, columns: readonly Column[]) {
  const byName = new Map(columns.map(column => [column.name, column]))
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    columns: names => checkHeader(names, byName),
    cast: (text, { header, quoting }) => (header || text || quoting ? text : null),
  })
  const rows = Readable.from(chunksOf(bytes), { objectMode: false }).pipe(parser)
  try {
    for await (const row of rows as AsyncIterable<Record<string, string | null>>)
      yield Object.fromEntries(
        Object.entries(row).map(([name, text]) => [name, cell(text, byName.get(name)!)]),
      )
  } catch (error) {
    if (error instanceof CsvError)
      throw broken(`The file is no proper CSV: ${error.message}.`, CSV_HINT, error)
    throw error
  }
}

const CSV_HINT =
  'Commas between the cells, quotes doubled inside quotes, as many cells in each row as in the first.'

function checkHeader(names: string[], columns: Map<string, Column>): string[] {
  names.forEach((name, i) => {
    if (!columns.has(name))
      throw broken(`There is no column \`${name}\`.`, `Columns: ${[...columns.keys()].join(', ')}.`)
    if (names.indexOf(name) < i) throw broken(`The file has two columns \`${name}\`.`, 'Remove one of them.')
  })
  return names
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/
const WORDS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false }

/** A text that is not what its column holds stays a text, which the check of the row then names. */
function cell(text: string | null, { type }: Column): unknown {
  if (text === null || (text === '' && type !== 'string')) return null
  if (type === 'number' || type === 'integer') return NUMBER.test(text) ? Number(text) : text
  if (type === 'boolean') return WORDS[text.toLowerCase()] ?? text
  return type === 'json' ? jsonOr(text) : text
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function* readNdjson(bytes: Uint8Array) {
  const lines = createInterface({
    input: Readable.from(chunksOf(bytes)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  let number = 0
  for await (const line of lines) {
    number++
    const text = line.replace('\ufeff', '').trim()
    if (text) yield objectOf(parsed(text, `Line ${number}`), `Line ${number}`)
  }
}

function* readJson(bytes: Uint8Array) {
  let number = 0
  for (const text of itemsIn(bytes)) {
    const what = `Item ${++number} of the list`
    yield objectOf(parsed(text, what), what)
  }
}

function* itemsIn(bytes: Uint8Array) {
  try {
    yield* cutList(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw broken(`The file is no list of JSON. ${error.message}`, LIST_HINT, error)
  }
}

const LIST_HINT = 'Send a list of objects: [{…}, …].'

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw broken(`${what} is not valid JSON.`, (cause as Error).message, cause)
  }
}

function objectOf(value: unknown, what: string): Row {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row
  throw broken(`${what} is no object.`, 'Each row is an object with the columns as fields.')
}

const broken = (message: string, hint: string, cause?: unknown) =>
  new AppError('invalid_input', message, { field: 'file', hint, cause })
