import { bufferOf } from '../base/own-buffer.ts'
import { createTurns } from '../base/turns.ts'
import {
  cellTooLarge,
  RECORD_BOUNDS,
  type RecordNames,
  recordTooLarge,
  tooManyColumns,
} from './record-bounds.ts'

const [QUOTE, LINE_FEED, RETURN, BLANK, TAB] = Buffer.from('"\n\r \t')

/** Small enough that the parser does not block the event loop with one chunk. */
const CHUNK = 16_384

/** Returns the names of the columns; empty until the header has been read. */
export type HeaderNames = () => readonly string[]

/**
 * Yields the bytes of a CSV in chunks, which are counted before they are parsed: a parser holds a whole record in memory,
 * however large. Throws 400 that names the row, the column and the bound.
 */
export async function* boundedCsv(
  bytes: Uint8Array,
  delimiter: string,
  names: RecordNames,
  header: HeaderNames,
): AsyncGenerator<Buffer> {
  const turns = createTurns()
  const count = createCellCount(Buffer.from(delimiter)[0]!, names, header)
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const chunk = bufferOf(bytes.subarray(at, at + CHUNK))
    count(chunk)
    yield chunk
    if (turns.isOver()) await turns.next()
  }
}

/** Returns a function that counts rows, cells and their bytes across chunks, as far as quotes tell them apart. */
function createCellCount(
  delimiter: number,
  names: RecordNames,
  header: HeaderNames,
): (chunk: Buffer) => void {
  const position = { row: -1, cell: 0, cellBytes: 0, rowBytes: 0, isQuoted: false, isAfterQuote: false }

  const check = () => {
    const row = Math.max(position.row, 0)
    if (position.cellBytes > RECORD_BOUNDS.cell)
      throw cellTooLarge(names, row, header()[position.cell] ?? `${position.cell + 1}`)
    if (position.rowBytes > RECORD_BOUNDS.record) throw recordTooLarge(names, row)
  }
  const endRow = () => {
    check()
    if (position.rowBytes) position.row++
    Object.assign(position, { cell: 0, cellBytes: 0, rowBytes: 0 })
  }
  const endCell = () => {
    check()
    if (++position.cell >= RECORD_BOUNDS.columns) throw tooManyColumns(names)
    position.cellBytes = 0
  }

  const read = (byte: number) => {
    // Two quotes inside quotes stand for one quote, and do not end the cell.
    const isSecond = byte === QUOTE && position.isAfterQuote
    position.isAfterQuote = byte === QUOTE && position.isQuoted
    if (isSecond) {
      position.isQuoted = true
      return
    }
    const isEnd = !position.isQuoted && (byte === LINE_FEED || byte === RETURN)
    if (isEnd) return endRow()
    position.rowBytes++
    if (!position.isQuoted && byte === delimiter) return endCell()
    const isBefore = !position.isQuoted && position.cellBytes === 0
    if (isBefore && (byte === BLANK || byte === TAB)) return
    if (byte === QUOTE && (position.isQuoted || isBefore)) position.isQuoted = !position.isQuoted
    position.cellBytes++
  }

  return chunk => {
    for (const byte of chunk) read(byte)
    check()
  }
}
