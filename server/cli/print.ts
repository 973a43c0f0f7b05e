/** Prints the result of a command: JSON with `--json`, otherwise lines for people. */
export function print(
  value: unknown,
  options: { json?: boolean },
  lines: () => string | string[],
  out: NodeJS.WritableStream = process.stdout,
): void {
  out.write(`${options.json ? JSON.stringify(value, null, 2) : [lines()].flat().join('\n')}\n`)
}

/** Formats rows as columns, two blanks apart. */
export function columns(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]!.length))) ?? []
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** A shortened time for people, or a dash if there is none. */
export const shortTime = (time: string | null) => (time ? time.slice(0, 16).replace('T', ' ') : '–')
