import { parse } from 'csv-parse/sync'
import { delimiterOf, LINE_ENDS, separatorLine } from '../../base/text/csv.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import { parseShallow } from './lenient-json.ts'

/** The readers of tables with a header row, and of JSON lines, by media type. */
const READERS = new Map<string, (text: string) => Json | undefined>(
  Object.entries({
    'text/csv': text => readTable(text, [',', ';']),
    'application/csv': text => readTable(text, [',', ';']),
    'text/tab-separated-values': text => readTable(text, ['\t']),
    'application/x-ndjson': readLines,
    'application/ndjson': readLines,
    'application/jsonl': readLines,
  }),
)
const ENDINGS = new Map(Object.entries({ csv: 'text/csv', tsv: 'text/tab-separated-values', ndjson: 'application/x-ndjson', jsonl: 'application/jsonl' })) // biome-ignore format: a table

/** Every row gets all names of the header row, so a small text could produce a very large table. */
const MAX_CELLS = 4_000_000

/** Returns the media type of a file name's extension; null for any other. */
export const typeOfFile = (name: string): string | null =>
  ENDINGS.get(/\.(\w+)$/.exec(name)?.[1] ?? '') ?? null

/**
 * Returns the contents of such a text as a list; undefined for any other type, and for a text that does not match its type.
 */
export function rowsOfText(text: () => string, contentType: string | null | undefined): Json | undefined {
  const [type = ''] = (contentType ?? '').split(';')
  return READERS.get(type.trim().toLowerCase())?.(text())
}

/** Reads rows as objects by the names in the header row. Empty cells become null. The separator is detected. */
function readTable(text: string, delimiters: string[]): Json | undefined {
  const named = separatorLine(text)
  const delimiter = named?.delimiter ?? delimiterOf(text, delimiters)
  try {
    const rows: string[][] = parse(text.slice(named?.line.length), { delimiter, record_delimiter: LINE_ENDS, bom: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, trim: true }) // biome-ignore format: options
    const names = rows.shift() ?? []
    if (names.length * rows.length > MAX_CELLS) return undefined
    return rows.map(row =>
      Object.fromEntries(names.map((name, index) => [name, row[index] || null])),
    ) as JsonObject[]
  } catch {
    return undefined
  }
}

function readLines(text: string): Json | undefined {
  try {
    const lines = text.split('\n').filter(line => line.trim() !== '')
    return lines.map(line => parseShallow(line))
  } catch {
    return undefined
  }
}
