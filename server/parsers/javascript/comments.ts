import { endOfString } from '../../base/text/parse-json.ts'
import { endOfComment } from '../json/js-comment.ts'

/** Tells whether a place of a script lies in a comment. */
export type InComment = (at: number) => boolean

/** What may begin a comment, a text or a regular expression. */
const MARK = /["'`]|\/[/*]?/g
/** A text ends with its line at the latest. */
const TEXTS: Readonly<Record<string, RegExp>> = {
  '"': /"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"?/y,
  "'": /'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'?/y,
}
const PATTERN = /^\/(?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[a-z]*/
/** A longer regular expression is taken for a division. */
const LONGEST_PATTERN = 200
/** What stands before a value, and so before a regular expression, but for blanks. */
const BEFORE_VALUE =
  /(?:^|[(,=:[!&|?{;+\-*%<>~^]|(?<![\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|do|else))$/
const LOOK_BACK = 60
/** Behind a closing bracket a division is the rule, but for these. */
const IS_TRIED = /^\.(?:test|exec)\b/

/** Reads a script as far as it is asked about, once. */
export function commentsOf(text: string): InComment {
  const starts: number[] = []
  const ends: number[] = []
  let read = text.includes('//') || text.includes('/*') ? 0 : text.length
  const readOn = (): void => {
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
    while (read <= at && read < text.length) readOn()
    const last = lastUpTo(starts, at)
    return last >= 0 && at < ends[last]!
  }
}

/** The place behind what begins with such a mark. */
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
  const [pattern] = PATTERN.exec(text.slice(at, at + LONGEST_PATTERN)) ?? []
  if (pattern === undefined) return at + 1
  const before = text.slice(Math.max(0, at - LOOK_BACK), at).trimEnd()
  const end = at + pattern.length
  const isPattern =
    BEFORE_VALUE.test(before) || (/[)}]$/.test(before) && IS_TRIED.test(text.slice(end, end + 6)))
  return isPattern ? end : at + 1
}

/** The index of the last of rising numbers that is no larger; -1 where there is none. */
function lastUpTo(rising: number[], most: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rising[middle]! <= most) low = middle + 1
    else high = middle
  }
  return low - 1
}
