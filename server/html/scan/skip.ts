import { BANG, CLOSE, DASH, endsName, isFolded } from './characters.ts'
import type { Source } from './source.ts'

/** The place behind a comment whose `<!--` is here. */
export function endOfComment({ text, codes }: Source, from: number): number {
  const start = from + 4
  if (codes[start] === CLOSE) return start + 1
  if (codes[start] === DASH && codes[start + 1] === CLOSE) return start + 2
  for (let at = text.indexOf('--', start); at >= 0; at = text.indexOf('--', at + 1)) {
    if (codes[at + 2] === CLOSE) return at + 3
    if (codes[at + 2] === BANG && codes[at + 3] === CLOSE) return at + 4
  }
  return text.length
}

/** The place behind what only looks like a comment or a tag: it ends with the next `>`. */
export function endOfBogus({ text }: Source, from: number): number {
  const end = text.indexOf('>', from)
  return end < 0 ? text.length : end + 1
}

/** The place of the end tag of an element whose content is only text; the length of the source where there is none. */
export function endOfRawText({ text, codes }: Source, from: number, name: string): number {
  for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2)) {
    const to = at + 2 + name.length
    if (to < text.length && endsName(codes[to]!) && isFolded(codes, at + 2, name)) return at
  }
  return text.length
}

const SCRIPT_MARKS = /<!--|-->|<\/?script[\s/>]/gi
const COMMENT = '<!--'
const COMMENT_END = '-->'

/**
 * The place of the end tag of a script. In a comment it may hold a script of its own, whose end tag is not its: the
 * tokenizer states "script data escaped" and "script data double escaped".
 */
export function endOfScript(source: Source, from: number): number {
  const { text } = source
  const end = endOfRawText(source, from, 'script')
  if (!text.slice(from, end).includes(COMMENT)) return end
  let inComment = false
  let inScript = false
  SCRIPT_MARKS.lastIndex = from
  for (let mark = SCRIPT_MARKS.exec(text); mark; mark = SCRIPT_MARKS.exec(text)) {
    const [found] = mark
    if (found === COMMENT) {
      inComment = true
      // Its dashes may be those of its end.
      SCRIPT_MARKS.lastIndex = mark.index + 2
    } else if (found === COMMENT_END) inComment = inScript = false
    else if (found[1] !== '/') inScript = inComment
    else if (!inScript) return mark.index
    else inScript = false
  }
  return text.length
}
