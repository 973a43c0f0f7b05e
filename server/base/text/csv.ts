/** Line ends of a CSV. A file that was merged from several can mix them. */
export const LINE_ENDS = ['\r\n', '\n', '\r']

/** The delimiters of a CSV. Spreadsheet programs write semicolons in locales with a decimal comma, and copy tabs. */
export const DELIMITERS = [',', ';', '\t']

const SEPARATOR_LINE = /^\ufeff?"?sep=([\t !#-~])"?(?:\r\n|[\r\n]|$)/i

/** Returns the line before the header that tells spreadsheet programs the delimiter: `sep=;`. */
export function separatorLine(text: string): { delimiter: string; line: string } | null {
  const [line, delimiter] = SEPARATOR_LINE.exec(text) ?? []
  return line === undefined || delimiter === undefined ? null : { delimiter, line }
}

/** Number of characters at the start of a file that are examined. */
const HEAD_LENGTH = 8_192

/** Detects the delimiter of a CSV: the candidate that appears most often outside quotes in its first line. */
export function delimiterOf(text: string, delimiters: readonly string[]): string {
  const unquoted = text
    .slice(0, HEAD_LENGTH)
    .replaceAll(/"[^"]*"/g, '')
    .trimStart()
  const [head = ''] = unquoted.split(/[\r\n]/, 1)
  const count = (delimiter: string) => head.split(delimiter).length
  return delimiters.toSorted((one, other) => count(other) - count(one))[0]!
}
