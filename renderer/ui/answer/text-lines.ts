/** Longer lines are split, so that a line of many megabytes does not block the window. */
const MAX_LINE_LENGTH = 2_000

/** Splits a text into lines without copying it. */
export function createLines(text: string) {
  const starts: number[] = []
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf('\n', at)
    const lineEnd = end < 0 ? text.length : end
    starts.push(at)
    for (let piece = at + MAX_LINE_LENGTH; piece < lineEnd; piece += MAX_LINE_LENGTH) starts.push(piece)
    at = lineEnd + 1
  }
  return {
    count: starts.length,
    lines: (from: number, to: number) =>
      starts.slice(from, to).map((start, index) => {
        const next = starts[from + index + 1] ?? text.length + 1
        return text.slice(start, next).replace(/\r?\n$/, '')
      }),
  }
}
