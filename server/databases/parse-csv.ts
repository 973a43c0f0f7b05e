import { Readable } from 'node:stream'
import { type Options, parse } from 'csv-parse'
import { LINE_ENDS } from '../base/csv.ts'
import { boundedCsv, type HeaderNames } from './cut-csv.ts'
import type { RecordNames } from './record-bounds.ts'

/**
 * The records of a CSV as `csv-parse` reads them with these options, counted before they are parsed. Throws its CsvError, and
 * 400 for a record that is larger than one may be; `header` names the columns in that.
 */
export async function* parseCsv<Row>(
  bytes: Uint8Array,
  names: RecordNames,
  header: HeaderNames,
  options: Options,
): AsyncGenerator<Row> {
  const parser = parse({ bom: true, skip_empty_lines: true, record_delimiter: LINE_ENDS, ...options })
  const source = Readable.from(boundedCsv(bytes, names, header), { objectMode: false })
  // A source that fails does not end what it is piped into.
  source.once('error', error => parser.destroy(error))
  try {
    for await (const row of source.pipe(parser)) yield row as Row
  } finally {
    source.destroy()
  }
}
