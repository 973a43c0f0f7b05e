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

/** Decodes the contents of a JavaScript string literal. All JSON strings are valid here. */
export function unescapeJs(inside: string): string {
  return inside.replace(ESCAPE, (_, long?: string, short?: string, char = '') => {
    const code = long ?? short
    return code ? String.fromCharCode(Number.parseInt(code, 16)) : (LETTERS[char] ?? char)
  })
}
