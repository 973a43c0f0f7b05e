/** How lines of a CSV may end. A file that was put together from several has lines that end differently. */
export const LINE_ENDS = ['\r\n', '\n', '\r']

const SEPARATOR_LINE = /^\ufeff?"?sep=([\t !#-~])"?(?:\r\n|[\r\n]|$)/i

/** The line before the header that tells spreadsheet programs what stands between the cells: `sep=;`. */
export function separatorLine(text: string): { delimiter: string; line: string } | null {
  const [line, delimiter] = SEPARATOR_LINE.exec(text) ?? []
  return line === undefined || delimiter === undefined ? null : { delimiter, line }
}

/** How far from its beginning a file is looked at. */
const HEAD_LENGTH = 8_192

/** What stands between the cells of a CSV: of these, the one that its first line has most often outside quotes. */
export function delimiterOf(text: string, delimiters: readonly string[]): string {
  const unquoted = text
    .slice(0, HEAD_LENGTH)
    .replaceAll(/"[^"]*"/g, '')
    .trimStart()
  const [head = ''] = unquoted.split(/[\r\n]/, 1)
  const count = (delimiter: string) => head.split(delimiter).length
  return delimiters.toSorted((one, other) => count(other) - count(one))[0]!
}
