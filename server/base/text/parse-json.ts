/** Digits that are not a fraction and may exceed what a number can hold. */
const MANY_DIGITS = /(?<![.\d])\d{16,}(?:[\s,}\]]|$)/

const LONG_INTEGER = /^-?\d{16,}$/

/** Candidates for long whole numbers: each is an item, a value or the whole document. */
const LONG_NUMBERS = /(?<![-+.\w])-?[1-9]\d{15,}(?=\s*(?:[,}\]]|$))/g

/**
 * Parses JSON like `JSON.parse`, but returns a whole number beyond 2^53 as the text of its digits: such numbers are ids,
 * most of which JavaScript would round, and all items of a list should have the same type. Throws SyntaxError for invalid
 * JSON.
 */
export const parseJson = <T>(json: string): T => JSON.parse(MANY_DIGITS.test(json) ? keepDigits(json) : json)

/** Whether a whole number, given as digits with an optional minus, loses digits when it is parsed as a number. */
export function isRounded(digits: string): boolean {
  const canonical = digits.replace(/^(-?)0+(?=\d)/, '$1')
  return LONG_INTEGER.test(canonical) && String(Number(canonical)) !== canonical
}

/** Converts a text of many digits to a number if it loses no digits; returns any other value unchanged. */
export const numberOfDigits = (value: unknown): unknown =>
  typeof value === 'string' && LONG_INTEGER.test(value) && !isRounded(value) ? Number(value) : value

/** Returns JSON with these numbers in quotes. A reviver would be called for each value, which takes several times as long. */
function keepDigits(json: string): string {
  let result = ''
  for (let from = 0; from < json.length; ) {
    const quote = json.indexOf('"', from)
    const outside = json.slice(from, quote < 0 ? json.length : quote)
    result += outside.replace(LONG_NUMBERS, digits =>
      Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`,
    )
    if (quote < 0) break
    from = endOfString(json, quote) + 1
    result += json.slice(quote, from)
  }
  return result
}

/**
 * Returns the index of the quote that ends the JSON or JavaScript string which starts at `start`, or the length of the text
 * if it does not end.
 */
export function endOfString(text: string, start: number): number {
  const quote = text.charAt(start)
  let end = text.indexOf(quote, start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf(quote, end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let index = at
  while (text[index - 1] === '\\') index--
  return (at - index) % 2 === 1
}
