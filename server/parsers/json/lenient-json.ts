import type { Json } from '../parser-schema.ts'
import { endOfString, unescapeJs } from './js-string.ts'

/** Deeper JSON is refused: Node cannot write it out again (its stack ends between 1,000 and 5,000 levels). */
const MAX_DEPTH = 1000

/** What may stand before the JSON of a script: byte order mark, HTML comment, CDATA mark, all within JS comments. */
const WRAPPING = /(?:[\s\uFEFF]|<!--|<!\[CDATA\[|(?:--)?>|\/\/|\/\*|\*\/)*/y

/** Strings, and outside of them what only JavaScript allows. */
const LOOSE = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|,(?=\s*[\]}])|\b(?:undefined|NaN)\b/g

/**
 * The object or list that a text begins with, after what wraps it; undefined when there is none. Whatever follows
 * its end is ignored, so are trailing commas; line breaks inside strings are kept; `undefined` is null.
 */
export function parseLenient(text: string, start = 0): Json | undefined {
  WRAPPING.lastIndex = start
  WRAPPING.test(text)
  const begin = WRAPPING.lastIndex
  const end = endOfValue(text, begin)
  if (end === null) return undefined
  const json = text.slice(begin, end)
  return parse(json) ?? parse(tighten(json))
}

/** A line of JSON. Throws for any other text, and for one that is too deep. */
export function parseShallow(line: string): Json {
  const json = line.trim()
  if (/^[[{]/.test(json) && endOfValue(json, 0) !== json.length)
    throw new Error('It is not JSON, or is nested too deeply.')
  return JSON.parse(json)
}

/** The JSON of a text that is nothing but one object or list; undefined for any other text. */
export function parseWhole(text: string): Json | undefined {
  const json = text.replace(/^\uFEFF/, '').trim()
  return endOfValue(json, 0) === json.length ? parse(json) : undefined
}

/** One pass that knows strings: where the object or list at `start` closes; null where it does not. */
function endOfValue(text: string, start: number): number | null {
  if (text[start] !== '{' && text[start] !== '[') return null
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if ((char === '{' || char === '[') && ++depth > MAX_DEPTH) return null
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return null
}

function parse(json: string): Json | undefined {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function tighten(json: string): string {
  return json.replace(LOOSE, token => {
    if (token === ',') return ''
    return token.startsWith('"') ? JSON.stringify(unescapeJs(token.slice(1, -1))) : 'null'
  })
}
