import { parseJson } from '../../base/text/parse-json.ts'
import { parseLenient } from '../json/lenient-json.ts'
import type { Json } from '../parser-schema.ts'

/** What a call gives for these arguments; undefined where only running it would tell. */
type Call = (...args: (Json | undefined)[]) => Json | undefined

const ofText =
  (read: (text: string) => Json | undefined): Call =>
  text => {
    if (typeof text !== 'string') return undefined
    try {
      return read(text)
    } catch {
      return undefined
    }
  }

const asItIs: Call = value => value

/** Functions without effects that scripts write their data with, by the names that they are called by. */
export const CALLS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['JSON.parse', ofText(text => parseLenient(text) ?? parseJson(text))],
  ['atob', ofText(atob)],
  ['decodeURIComponent', ofText(decodeURIComponent)],
  ['decodeURI', ofText(decodeURI)],
  ['unescape', ofText(unescape)],
  // Around `atob` it makes bytes of UTF-8 what `decodeURIComponent` reads.
  ['escape', ofText(escape)],
  ['Object.freeze', asItIs],
  ['Object.seal', asItIs],
  ['Object.assign', (...objects) => assign(objects)],
  ['structuredClone', asItIs],
  ['String', value => (isScalar(value) ? String(value) : undefined)],
  ['Number', value => (isScalar(value) ? numberOf(value) : undefined)],
  ['Boolean', value => (value === undefined ? undefined : Boolean(value))],
  [
    'Date.UTC',
    (...parts) => (parts.every(isNumber) ? numberOf(Date.UTC(...(parts as [number]))) : undefined),
  ],
])

/** What `new` gives for these arguments. */
export const CONSTRUCTIONS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['Date', dateOf],
  ['Set', (items = []) => (Array.isArray(items) ? items : undefined)],
  ['Map', (pairs = []) => objectOf(pairs)],
  ['URL', address => (typeof address === 'string' ? address : undefined)],
  ['String', value => (isScalar(value) ? String(value) : undefined)],
  ['Number', value => (isScalar(value) ? numberOf(value) : undefined)],
])

/** JSON has no other numbers than finite ones. */
export const numberOf = (value: Json): Json => {
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Null may stand for `undefined` or for what is not a number, and is none. */
export const isScalar = (value: Json | undefined): value is string | number | boolean =>
  value !== undefined && value !== null && typeof value !== 'object'

const isNumber = (value: Json | undefined) => typeof value === 'number'

function assign(objects: (Json | undefined)[]): Json | undefined {
  const isKnown = objects.every(one => one !== undefined && one !== null && typeof one === 'object')
  return isKnown ? Object.fromEntries(objects.flatMap(one => Object.entries(one as object))) : undefined
}

function objectOf(pairs: Json): Json | undefined {
  const isKnown = Array.isArray(pairs) && pairs.every(pair => Array.isArray(pair) && isScalar(pair[0]))
  return isKnown
    ? Object.fromEntries(pairs.map(pair => [String((pair as Json[])[0]), (pair as Json[])[1]!]))
    : undefined
}

/** A time with its offset, or a day alone, which is in UTC. */
const IS_CERTAIN =
  /^\d{4}-\d{2}-\d{2}$|\d:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|GMT|UTC|(?:GMT|UTC)?[+-]\d{2}:?\d{2})$/

/**
 * A moment in UTC. A time that is meant where the browser runs is written without an offset; what only the moment of
 * running tells is unknown.
 */
function dateOf(...parts: (Json | undefined)[]): Json | undefined {
  const [first] = parts
  if (parts.length === 1 && typeof first === 'number') return isoOf(new Date(first))
  if (parts.length === 1 && typeof first === 'string')
    return IS_CERTAIN.test(first) ? isoOf(new Date(first)) : first
  if (parts.length < 2 || !parts.every(isNumber)) return undefined
  return isoOf(new Date(Date.UTC(...(parts as [number, number]))))?.replace(/(?:\.\d+)?Z$/, '') ?? null
}

const isoOf = (date: Date): string | null => (Number.isNaN(date.getTime()) ? null : date.toISOString())
