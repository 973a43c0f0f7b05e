import { isUtf8 } from 'node:buffer'
import { isObject } from '../base/is-object.ts'
import { bufferOf } from '../base/own-buffer.ts'
import { parseJson } from '../base/text/parse-json.ts'
import { cutLines, cutList } from './cut-json.ts'
import { type Destination, isAddressList } from './file-columns.ts'
import { parseCsv } from './parse-csv.ts'
import type { TableFormat } from './read-table.ts'
import { RECORD_BOUNDS, type RecordNames } from './record-bounds.ts'

/** A column of a file, with its first values as texts. */
export interface FileColumn {
  name: string
  examples: string[]
}

type Fields = [name: string, value: unknown][]

/** Records that are read, values that are shown of a column, and the maximum characters of a value. */
const MAX_RECORDS = 100
const MAX_EXAMPLES = 3
const MAX_EXAMPLE_LENGTH = 120

/**
 * Returns the columns of a file from its first records: the header of a CSV, the fields of objects. `fieldsOf` returns the
 * part of an object that holds them. An unreadable file has none: reading it as a whole reports why.
 */
export async function readColumns(
  bytes: Uint8Array,
  format: TableFormat,
  destination: Pick<Destination, 'names' | 'bareField'>,
  fieldsOf = (record: Record<string, unknown>) => record,
): Promise<FileColumn[]> {
  const examples = new Map<string, string[]>()
  if (!isUtf8(bytes)) return []
  const records =
    format === 'csv' ? cellsOf(bytes, destination) : objectsOf(bytes, format, destination.names, fieldsOf)
  try {
    for await (const fields of records) for (const [name, value] of fields) addExample(examples, name, value)
  } catch {
    // The columns found before the error are returned; the error itself is reported when the whole file is read.
  }
  return [...examples].map(([name, texts]) => ({ name, examples: texts }))
}

function addExample(examples: Map<string, string[]>, name: string, value: unknown): void {
  if (!examples.has(name) && examples.size === RECORD_BOUNDS.columns) return
  const seen = examples.get(name) ?? []
  examples.set(name, seen)
  const text = typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)
  if (text.trim() && seen.length < MAX_EXAMPLES) seen.push(text.trim().slice(0, MAX_EXAMPLE_LENGTH))
}

/** Yields the header, if there is one, with empty values, then the cells of the first rows. */
async function* cellsOf(
  bytes: Uint8Array,
  { names, bareField }: Pick<Destination, 'names' | 'bareField'>,
): AsyncGenerator<Fields> {
  let header = bareField && isAddressList(bytes) ? [bareField] : []
  const options = { trim: true, relax_column_count: true, to: MAX_RECORDS }
  for await (const cells of parseCsv<string[]>(bytes, names, () => header, options)) {
    if (!header.length) header = cells
    yield header.map((name, i) => [name, cells === header ? '' : cells[i]])
  }
}

function* objectsOf(
  bytes: Uint8Array,
  format: Exclude<TableFormat, 'csv'>,
  names: RecordNames,
  fieldsOf: (record: Record<string, unknown>) => Record<string, unknown>,
): Generator<Fields> {
  const buffer = bufferOf(bytes)
  let count = 0
  for (const text of format === 'json' ? cutList(buffer, names) : cutLines(buffer, names)) {
    const record = text ? parseOrNull(text) : null
    if (isObject(record)) yield Object.entries(fieldsOf(record))
    if (++count === MAX_RECORDS) return
  }
}

function parseOrNull(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
