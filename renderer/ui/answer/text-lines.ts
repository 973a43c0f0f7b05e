/** Longer lines are split, so that a line of many megabytes does not block the window. */
const MOST_CHARS = 2_000

/** Splits a text into lines without copying it. */
export function createLines(text: string) {
  const starts: number[] = []
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf('\n', at)
    const stop = end < 0 ? text.length : end
    starts.push(at)
    for (let piece = at + MOST_CHARS; piece < stop; piece += MOST_CHARS) starts.push(piece)
    at = stop + 1
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
