import { Readable } from 'node:stream'
import { create as attachment } from 'content-disposition'
import { stringify } from 'csv-stringify/sync'
import { LargeJson, LargePart } from '../base/text/large-json.ts'
import { createTurns, TURN_SIZE } from '../base/turns.ts'
import type { RowFormat, Rows } from '../operations/databases/rows.ts'

type Row = Record<string, unknown>
type Cell = string | number | boolean | null
/** The cells of a row; one may be too large to be written at once. */
type Cells = (Cell | LargePart)[]

/** Rows that are written at a time: about ten kilobytes, usually. Fewer if rows are large. */
const BATCH = { rows: 100, characters: TURN_SIZE }

/** Spreadsheet programs report a file with longer texts as broken. */
const MAX_CELL = 32_767

/** Quotes only the empty text, as `""`; null is an empty cell. */
const EMPTY_TEXT = { quoted_match: /^$/ }

/** How to encode each format. */
const FORMATS: Record<RowFormat, { type: string; write(rows: Rows): Readable }> = {
  ndjson: { type: 'application/x-ndjson; charset=utf-8', write: toStream(ndjson) },
  json: { type: 'application/json; charset=utf-8', write: toStream(json) },
  csv: { type: 'text/csv; charset=utf-8; header=present', write: toStream(csv) },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: toStream(xlsx) },
}

/** Encodes rows as headers and a body that reads them only as fast as the client. An error while reading rows destroys the body. */
export function encodeRows(rows: Rows): { headers: Record<string, string>; body: Readable } {
  const { type, write } = FORMATS[rows.format]
  const headers = {
    'Content-Type': type,
    'Content-Disposition': attachment(`${rows.name.toWellFormed()}.${rows.format}`),
  }
  return { headers, body: write({ ...rows, rows: withPauses(rows.rows) }) }
}

/** Yields to the event loop: many rows or pieces of one come from memory, without a pause between them. */
async function* withPauses<T>(all: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  const turns = createTurns()
  for await (const one of all) {
    if (turns.isOver()) await turns.next()
    yield one
  }
}

function toStream(write: (rows: Rows) => AsyncIterable<string | Uint8Array>) {
  return (rows: Rows) => Readable.from(withPauses(write(rows)), { objectMode: false })
}

function ndjson({ rows }: Rows) {
  return jsonTexts(rows, '', '\n')
}

async function* json({ rows }: Rows) {
  yield '['
  yield* jsonTexts(rows, ',\n', '')
  yield ']\n'
}

/** Yields the rows as JSON, with `between` before each but the first and `after` behind each. */
async function* jsonTexts(rows: Rows['rows'], between: string, after: string) {
  let before = ''
  const write = (row: Row) => {
    const text = before + JSON.stringify(row) + after
    before = between
    return text
  }
  for await (const batch of inBatches(rows, write)) {
    if (Array.isArray(batch)) yield batch.join('')
    else {
      if (before) yield before
      yield* batch.pieces
      if (after) yield after
      before = between
    }
  }
}

async function* csv({ columns, rows, formulas }: Rows) {
  const write = formulas === 'escape' ? escapeFormula : <T>(cell: T) => cell
  yield stringify([columns.map(write)])
  const cells = (row: Row): Cells => columns.map(csvCell(row)).map(write)
  for await (const batch of inBatches(rows, cells)) yield* csvOf(batch as Cells[])
}

function* csvOf(rows: Cells[]) {
  const isLarge = rows.some(row => row.some(cell => cell instanceof LargePart))
  if (isLarge) for (const row of rows) yield* largeCsvRow(row)
  else yield stringify(rows, EMPTY_TEXT)
}

function* largeCsvRow(row: Cells) {
  for (const [i, cell] of row.entries()) {
    if (i) yield ','
    // Without the line feed at its end.
    if (!(cell instanceof LargePart)) yield stringify([[cell]], EMPTY_TEXT).slice(0, -1)
    else yield* quoted(cell)
  }
  yield '\n'
}

/** Yields a list or object as a quoted cell. It is large, so that its text has commas or quotes. */
function* quoted({ pieces }: LargePart) {
  yield '"'
  for (const piece of pieces) yield doubleQuotes(piece)
  yield '"'
}

/** Latin-1 keeps each byte, even those of a character that is split between two pieces. */
const doubleQuotes = (piece: Buffer) => Buffer.from(piece.toString('latin1').replaceAll('"', '""'), 'latin1')

/** Characters that OWASP's page on CSV injection lists: the program that opens the file may run a cell that begins with one. */
const FORMULA = /^[=+\-@\t\r]/

const escapeFormula = <T>(cell: T): T | string =>
  typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell

/** Writes texts as texts, even if they look like formulas. */
async function* xlsx({ columns, rows }: Rows) {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const cells = async function* () {
    for await (const row of rows) yield columns.map(xlsxCell(row as Row))
  }
  const sheet = {
    name: 'Rows',
    columns: columns.map(name => ({ header: xlsxText(name) })),
    freezePane: { rows: 1 },
  }
  yield* writeXlsxStream(cells(), sheet)
}

const cellOf = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : ((value ?? null) as Cell)

const csvCell = (row: Row) => (column: string) => {
  const value = row[column]
  if (value instanceof LargePart) return value
  const cell = cellOf(value)
  return typeof cell === 'boolean' ? String(cell) : cell
}

const xlsxCell = (row: Row) => (column: string) => {
  const value = row[column]
  const cell = value instanceof LargePart ? value.start(MAX_CELL) : cellOf(value)
  return typeof cell === 'string' ? xlsxText(cell.slice(0, MAX_CELL)) : cell
}

/** Escapes `_x0041_`, which readers would decode, and two characters that XML cannot hold and the library does not escape. */
const xlsxText = (text: string): string =>
  text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('\ufffe', '_xFFFE_')
    .replaceAll('\uffff', '_xFFFF_')

/** Yields encoded rows, several at a time, and rows that are JSON already as they are. */
async function* inBatches<Encoded extends string | Cells>(
  rows: Rows['rows'],
  write: (row: Row) => Encoded,
): AsyncGenerator<Encoded[] | LargeJson> {
  let batch: Encoded[] = []
  let characters = 0
  for await (const row of rows) {
    if (row instanceof LargeJson) {
      if (batch.length) yield batch
      yield row
      batch = []
      characters = 0
      continue
    }
    const encoded = write(row)
    batch.push(encoded)
    characters += charactersOf(encoded)
    if (batch.length < BATCH.rows && characters < BATCH.characters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length) yield batch
}

const charactersOf = (encoded: string | Cells): number =>
  typeof encoded === 'string'
    ? encoded.length
    : encoded.reduce((sum: number, cell) => sum + lengthOf(cell), 0)

function lengthOf(cell: Cell | LargePart): number {
  if (typeof cell === 'string') return cell.length
  return cell instanceof LargePart ? cell.size : 0
}
