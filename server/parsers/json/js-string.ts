const ESCAPE = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[\s\S]))/g

const LETTERS: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
  '\n': '',
  '\r\n': '',
}

/** The text that the inside of a JavaScript string literal stands for. JSON strings are a part of these. */
export function unescapeJs(inside: string): string {
  return inside.replace(ESCAPE, (_, long?: string, short?: string, char = '') => {
    const code = long ?? short
    return code ? String.fromCharCode(Number.parseInt(code, 16)) : (LETTERS[char] ?? char)
  })
}

/** Index of the quote that ends the literal which starts at `start`; the end of the text where none does. */
export function endOfString(text: string, start: number): number {
  const quote = text[start]
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at
  }
  return text.length
}
