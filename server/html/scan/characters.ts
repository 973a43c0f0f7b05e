/** Characters that the tokenizer of the standard tells apart, by their codes. */
export const QUOTE = 34
export const AMPERSAND = 38
export const APOSTROPHE = 39
export const DASH = 45
export const SLASH = 47
export const OPEN = 60
export const EQUALS = 61
export const CLOSE = 62

const BLANK = 1
const NAME_END = 2

/** What characters of ASCII are, as bits: a lookup is cheaper than comparisons. */
const KINDS = new Uint8Array(128)
for (const code of [9, 10, 12, 13, 32]) KINDS[code] = BLANK | NAME_END
for (const code of [SLASH, CLOSE]) KINDS[code] = NAME_END

export const isBlankCode = (code: number) => code < 128 && (KINDS[code]! & BLANK) !== 0

/** Whether a tag's name ends before this character. NaN, which stands past the end of the source, is unequal to itself. */
export const endsName = (code: number) => (code < 128 ? (KINDS[code]! & NAME_END) !== 0 : Number.isNaN(code))

export const isLetter = (code: number) => {
  const folded = code | 32
  return folded >= 97 && folded <= 122
}

/** A letter of ASCII in lower case. */
export const lower = (code: number) => (code >= 65 && code <= 90 ? code + 32 : code)

/** The first place from here on that is no white space, `to` at most. */
export function skipBlank(source: string, from: number, to: number): number {
  let at = from
  while (at < to && isBlankCode(source.charCodeAt(at))) at++
  return at
}

/** Whether a word of small letters stands here, in any case. */
export function isFolded(source: string, from: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    if ((source.charCodeAt(from + i) | 32) !== name.charCodeAt(i)) return false
  }
  return true
}
