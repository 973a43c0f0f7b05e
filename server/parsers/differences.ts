import { fieldStep, joinPath } from './field-path.ts'
import type { Json, JsonObject } from './parser-schema.ts'

/** A place where two results differ. */
export interface Difference {
  /** Where in the data: `offers[2].price`; empty for the data as a whole. */
  field: string
  /** Null also where there is nothing. */
  before: Json
  after: Json
}

/** More are no longer looked at by anyone. */
const MAX_DIFFERENCES = 200

interface Pair {
  field: string
  before: Json | undefined
  after: Json | undefined
}

/** Where two results differ, in their order, two hundred places at most; the order of keys does not count. */
export function differences(before: Json, after: Json): Difference[] {
  const found: Difference[] = []
  const waiting: Pair[] = [{ field: '', before, after }]
  for (let pair = waiting.pop(); pair && found.length < MAX_DIFFERENCES; pair = waiting.pop()) {
    const inner = pairsIn(pair)
    if (inner) for (const one of inner.reverse()) waiting.push(one)
    else if (JSON.stringify(pair.before) !== JSON.stringify(pair.after))
      found.push({ field: pair.field, before: pair.before ?? null, after: pair.after ?? null })
  }
  return found
}

/** The values of two lists or two objects side by side; null where they are no such two. */
function pairsIn({ field, before, after }: Pair): Pair[] | null {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, at) => ({
      field: `${field}[${at}]`,
      before: before[at],
      after: after[at],
    }))
  }
  if (!isObject(before) || !isObject(after)) return null
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.map(name => ({
    field: joinPath(field, fieldStep(name)),
    before: ownOf(before, name),
    after: ownOf(after, name),
  }))
}

const ownOf = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
