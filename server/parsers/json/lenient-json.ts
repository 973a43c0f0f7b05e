import { decodeHTML } from 'entities/decode'
import { endOfString, parseJson } from '../../base/text/parse-json.ts'
import type { Json } from '../parser-schema.ts'
import { endOfComment } from './js-comment.ts'
import { unescapeJs } from './js-string.ts'

/** The maximum nesting. Node cannot serialize deeper JSON: its stack overflows between 1,000 and 5,000 levels. */
const MAX_DEPTH = 1000

/** What may precede the JSON of a script: a byte order mark, an HTML comment or a CDATA mark, also inside JS comments. */
const WRAPPING = /(?:[\s\uFEFF]|<!--|<!\[CDATA\[|(?:--)?>|\/\/|\/\*|\*\/)*/y

/** What may surround whole comments before it. */
const BLANK = /[\s\uFEFF]*/y

/** What may separate the objects of a script that holds several. */
const BETWEEN = /[\s,;]*/y

/** Strings, and outside of them syntax that only JavaScript allows. */
const LOOSE = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|,(?=\s*[\]}])|\b(?:undefined|NaN)\b|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** JSON whose quotes are escaped as in an HTML attribute. */
const ESCAPED = /[{[][\s{[]*&(?:quot|#0*34|#x0*22);/iy
const MAX_ESCAPED = 8_000_000

/** A value, and the index after it. */
export interface FoundJson {
  value: Json
  end: number
}

/**
 * Parses the object or list at the start of a text, after what wraps it; undefined if there is none. Ignores whatever
 * follows its end, comments and trailing commas. Keeps line breaks inside strings, and reads `undefined` as null.
 */
export const parseLenient = (text: string, start = 0): Json | undefined => readLenient(text, start)?.value

/** The same, with the index after the value. */
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
  const value = tryParse(json) ?? tryParse(toStrictJson(json))
  return value === undefined ? undefined : { value, end }
}

/** Parses all objects and lists of a text that holds several in sequence. */
export function parseEach(text: string): Json[] {
  const values: Json[] = []
  for (let found = readLenient(text, 0); found; found = readLenient(text, BETWEEN.lastIndex)) {
    values.push(found.value)
    BETWEEN.lastIndex = found.end
    BETWEEN.test(text)
  }
  return values
}

/** Returns the index at which a value starts: after marks, or else after whole comments. */
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

/** Parses a line of JSON. Throws if it is not JSON or nests too deeply. */
export function parseShallow(line: string): Json {
  const json = line.trim()
  if (/^[[{]/.test(json) && endOfValue(json, 0) !== json.length)
    throw new Error('It is not JSON, or is nested too deeply.')
  return parseJson(json)
}

/** Parses a text that consists of a single object or list; undefined for any other text. */
export function parseWhole(text: string): Json | undefined {
  const json = text.replace(/^\uFEFF/, '').trim()
  return endOfValue(json, 0) === json.length ? tryParse(json) : undefined
}

/**
 * Returns the index after the object or list at `start`, in one pass that skips strings and comments; null if it is not
 * closed.
 */
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

function tryParse(json: string): Json | undefined {
  try {
    return parseJson(json)
  } catch {
    return undefined
  }
}

/** Removes from JSON the syntax that only JavaScript allows. */
export function toStrictJson(json: string): string {
  return json.replace(LOOSE, token => {
    if (token === ',' || token.startsWith('/')) return ''
    return token.startsWith('"') ? JSON.stringify(unescapeJs(token.slice(1, -1))) : 'null'
  })
}
