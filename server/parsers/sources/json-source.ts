import { explainPath } from '../json/explain-path.ts'
import { explainGap, gapOf, withoutGaps } from '../json/gaps.ts'
import { type JsonPath, leadsToMany, type ReferenceResolver, readPath } from '../json/json-path.ts'
import { type PageView, whyMissing } from '../page-view.ts'
import type { Json } from '../parser-schema.ts'
import { EMPTY_TEXT, isBlank, noValue, type ReadResult } from '../values/reading.ts'
import type { CompiledSource, Scope } from './source.ts'

/** Reads a path in the current JSON, or in a page that is JSON. */
export function jsonSource(options: PathOptions): CompiledSource {
  return pathSource(
    options,
    takeFromFirst,
    () => 'the page is not JSON',
    (scope, page) => {
      const value = scope.item === undefined ? page.json() : scope.item
      return value === undefined ? [] : [value]
    },
    MAY_REFER,
  )
}

/** Reads a path in the data of scripts with this name; the first script in which the path has a value is used. */
export function scriptSource(name: string, options: PathOptions): CompiledSource {
  const missing = (page: PageView) => page.scripts().whyNone(name)
  return pathSource(options, takeFromFirst, missing, (_, page) => page.scripts().valuesOf(name))
}

/**
 * Reads a path in data that the page fetched, by address: in the first response in which the path has a value, or in all.
 */
export function networkSource(pattern: string, options: PathOptions): CompiledSource {
  const missing = (page: PageView) => page.network().whyNone(pattern)
  const takeValues = options.all ? takeFromEach : takeFromFirst
  return pathSource(options, takeValues, missing, (_, page) => page.network().valuesOf(pattern))
}

/** Reads a path in linked data of these types: in the first object in which the path has a value, or in all. */
export function jsonLdSource(types: string[], options: PathOptions): CompiledSource {
  const missing = (page: PageView) => page.whyNoneOfType('JSON-LD', types)
  const takeValues = options.all ? takeFromEach : takeFromFirst
  return pathSource(
    options,
    takeValues,
    missing,
    (_, page) => {
      const objects = types.flatMap(type => page.linkedData(type))
      return types.length > 1 ? [...new Set(objects)] : objects
    },
    MAY_REFER,
  )
}

/** Reads a path in microdata of these types, like `jsonLdSource`. */
export function microdataSource(types: string[], options: PathOptions): CompiledSource {
  const missing = (page: PageView) => page.whyNoneOfType('microdata', types)
  const takeValues = options.all ? takeFromEach : takeFromFirst
  return pathSource(options, takeValues, missing, (_, page) => [
    ...new Set(types.flatMap(type => page.microdata(type))),
  ])
}

/**
 * Reads a path in JSON that another source reads, such as that of an attribute: in the first place in which the path has a
 * value, or in all.
 */
export function jsonInSource(source: CompiledSource, options: PathOptions): CompiledSource {
  return {
    find(scope, page, frame) {
      const scopes = source.find(scope, page, frame)
      if (typeof scopes === 'string') return scopes
      const values = scopes.flatMap(foundScope => {
        const { value } = source.read(foundScope, page)
        const json = typeof value === 'string' ? page.jsonIn(value) : undefined
        return json === undefined ? [] : [{ node: foundScope.node, json }]
      })
      if (values.length === 0) return 'matched, but what it reads is not JSON'
      const found = values.map(({ node, json }) => takeFrom(json, options).map(item => ({ node, item })))
      const items = options.all ? found.flat() : (found.find(({ length }) => length > 0) ?? [])
      return items.length > 0 ? items : explainPath(values[0]!.json, options.path)
    },
    read: readItem,
  }
}

/** Reads the JSON that was found. Blank text counts as missing. */
export function readItem({ item }: Scope): ReadResult {
  if (item === undefined || item === null) return noValue('matched, but it is null')
  const spread = gapOf(item)
  if (spread !== undefined) return noValue(explainGap(spread))
  return isBlank(item) ? noValue(EMPTY_TEXT) : { value: withoutGaps(item) }
}

/** Of a list of linked data, some items may be references while others are not. */
const MAY_REFER = true

function pathSource(
  options: PathOptions,
  takeValues: (candidates: Json[], options: PathOptions, follow?: ReferenceResolver) => Json[],
  missing: (page: PageView) => string,
  candidates: (scope: Scope, page: PageView) => Json[],
  mayRefer = false,
): CompiledSource {
  const followsAtOnce = mayRefer && leadsToMany(options.path)
  return {
    find(scope, page) {
      const values = candidates(scope, page)
      if (values.length === 0) return whyMissing(page, missing(page))
      const found = takeValues(values, options, followsAtOnce ? page.linkedNode : undefined)
      // Most data has no references, so one value is looked for through them only if it is not found without them.
      const items = found.length > 0 || followsAtOnce ? found : takeValues(values, options, page.linkedNode)
      if (items.length === 0) return explainPath(values[0]!, options.path, page.linkedNode)
      return items.map(item => ({ node: scope.node, item }))
    },
    read: readItem,
  }
}

/** How a rule takes the values at a path. */
interface PathOptions {
  path: JsonPath
  /** Takes all items of a list, or all values that `[*]` finds. */
  all: boolean
  /** Reads fields from the value; from a list, those of its first item. */
  fields: boolean
}

/** Takes from the first value that has something at the path. */
function takeFromFirst(candidates: Json[], options: PathOptions, follow?: ReferenceResolver): Json[] {
  for (const value of candidates) {
    const items = takeFrom(value, options, follow)
    if (items.length > 0) return items
  }
  return []
}

/** Takes from all values, in their order. */
function takeFromEach(candidates: Json[], options: PathOptions, follow?: ReferenceResolver): Json[] {
  return candidates.flatMap(value => takeFrom(value, options, follow))
}

/**
 * Takes what is at the path of one value. With `[*]`, an item that lacks the rest of the path becomes null, so that lists
 * keep the same indices.
 */
function takeFrom(value: Json, { path, all, fields }: PathOptions, follow?: ReferenceResolver): Json[] {
  const found = readPath(value, path, { follow })
  const first = found.find(hit => !isBlank(hit))
  if (first === undefined) return []
  if (all && leadsToMany(path)) return found.map(hit => hit ?? null)
  // If the contents of a spread are unknown, so is the number of items in the list.
  if (all && gapOf(first) !== undefined) return []
  if (Array.isArray(first) && (all || fields)) return all ? first : first.slice(0, 1)
  return [first]
}
