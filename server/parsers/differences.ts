import { isObject } from '../base/is-object.ts'
import { cutText } from '../base/text/cut-text.ts'
import { createTurns } from '../base/turns.ts'
import { fieldStep, joinPath } from './field-path.ts'
import type { Json, JsonObject } from './parser-schema.ts'

/** A place where two results differ. */
interface Difference {
  /** Where in the data: `offers[2].price`; empty for the data as a whole. */
  field: string
  /** Null also if the value is absent. */
  before: Json
  after: Json
}

/** Nobody reads a longer list. */
const MAX_DIFFERENCES = 200
/** The number of characters after which a text is cut. */
const MAX_TEXT_LENGTH = 10_000

interface ValuePair {
  field: string
  before: Json | undefined
  after: Json | undefined
}

/**
 * Returns the places where two results differ, in their order, 200 at most. The order of keys does not count. Results may
 * be large, so it yields to other work meanwhile, and long texts are cut.
 */
export async function differences(before: Json, after: Json): Promise<Difference[]> {
  const turns = createTurns()
  const found: Difference[] = []
  const levels: Iterator<ValuePair>[] = [[{ field: '', before, after }].values()]
  while (levels.length > 0 && found.length < MAX_DIFFERENCES) {
    if (turns.isOver()) await turns.next()
    const { value: pair, done } = levels.at(-1)!.next()
    if (done) levels.pop()
    else compare(pair, levels, found)
  }
  return found
}

/** Descends into two lists or two objects. Any other pair is compared as a whole. */
function compare(pair: ValuePair, levels: Iterator<ValuePair>[], found: Difference[]): void {
  const { field, before, after } = pair
  const inner = pairsIn(pair)
  if (inner) levels.push(inner)
  else if (before !== after) found.push({ field, before: cutLongText(before), after: cutLongText(after) })
}

const cutLongText = (value: Json | undefined): Json =>
  typeof value === 'string' && value.length > MAX_TEXT_LENGTH
    ? `${cutText(value, MAX_TEXT_LENGTH)}…`
    : (value ?? null)

/** Pairs the values of two lists or two objects; null for any other pair. */
function pairsIn({ field, before, after }: ValuePair): Iterator<ValuePair> | null {
  if (Array.isArray(before) && Array.isArray(after)) return pairsOfLists(field, before, after)
  return isObject<JsonObject>(before) && isObject<JsonObject>(after)
    ? pairsOfObjects(field, before, after)
    : null
}

function* pairsOfLists(field: string, before: Json[], after: Json[]): Generator<ValuePair> {
  const length = Math.max(before.length, after.length)
  for (let at = 0; at < length; at++) yield { field: `${field}[${at}]`, before: before[at], after: after[at] }
}

function* pairsOfObjects(field: string, before: JsonObject, after: JsonObject): Generator<ValuePair> {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    yield { field: joinPath(field, fieldStep(name)), before: ownOf(before, name), after: ownOf(after, name) }
}

const ownOf = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined
