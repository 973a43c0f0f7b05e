import { endOfString, parseJson } from '../../base/text/parse-json.ts'
import type { Json } from '../parser-schema.ts'
import { endOfComment } from './js-comment.ts'
import { beginOf, toStrictJson } from './lenient-json.ts'

const MAX_DEPTH = 1000

/** What may follow a complete string. Anything else shows that a quote inside a string is not escaped. */
const AFTER_STRING = /\s*(?:[,:}\]/]|$)/y

/** An open bracket: the character that closes it, and the open bracket around it. */
interface OpenBracket {
  closer: string
  depth: number
  outer: OpenBracket | null
}

/** A place at which JSON may be cut: apart from its open brackets, everything before it is complete. */
interface CutPoint {
  end: number
  open: OpenBracket
}

/**
 * Parses the complete members of an object or list whose end is missing. A value that may itself be cut, such as a number
 * at the very end, is left out. Returns undefined if more than the end is wrong.
 */
export function closeUnfinished(text: string): Json | undefined {
  const cutPoints = cutPointsOf(text, beginOf(text, 0))
  for (const { end, open } of cutPoints) {
    try {
      return parseJson(toStrictJson(text.slice(beginOf(text, 0), end) + closersOf(open)))
    } catch {}
  }
  return undefined
}

/** Returns the places to cut, best first: after the last string or bracket that was closed, then before the last comma. */
function cutPointsOf(text: string, start: number): CutPoint[] {
  if (text[start] !== '{' && text[start] !== '[') return []
  let open: OpenBracket | null = null
  let last: CutPoint | null = null
  let comma: CutPoint | null = null
  for (let at = start; at < text.length; at++) {
    const char = text[at]!
    if (char === '{' || char === '[') {
      open = createBracket(open, char)
      if (open.depth > MAX_DEPTH) return []
    } else if (char === '}' || char === ']') {
      if (open?.closer !== char) return []
      open = open.outer
      if (!open) return []
      last = { end: at + 1, open }
    } else if (char === '"') {
      at = endOfString(text, at)
      if (open && at < text.length && isComplete(text, at + 1)) last = { end: at + 1, open }
    } else if (char === '/') at = Math.max(at, endOfComment(text, at) - 1)
    else if (char === ',' && open) comma = { end: at, open }
  }
  return [last, comma].filter(cut => cut !== null)
}

function isComplete(text: string, end: number): boolean {
  AFTER_STRING.lastIndex = end
  return AFTER_STRING.test(text)
}

const createBracket = (outer: OpenBracket | null, char: string): OpenBracket => ({
  closer: char === '{' ? '}' : ']',
  depth: (outer?.depth ?? 0) + 1,
  outer,
})

function closersOf(open: OpenBracket): string {
  let closers = ''
  for (let at: OpenBracket | null = open; at; at = at.outer) closers += at.closer
  return closers
}
