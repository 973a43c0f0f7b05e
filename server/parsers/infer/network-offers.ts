import { formatStep, type PathStep } from '../json/json-path.ts'
import type { NetworkAnswer } from '../network.ts'
import type { Json, JsonObject, RuleObject } from '../parser-schema.ts'

/** A field that an answer could give. */
interface NetworkOffer {
  /** A name for it. */
  name: string
  rule: RuleObject
  /** The number of objects in its list; null for a single object. */
  count: number | null
}

const MAX_DEPTH = 5
const MAX_NODES = 2_000
const MAX_OFFERS = 4
const MAX_FIELDS = 20
/** How many items of a list are checked for fields. */
const MAX_ITEMS_CHECKED = 20

/** Finds the lists of objects in the data of a response, the largest first; without a list, the object itself. */
export function offersOf(pattern: string, value: Json): NetworkOffer[] {
  const lists = listsIn(value)
    .map(({ path, items }) => listOffer(pattern, path, items))
    .filter(({ rule }) => Object.keys(rule.fields!).length > 0)
    .sort((one, other) => sizeOf(other) - sizeOf(one))
  if (lists.length > 0) return lists.slice(0, MAX_OFFERS)
  const fields = isObject(value) ? fieldsOf([value]) : {}
  if (Object.keys(fields).length === 0) return []
  return [{ name: nameOf(pattern, []), rule: { network: pattern, fields }, count: null }]
}

const sizeOf = ({ count, rule }: NetworkOffer) => (count ?? 1) * Object.keys(rule.fields!).length

interface ObjectList {
  path: string[]
  items: JsonObject[]
}

/** Searches breadth-first, so that lists near the top are found within the bounds. */
function listsIn(value: Json): ObjectList[] {
  const lists: ObjectList[] = []
  const queue: { at: Json; path: string[] }[] = [{ at: value, path: [] }]
  for (let node = 0; node < queue.length && node < MAX_NODES; node++) {
    const { at, path } = queue[node]!
    if (Array.isArray(at)) {
      const items = at.slice(0, 1_000).filter(isObject)
      if (items.length > 1) lists.push({ path, items })
    } else if (isObject(at) && path.length < MAX_DEPTH)
      for (const [key, inner] of Object.entries(at)) queue.push({ at: inner, path: [...path, key] })
  }
  return lists
}

const listOffer = (pattern: string, path: string[], items: JsonObject[]): NetworkOffer => ({
  name: nameOf(pattern, path),
  rule: {
    network: pattern,
    ...(path.length > 0 && { path: formatPath(path) }),
    all: true,
    fields: fieldsOf(items.slice(0, MAX_ITEMS_CHECKED)),
  },
  count: items.length,
})

/** Returns fields for the keys of objects that hold plain values, in their order. */
export function fieldsOf(items: readonly JsonObject[]): Record<string, { json: string }> {
  const keys = new Set<string>()
  for (const item of items)
    for (const [key, value] of Object.entries(item))
      if (value !== null && typeof value !== 'object') keys.add(key)
  const fields = [...keys].slice(0, MAX_FIELDS).map(key => [plainName(key), { json: formatPath([key]) }])
  return Object.fromEntries(fields)
}

/** Names a field by the last word of its path, or of the address if the path is that of the whole response. */
function nameOf(pattern: string, path: string[]): string {
  const segments = pattern.split(/[/?]/).filter(segment => /^[a-z][\w-]*$/i.test(segment))
  return plainName(path.at(-1) ?? segments.at(-1) ?? 'data')
}

/** Converts a word to the name of a field: `priceTotal` to `price_total`. */
export const plainName = (word: string) =>
  word
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase() || 'value'

export const formatPath = (path: readonly PathStep[]) => path.map(formatStep).join('').replace(/^\./, '')

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part of a path that identifies one resource: a number, a hash, an id. */
const IS_ID = /^(?:\d+|[0-9a-f]{12,}|[0-9a-f]{8}-[0-9a-f-]{20,})$/i

/**
 * Returns the address of a response as a pattern: its path, with a star for each part that differs between responses of the
 * same form.
 */
export function patternOf(url: string, all: readonly Pick<NetworkAnswer, 'url'>[]): string {
  const form = formOf(url)
  const isOne =
    new Set(all.filter(other => formOf(other.url) === form).map(other => pathOf(other.url))).size === 1
  return isOne ? pathOf(url) : form
}

const pathOf = (url: string) => URL.parse(url)?.pathname ?? url

const formOf = (url: string) =>
  pathOf(url)
    .split('/')
    .map(segment => (IS_ID.test(segment) ? '*' : segment))
    .join('/')
