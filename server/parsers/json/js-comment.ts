/**
 * Returns the index after the JavaScript comment that starts at `at`; -1 if none starts there. An unclosed comment extends
 * to the end of the text.
 */
export function endOfComment(text: string, at: number): number {
  if (text[at] !== '/') return -1
  const mark = text[at + 1] === '*' ? '*/' : '\n'
  if (mark === '\n' && text[at + 1] !== '/') return -1
  const end = text.indexOf(mark, at + 2)
  return end < 0 ? text.length : end + mark.length
}
