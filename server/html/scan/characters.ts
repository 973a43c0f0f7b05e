/** Codes of the characters that the standard's tokenizer distinguishes. */
export const SPACE = 32
export const QUOTE = 34
export const AMPERSAND = 38
export const APOSTROPHE = 39
export const SLASH = 47
export const EQUALS = 61
export const CLOSE = 62
/** Bytes from this value on belong to characters that are not markup. */
export const BEYOND_ASCII = 128

const BLANK = 1
const NAME_END = 2

/** Properties of characters as bits: a lookup is cheaper than comparisons. */
const KINDS = new Uint8Array(256)
for (const code of [9, 10, 12, 13, 32]) KINDS[code] = BLANK | NAME_END
for (const code of [SLASH, CLOSE]) KINDS[code] = NAME_END

export const isBlankCode = (code: number) => (KINDS[code]! & BLANK) !== 0

/** Whether this character ends a name in a tag. */
export const endsName = (code: number) => KINDS[code] !== 0

/** Returns an ASCII letter in lower case. */
export const lowerCode = (code: number) => (code >= 65 && code <= 90 ? code + 32 : code)

/** Returns a name with its ASCII letters in lower case; other letters are unchanged. */
export const lowerText = (name: string): string =>
  /[A-Z]/.test(name) ? name.replace(/[A-Z]/g, letter => letter.toLowerCase()) : name
