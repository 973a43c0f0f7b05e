import { Readable } from 'node:stream'
import { create as attachment } from 'content-disposition'
import { stringify } from 'csv-stringify/sync'
import { createTurns } from '../base/turns.ts'
import type { RowFormat, Rows } from '../operations/databases/rows.ts'

type Row = Record<string, unknown>
type Cell = string | number | boolean | null

/** Rows that are written at a time: about ten kilobytes, usually. Fewer if rows are large. */
const BATCH = { rows: 100, characters: 262_144 }

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
    'Content-Disposition': attachment(`${rows.name}.${rows.format}`),
  }
  return { headers, body: write({ ...rows, rows: withPauses(rows.rows) }) }
}

/** Yields to the event loop: many rows come from memory, without a pause between them. */
async function* withPauses(rows: Rows['rows']): AsyncGenerator<Row> {
  const turns = createTurns()
  for await (const row of rows) {
    if (turns.isOver()) await turns.next()
    yield row
  }
}

function toStream(write: (rows: Rows) => AsyncIterable<string | Uint8Array>) {
  return (rows: Rows) => Readable.from(write(rows), { objectMode: false })
}

async function* ndjson({ rows }: Rows) {
  for await (const batch of inBatches(rows, asText)) yield `${batch.join('\n')}\n`
}

async function* json({ rows }: Rows) {
  let before = '['
  for await (const batch of inBatches(rows, asText)) {
    yield before + batch.join(',\n')
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}

async function* csv({ columns, rows, formulas }: Rows) {
  const write = formulas === 'escape' ? escapeFormula : (cell: Cell) => cell
  yield stringify([columns.map(write)])
  const cells = (row: Row) => columns.map(csvCell(row)).map(write)
  for await (const batch of inBatches(rows, cells)) yield stringify(batch, EMPTY_TEXT)
}

/** Characters that OWASP's page on CSV injection lists: the program that opens the file may run a cell that begins with one. */
const FORMULA = /^[=+\-@\t\r]/

const escapeFormula = (cell: Cell): Cell =>
  typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell

/** Writes texts as texts, even if they look like formulas. */
async function* xlsx({ columns, rows }: Rows) {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const cells = async function* () {
    for await (const row of rows) yield columns.map(xlsxCell(row))
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
  const cell = cellOf(row[column])
  return typeof cell === 'boolean' ? String(cell) : cell
}

const xlsxCell = (row: Row) => (column: string) => {
  const cell = cellOf(row[column])
  return typeof cell === 'string' ? xlsxText(cell.slice(0, MAX_CELL)) : cell
}

/** Escapes `_x0041_`, which readers would decode, and two characters that XML cannot hold and the library does not escape. */
const xlsxText = (text: string): string =>
  text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('\ufffe', '_xFFFE_')
    .replaceAll('\uffff', '_xFFFF_')

const asText = (row: Row): string => JSON.stringify(row)

async function* inBatches<Encoded extends string | Cell[]>(
  rows: Rows['rows'],
  write: (row: Row) => Encoded,
): AsyncGenerator<Encoded[]> {
  let batch: Encoded[] = []
  let characters = 0
  for await (const row of rows) {
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

const charactersOf = (encoded: string | Cell[]): number =>
  typeof encoded === 'string'
    ? encoded.length
    : encoded.reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0)
