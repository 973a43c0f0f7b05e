const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}')
const BLANK = /^[ \t\r\n]*$/

/**
 * The texts of the items of a JSON list, one after the other: parsing the whole of it at once would keep everything else
 * waiting. Whether an item is valid JSON shows when it is parsed. Throws a SyntaxError where the rest is no list.
 */
export function* cutList(bytes: Buffer): Generator<string> {
  const start = bytes.indexOf('[')
  if (start < 0 || !BLANK.test(textOf(bytes, 0, start).replace('\ufeff', '')))
    throw new SyntaxError('It does not begin with [.')
  let from = start + 1
  for (let end = endOfItem(bytes, from); ; end = endOfItem(bytes, from)) {
    const item = textOf(bytes, from, end)
    const isEmpty = from === start + 1 && bytes[end] === CLOSE_LIST && BLANK.test(item)
    if (!isEmpty) yield item
    from = end + 1
    if (bytes[end] === CLOSE_LIST) break
  }
  if (!BLANK.test(textOf(bytes, from, bytes.length))) throw new SyntaxError('There is more after its end.')
}

const textOf = (bytes: Buffer, from: number, to: number) => bytes.toString('utf8', from, to)

/** The place of the comma or the bracket that ends an item. */
function endOfItem(bytes: Buffer, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++
    else if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) return at
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
  }
  throw new SyntaxError('It does not end with ].')
}

function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
