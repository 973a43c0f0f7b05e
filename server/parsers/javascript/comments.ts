import { endOfString } from '../../base/text/parse-json.ts'
import { firstAtOrAfter } from '../../html/rising-numbers.ts'
import { endOfComment } from '../json/js-comment.ts'

/** Tells whether a position of a script is inside a comment. */
export type CommentTest = (at: number) => boolean

/** What may start a comment, a string or a regular expression. */
const MARK = /["'`]|\/[/*]?/g
/** A string ends with its line at the latest. */
const TEXTS: Readonly<Record<string, RegExp>> = {
  '"': /"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"?/y,
  "'": /'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'?/y,
}
const PATTERN = /^\/(?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[a-z]*/
/** A longer regular expression is taken for a division. */
const MAX_PATTERN_LENGTH = 200
/** What precedes a value, and so a regular expression, apart from white space. */
const BEFORE_VALUE =
  /(?:^|[(,=:[!&|?{;+\-*%<>~^]|(?<![\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|do|else))$/
const LOOK_BACK = 60
/** After a closing bracket, a slash usually is a division, except before these. */
const IS_TRIED = /^\.(?:test|exec)\b/

/** Returns a function that reads a script up to the position asked for. Each part is read only once. */
export function commentsOf(text: string): CommentTest {
  const starts: number[] = []
  const ends: number[] = []
  let read = text.includes('//') || text.includes('/*') ? 0 : text.length
  const readNext = (): void => {
    MARK.lastIndex = read
    const mark = MARK.exec(text)
    const end = mark ? endBehind(text, mark[0], mark.index) : text.length
    if (mark && mark[0].length > 1) {
      starts.push(mark.index)
      ends.push(end)
    }
    read = end
  }
  return at => {
    while (read <= at && read < text.length) readNext()
    const last = firstAtOrAfter(starts, at + 1) - 1
    return last >= 0 && at < ends[last]!
  }
}

/** Returns the position after what starts with this mark. */
function endBehind(text: string, mark: string, at: number): number {
  if (mark.length > 1) return endOfComment(text, at)
  if (mark === '`') return endOfString(text, at) + 1
  const string = TEXTS[mark]
  if (!string) return endOfPattern(text, at)
  string.lastIndex = at
  string.test(text)
  return string.lastIndex
}

function endOfPattern(text: string, at: number): number {
  const [pattern] = PATTERN.exec(text.slice(at, at + MAX_PATTERN_LENGTH)) ?? []
  if (pattern === undefined) return at + 1
  const before = text.slice(Math.max(0, at - LOOK_BACK), at).trimEnd()
  const end = at + pattern.length
  const isPattern =
    BEFORE_VALUE.test(before) || (/[)}]$/.test(before) && IS_TRIED.test(text.slice(end, end + 6)))
  return isPattern ? end : at + 1
}
