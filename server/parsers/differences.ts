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
/** The number of characters after which a value is cut, and after which no further differences are listed. */
const MAX_VALUE_LENGTH = 10_000
const MAX_LISTED_LENGTH = 100_000

interface ValuePair {
  field: string
  before: Json | undefined
  after: Json | undefined
}

/**
 * Returns the places where two results differ, in their order, 200 at most. The order of keys does not count. Results may
 * be large, so it yields to other work meanwhile, and long values are cut.
 */
export async function differences(before: Json, after: Json): Promise<Difference[]> {
  const turns = createTurns()
  const found: Difference[] = []
  const levels: Iterator<ValuePair>[] = [[{ field: '', before, after }].values()]
  let left = MAX_LISTED_LENGTH
  while (levels.length > 0 && found.length < MAX_DIFFERENCES && left > 0) {
    if (turns.isOver()) await turns.next()
    const { value: pair, done } = levels.at(-1)!.next()
    if (done) levels.pop()
    else left -= compare(pair, levels, found)
  }
  return found
}

/**
 * Descends into two lists or two objects. Any other pair is compared as a whole. Returns how many characters it added to what was
 * found.
 */
function compare(pair: ValuePair, levels: Iterator<ValuePair>[], found: Difference[]): number {
  const { field, before, after } = pair
  const inner = pairsIn(pair)
  if (inner) levels.push(inner)
  if (inner || before === after) return 0
  const [cutBefore, cutAfter] = [createCutter(), createCutter()]
  found.push({ field, before: cutBefore.cut(before ?? null), after: cutAfter.cut(after ?? null) })
  return cutBefore.taken() + cutAfter.taken()
}

/** Creates what cuts a value after some characters: in the middle of a text, or after an item of a list or a field of an object. */
function createCutter() {
  let left = MAX_VALUE_LENGTH

  function cutLongText(text: string): string {
    const shown = text.length > left ? `${cutText(text, left)}…` : text
    left -= shown.length
    return shown
  }

  function* cutItems(list: Json[]): Generator<Json> {
    for (const item of list) {
      if (left <= 0) return
      yield cut(item)
    }
  }

  function* cutFields(object: JsonObject): Generator<[string, Json]> {
    for (const name of Object.keys(object)) {
      if (left <= 0) return
      yield [name, cut(object[name]!)]
      left -= name.length
    }
  }

  function cut(value: Json): Json {
    if (typeof value === 'string') return cutLongText(value)
    left--
    if (Array.isArray(value)) return [...cutItems(value)]
    return isObject<JsonObject>(value) ? Object.fromEntries(cutFields(value)) : value
  }

  return { cut, taken: () => MAX_VALUE_LENGTH - left }
}

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
