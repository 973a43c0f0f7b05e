import type { PageScript } from '../html/read-scripts.ts'
import type { Json } from '../parser-schema.ts'
import { endOfString, unescapeJs } from './js-string.ts'
import { parseLenient } from './lenient-json.ts'

/** How many assignments to one name are tried, so that a hostile page costs linear time. */
const MAX_ASSIGNMENTS = 50

/** What follows a name that is assigned to: `X = `, `window["X"] = `. */
const ASSIGNS = /(?:["']\s*\])?\s*=(?![=>])\s*/y
const JSON_PARSE = /JSON\s*\.\s*parse\s*\(\s*(?=["'`])/y

/**
 * The JSON that goes by a name in the scripts of a page: in the scripts of that id, then wherever a variable or
 * property of that name is assigned an object, a list or a `JSON.parse("…")`.
 */
export function scriptValues(scripts: PageScript[], name: string): Json[] {
  const variable = name.replace(/^(?:window|self|globalThis)\./, '')
  const named = scripts.filter(script => script.id === name).map(script => parseLenient(script.text))
  const assigned: (Json | undefined)[] = []
  for (const { text } of scripts)
    assigned.push(...assignedValues(text, variable, MAX_ASSIGNMENTS - assigned.length))
  return [...named, ...assigned].filter(value => value !== undefined)
}

function assignedValues(text: string, name: string, most: number): (Json | undefined)[] {
  const values: (Json | undefined)[] = []
  if (name === '' || most === 0) return values
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (/[\w$]/.test(text.charAt(at - 1)) || !moveTo(ASSIGNS, text, at + name.length)) continue
    values.push(valueAt(text, ASSIGNS.lastIndex))
    if (values.length === most) break
  }
  return values
}

function valueAt(text: string, start: number): Json | undefined {
  if (!moveTo(JSON_PARSE, text, start)) return parseLenient(text, start)
  const quote = JSON_PARSE.lastIndex
  return parseLenient(unescapeJs(text.slice(quote + 1, endOfString(text, quote))))
}

/** Whether a sticky pattern matches here; its `lastIndex` is then the end of the match. */
function moveTo(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
