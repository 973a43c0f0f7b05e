import { explainPath } from '../json/explain-path.ts'
import { gapOf, whyNotWhole, withoutGaps } from '../json/gaps.ts'
import { type Follow, type JsonPath, leadsToMany, readPath } from '../json/json-path.ts'
import { type PageView, whyMissing } from '../page-view.ts'
import type { Json } from '../parser-schema.ts'
import { EMPTY, isBlank, nothing, type Reading } from '../values/reading.ts'
import type { Scope, Source } from './source.ts'

/** A path in the current JSON, or in a page that is JSON. */
export function jsonSource(take: Take): Source {
  return pathSource(
    take,
    takeFromFirst,
    () => 'the page is not JSON',
    (scope, page) => {
      const value = scope.item === undefined ? page.json() : scope.item
      return value === undefined ? [] : [value]
    },
  )
}

/** The JSON of a script; of several by that name, the first in which the path has a value. */
export function scriptSource(name: string, take: Take): Source {
  const missing = (page: PageView) => page.scripts().whyNone(name)
  return pathSource(take, takeFromFirst, missing, (_, page) => page.scripts().valuesOf(name))
}

/** Data that the page fetched, by address: the first answer in which the path has a value, or all of them. */
export function networkSource(pattern: string, take: Take): Source {
  const missing = (page: PageView) => page.network().whyNone(pattern)
  const taking = take.all ? takeFromEach : takeFromFirst
  return pathSource(take, taking, missing, (_, page) => page.network().valuesOf(pattern))
}

/** Linked data of these types: the first object in which the path has a value, or all of them. */
export function jsonLdSource(types: string[], take: Take): Source {
  const missing = (page: PageView) => page.whyNoneOfType('JSON-LD', types)
  const taking = take.all ? takeFromEach : takeFromFirst
  return pathSource(take, taking, missing, (_, page) => {
    const objects = types.flatMap(type => page.linkedData(type))
    return types.length > 1 ? [...new Set(objects)] : objects
  })
}

/** Microdata of these types, in the same way. */
export function microdataSource(types: string[], take: Take): Source {
  const missing = (page: PageView) => page.whyNoneOfType('microdata', types)
  const taking = take.all ? takeFromEach : takeFromFirst
  return pathSource(take, taking, missing, (_, page) => [
    ...new Set(types.flatMap(type => page.microdata(type))),
  ])
}

/** JSON in what another source reads, such as an attribute: of its first place that has something at the path, or of all. */
export function jsonInSource(source: Source, take: Take): Source {
  return {
    find(scope, page, frame) {
      const places = source.find(scope, page, frame)
      if (typeof places === 'string') return places
      const values = places.flatMap(place => {
        const { value } = source.read(place, page)
        const json = typeof value === 'string' ? page.jsonIn(value) : undefined
        return json === undefined ? [] : [{ node: place.node, json }]
      })
      if (values.length === 0) return 'matched, but what it reads is not JSON'
      const found = values.map(({ node, json }) => takeFrom(json, take).map(item => ({ node, item })))
      const items = take.all ? found.flat() : (found.find(({ length }) => length > 0) ?? [])
      return items.length > 0 ? items : explainPath(values[0]!.json, take.path)
    },
    read: readItem,
  }
}

/** JSON that was found; blank text counts as absent. */
export function readItem({ item }: Scope): Reading {
  if (item === undefined || item === null) return nothing('matched, but it is null')
  const spread = gapOf(item)
  if (spread !== undefined) return nothing(whyNotWhole(spread))
  return isBlank(item) ? nothing(EMPTY) : { value: withoutGaps(item) }
}

function pathSource(
  take: Take,
  taking: (candidates: Json[], take: Take, follow?: Follow) => Json[],
  missing: (page: PageView) => string,
  candidates: (scope: Scope, page: PageView) => Json[],
): Source {
  return {
    find(scope, page) {
      const values = candidates(scope, page)
      if (values.length === 0) return whyMissing(page, missing(page))
      const found = taking(values, take)
      // Most data has no references, so they are followed where nothing is found without.
      const items = found.length > 0 ? found : taking(values, take, page.linkedNode)
      if (items.length === 0) return explainPath(values[0]!, take.path)
      return items.map(item => ({ node: scope.node, item }))
    },
    read: readItem,
  }
}

/** How a rule takes what is at a path. */
interface Take {
  path: JsonPath
  /** All items of a list, or all that `[*]` finds. */
  all: boolean
  /** Fields are read from it: of a list, that is its first item. */
  fields: boolean
}

/** From the first of several values that has something at the path. */
function takeFromFirst(candidates: Json[], take: Take, follow?: Follow): Json[] {
  for (const value of candidates) {
    const items = takeFrom(value, take, follow)
    if (items.length > 0) return items
  }
  return []
}

/** From all of them, one after the other. */
function takeFromEach(candidates: Json[], take: Take, follow?: Follow): Json[] {
  return candidates.flatMap(value => takeFrom(value, take, follow))
}

/** With `[*]` an item without the rest of the path is null, so that lists stay in step. */
function takeFrom(value: Json, { path, all, fields }: Take, follow?: Follow): Json[] {
  const found = readPath(value, path, { follow })
  const first = found.find(hit => !isBlank(hit))
  if (first === undefined) return []
  if (all && leadsToMany(path)) return found.map(hit => hit ?? null)
  // Of a list that lacks a spread, nobody knows how many items it has.
  if (all && gapOf(first) !== undefined) return []
  if (Array.isArray(first) && (all || fields)) return all ? first : first.slice(0, 1)
  return [first]
}
