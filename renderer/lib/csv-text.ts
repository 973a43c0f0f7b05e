/** Formats rows as CSV (RFC 4180) for spreadsheets. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map(cells => cells.map(csvCell).join(',')).join('\r\n')

/** A minus also begins formulas such as `-2+A1`, and so may only be followed by a number. */
const FORMULA = /^(?:[=+@\t\r]|-(?![\d.,]*(?:e[+-]?\d+)?%?$))/i

/** Quotes a cell if needed. A text that a spreadsheet would read as a formula gets a leading apostrophe. */
function csvCell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
