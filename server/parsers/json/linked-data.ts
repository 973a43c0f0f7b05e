import type { PageScript } from '../html/read-scripts.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import { parseLenient } from './lenient-json.ts'

/**
 * Every object with an `@type` in the JSON-LD scripts of a page, in document order: in `@graph`, in lists, in other
 * objects. Scripts that hold no JSON are passed over.
 */
export function readLinkedData(scripts: PageScript[]): JsonObject[] {
  const values = scripts
    .filter(script => script.type === 'application/ld+json')
    .map(script => parseLenient(script.text))
  return typedObjects(values.filter(value => value !== undefined))
}

/** Whether an object is of a type; `Product`, `schema:Product` and `https://schema.org/Product` are one type. */
export function isOfType(object: JsonObject, type: string): boolean {
  const wanted = shortType(type)
  return [object['@type']].flat().some(own => typeof own === 'string' && shortType(own) === wanted)
}

/** A loop, since JSON nests as deep as its author likes. */
function typedObjects(values: Json[]): JsonObject[] {
  const found: JsonObject[] = []
  const waiting = values.toReversed()
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && Object.hasOwn(value, '@type')) found.push(value)
    for (const child of Object.values(value).reverse()) waiting.push(child)
  }
  return found
}

function shortType(type: string): string {
  return type.trim().replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '')
}
