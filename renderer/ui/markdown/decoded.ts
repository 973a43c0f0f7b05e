/** Decodes numeric character references in Markdown text, which stand for blanks at the edge of a line. */
export const decodeReferences = (text: string): string =>
  text.replace(/&#x([\da-f]{1,6});/gi, (reference, digits: string) => {
    const code = Number.parseInt(digits, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference
  })
