/** The place behind the comment of JavaScript that starts here; -1 where none does. One that does not end takes all the rest. */
export function endOfComment(text: string, at: number): number {
  if (text[at] !== '/') return -1
  const mark = text[at + 1] === '*' ? '*/' : '\n'
  if (mark === '\n' && text[at + 1] !== '/') return -1
  const end = text.indexOf(mark, at + 2)
  return end < 0 ? text.length : end + mark.length
}
