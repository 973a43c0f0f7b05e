import { Readable } from 'node:stream'
import { type Options, parse } from 'csv-parse'
import { DELIMITERS, delimiterOf, LINE_ENDS, separatorLine } from '../base/text/csv.ts'
import { boundedCsv, type HeaderNames } from './cut-csv.ts'
import type { RecordNames } from './record-bounds.ts'

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 32_768)).toString()

/**
 * Yields the records of a CSV as `csv-parse` reads them with these options; their size is checked before they are parsed.
 * Throws its CsvError, and 400 for a record that is too large; `header` names the columns in that error.
 */
export async function* parseCsv<Row>(
  bytes: Uint8Array,
  names: RecordNames,
  header: HeaderNames,
  options: Omit<Options, 'delimiter'> & { delimiter?: string },
): AsyncGenerator<Row> {
  const separator = separatorLine(startOf(bytes))
  const { delimiter = separator?.delimiter ?? delimiterOf(startOf(bytes), DELIMITERS), ...more } = options
  const table = separator ? bytes.subarray(Buffer.byteLength(separator.line)) : bytes
  const parser = parse({ bom: true, skip_empty_lines: true, record_delimiter: LINE_ENDS, delimiter, ...more })
  const source = Readable.from(boundedCsv(table, delimiter, names, header), { objectMode: false })
  // An error of the source does not end the stream that it is piped into.
  source.once('error', error => parser.destroy(error))
  try {
    for await (const row of source.pipe(parser)) yield row as Row
  } finally {
    source.destroy()
  }
}
