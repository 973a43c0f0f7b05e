import {
  checkJsonRecord,
  endOfString,
  RECORD_BOUNDS,
  type RecordNames,
  recordTooLarge,
} from './record-bounds.ts'

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",[]{}')
const LINE_FEED = 10
const BLANK = /^[ \t\r\n]*$/

/**
 * Yields the texts of the items of a JSON list, one by one: parsing the whole list at once would block all other work. An
 * item may be invalid JSON, which shows when it is parsed. Throws a SyntaxError if the rest is not a list, 400 for an item
 * that is too large.
 */
export function* cutList(bytes: Buffer, names: RecordNames): Generator<string> {
  const start = bytes.indexOf('[')
  if (start < 0 || !isBlank(bytes, 0, start)) throw new SyntaxError('It does not begin with [.')
  let from = start + 1
  for (let index = 0; ; index++) {
    const to = endOfItem(bytes, from, index, names)
    checkJsonRecord({ bytes, from, to, index }, names)
    const isEmpty = index === 0 && bytes[to] === CLOSE_LIST && isBlank(bytes, from, to)
    if (!isEmpty) yield textOf(bytes, from, to)
    from = to + 1
    if (bytes[to] === CLOSE_LIST) break
  }
  if (!isBlank(bytes, from, bytes.length)) throw new SyntaxError('There is more after its end.')
}

/**
 * Yields the texts of lines, including empty ones, so that the reader can pause there. Throws 400 for a line that is too
 * large.
 */
export function* cutLines(bytes: Buffer, names: RecordNames): Generator<string> {
  let index = 0
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from)
    const to = end < 0 ? bytes.length : end
    checkJsonRecord({ bytes, from, to, index }, names)
    const line = textOf(bytes, from, to)
    const text = (from === 0 ? line.replace(/^\ufeff/, '') : line).trim()
    if (text) index++
    yield text
    from = to + 1
  }
}

const textOf = (bytes: Buffer, from: number, to: number) => bytes.toString('utf8', from, to)

/** A stretch of whitespace that is longer than a record may be counts as content. */
const isBlank = (bytes: Buffer, from: number, to: number) =>
  to - from <= RECORD_BOUNDS.record && BLANK.test(textOf(bytes, from, to).replace('\ufeff', ''))

/** Returns the position of the comma or the bracket that ends an item. */
function endOfItem(bytes: Buffer, from: number, index: number, names: RecordNames): number {
  const limit = Math.min(bytes.length, from + RECORD_BOUNDS.record + 1)
  let depth = 0
  for (let at = from; at < limit; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at, limit)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++
    else if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) return at
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
  }
  if (limit < bytes.length) throw recordTooLarge(names, index)
  throw new SyntaxError('It does not end with ].')
}
