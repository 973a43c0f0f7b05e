import { parseJson } from '../../base/text/parse-json.ts'
import { parseLenient } from '../json/lenient-json.ts'
import type { Json } from '../parser-schema.ts'

/** Returns the result of a call with these arguments; undefined if only running it would tell. */
type KnownFunction = (...args: (Json | undefined)[]) => Json | undefined

const ofText =
  (read: (text: string) => Json | undefined): KnownFunction =>
  text => {
    if (typeof text !== 'string') return undefined
    try {
      return read(text)
    } catch {
      return undefined
    }
  }

const identity: KnownFunction = value => value

/** Functions without effects that scripts use to write their data, by name. */
export const KNOWN_FUNCTIONS: ReadonlyMap<string, KnownFunction> = new Map<string, KnownFunction>([
  ['JSON.parse', ofText(text => parseLenient(text) ?? parseJson(text))],
  ['atob', ofText(atob)],
  ['decodeURIComponent', ofText(decodeURIComponent)],
  ['decodeURI', ofText(decodeURI)],
  ['unescape', ofText(unescape)],
  // Around `atob`, it turns UTF-8 bytes into the input of `decodeURIComponent`.
  ['escape', ofText(escape)],
  ['Object.freeze', identity],
  ['Object.seal', identity],
  ['Object.assign', (...objects) => assign(objects)],
  ['structuredClone', identity],
  ['String', value => (isScalar(value) ? String(value) : undefined)],
  ['Number', value => (isScalar(value) ? numberOf(value) : undefined)],
  ['Boolean', value => (value === undefined ? undefined : Boolean(value))],
  [
    'Date.UTC',
    (...parts) => (parts.every(isNumber) ? numberOf(Date.UTC(...(parts as [number]))) : undefined),
  ],
])

/** The results of `new` with these arguments, by constructor. */
export const KNOWN_CONSTRUCTORS: ReadonlyMap<string, KnownFunction> = new Map<string, KnownFunction>([
  ['Date', dateOf],
  ['Set', (items = []) => (Array.isArray(items) ? items : undefined)],
  ['Map', (pairs = []) => objectOf(pairs)],
  ['URL', address => (typeof address === 'string' ? address : undefined)],
  ['String', value => (isScalar(value) ? String(value) : undefined)],
  ['Number', value => (isScalar(value) ? numberOf(value) : undefined)],
])

/** Converts to a number; null if it is not finite, since JSON has no such numbers. */
export const numberOf = (value: Json): Json => {
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Null is not a scalar here, since it may stand for `undefined` or `NaN`. */
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

/** A time with an offset, or only a day, which is in UTC. */
const IS_CERTAIN =
  /^\d{4}-\d{2}-\d{2}$|\d:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|GMT|UTC|(?:GMT|UTC)?[+-]\d{2}:?\d{2})$/

/**
 * Returns a point in time in UTC. A local time of the browser is returned without an offset. Undefined if the result
 * depends on when the script runs.
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
