/** A run of digits, not those of a fraction, that may be more than a number holds. */
const MANY_DIGITS = /(?<![.\d])\d{16,}[\s,}\]]/

const MANY = /^-?\d{16,}$/

/** Whole numbers that may be: each is an item, a value or all that there is. */
const LONG_NUMBERS = /(?<![-+.\w])-?[1-9]\d{15,}(?=\s*(?:[,}\]]|$))/g

/**
 * JSON as `JSON.parse` reads it, but a whole number beyond 2^53 is the text of its digits: ids are such numbers, most of which
 * JavaScript can only hold rounded, and a list of them should be of one type. Throws SyntaxError where it is not JSON.
 */
export const parseJson = <T>(json: string): T => JSON.parse(MANY_DIGITS.test(json) ? keepDigits(json) : json)

/** Whether digits of a whole number, perhaps with a minus, are lost when they are read as a number. */
export function isRounded(digits: string): boolean {
  const plain = digits.replace(/^(-?)0+(?=\d)/, '$1')
  return MANY.test(plain) && String(Number(plain)) !== plain
}

/** The number that a text of many digits says, where none of them is lost; any other value as it is. */
export const numberOfDigits = (value: unknown): unknown =>
  typeof value === 'string' && MANY.test(value) && !isRounded(value) ? Number(value) : value

/** JSON with these in quotes. A reviver would be called for each value, which takes several times as long. */
function keepDigits(json: string): string {
  let kept = ''
  for (let from = 0; from < json.length; ) {
    const quote = json.indexOf('"', from)
    const outside = json.slice(from, quote < 0 ? json.length : quote)
    kept += outside.replace(LONG_NUMBERS, digits =>
      Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`,
    )
    if (quote < 0) break
    from = endOfString(json, quote) + 1
    kept += json.slice(quote, from)
  }
  return kept
}

/** Index of the quote that ends the string of JSON or JavaScript which starts at `start`; the end of the text where none does. */
export function endOfString(text: string, start: number): number {
  const quote = text.charAt(start)
  let end = text.indexOf(quote, start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf(quote, end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}
