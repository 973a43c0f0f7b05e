/** Rows as CSV for spreadsheets, RFC 4180. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map(cells => cells.map(csvCell).join(',')).join('\r\n')

/** A leading sign would turn it into a formula. */
function csvCell(text: string): string {
  const plain = /^[=+@\t\r]|^-[^\d]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
