/** Text of Markdown, in which a blank at the edge of a line is written as a reference to its number. */
export const decoded = (text: string): string =>
  text.replace(/&#x([\da-f]{1,6});/gi, (reference, digits: string) => {
    const code = Number.parseInt(digits, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference
  })
