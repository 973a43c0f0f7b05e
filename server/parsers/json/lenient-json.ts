import { decodeHTML } from 'entities/decode'
import { endOfString, parseJson } from '../../base/text/parse-json.ts'
import type { Json } from '../parser-schema.ts'
import { endOfComment } from './js-comment.ts'
import { unescapeJs } from './js-string.ts'

/** Deeper JSON is refused: Node cannot write it out again (its stack ends between 1,000 and 5,000 levels). */
const MAX_DEPTH = 1000

/** What may stand before the JSON of a script: byte order mark, HTML comment, CDATA mark, all within JS comments. */
const WRAPPING = /(?:[\s\uFEFF]|<!--|<!\[CDATA\[|(?:--)?>|\/\/|\/\*|\*\/)*/y

/** What may stand before it around whole comments. */
const BLANK = /[\s\uFEFF]*/y

/** Between the objects of a script that holds several. */
const BETWEEN = /[\s,;]*/y

/** Strings, and outside of them what only JavaScript allows. */
const LOOSE = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|,(?=\s*[\]}])|\b(?:undefined|NaN)\b|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** JSON whose quotes are written as in an attribute of HTML. */
const ESCAPED = /[{[][\s{[]*&(?:quot|#0*34|#x0*22);/iy
const MAX_ESCAPED = 8_000_000

/** A value, and the place behind it. */
export interface FoundJson {
  value: Json
  end: number
}

/**
 * The object or list that a text begins with, after what wraps it; undefined when there is none. Whatever follows
 * its end is ignored, so are comments and trailing commas; line breaks inside strings are kept; `undefined` is null.
 */
export const parseLenient = (text: string, start = 0): Json | undefined => readLenient(text, start)?.value

/** The same, with the place behind it. */
export function readLenient(text: string, start: number): FoundJson | undefined {
  const begin = beginOf(text, start)
  ESCAPED.lastIndex = begin
  if (ESCAPED.test(text)) {
    const value = parseLenient(decodeHTML(text.slice(begin, begin + MAX_ESCAPED)))
    return value === undefined ? undefined : { value, end: text.length }
  }
  const end = endOfValue(text, begin)
  if (end === null) return undefined
  const json = text.slice(begin, end)
  const value = parse(json) ?? parse(tighten(json))
  return value === undefined ? undefined : { value, end }
}

/** The objects and lists of a text that holds one after the other. */
export function parseEach(text: string): Json[] {
  const values: Json[] = []
  for (let found = readLenient(text, 0); found; found = readLenient(text, BETWEEN.lastIndex)) {
    values.push(found.value)
    BETWEEN.lastIndex = found.end
    BETWEEN.test(text)
  }
  return values
}

/** Where a value begins: behind marks, or behind whole comments where it is not. */
export function beginOf(text: string, start: number): number {
  WRAPPING.lastIndex = start
  WRAPPING.test(text)
  return isOpening(text[WRAPPING.lastIndex]) ? WRAPPING.lastIndex : skipComments(text, start)
}

function skipComments(text: string, start: number): number {
  let at = start
  for (let next = start; next >= 0; next = endOfComment(text, at)) {
    BLANK.lastIndex = next
    BLANK.test(text)
    at = BLANK.lastIndex
  }
  return at
}

const isOpening = (char: string | undefined) => char === '{' || char === '['

/** A line of JSON. Throws for any other text, and for one that is too deep. */
export function parseShallow(line: string): Json {
  const json = line.trim()
  if (/^[[{]/.test(json) && endOfValue(json, 0) !== json.length)
    throw new Error('It is not JSON, or is nested too deeply.')
  return parseJson(json)
}

/** The JSON of a text that is nothing but one object or list; undefined for any other text. */
export function parseWhole(text: string): Json | undefined {
  const json = text.replace(/^\uFEFF/, '').trim()
  return endOfValue(json, 0) === json.length ? parse(json) : undefined
}

/** One pass that knows strings and comments: where the object or list at `start` closes; null where it does not. */
function endOfValue(text: string, start: number): number | null {
  if (!isOpening(text[start])) return null
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '/') at = Math.max(at, endOfComment(text, at) - 1)
    else if ((char === '{' || char === '[') && ++depth > MAX_DEPTH) return null
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return null
}

function parse(json: string): Json | undefined {
  try {
    return parseJson(json)
  } catch {
    return undefined
  }
}

/** JSON without what only JavaScript allows. */
export function tighten(json: string): string {
  return json.replace(LOOSE, token => {
    if (token === ',' || token.startsWith('/')) return ''
    return token.startsWith('"') ? JSON.stringify(unescapeJs(token.slice(1, -1))) : 'null'
  })
}
