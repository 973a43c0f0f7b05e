import { oncePerKey } from '../../base/once.ts'
import type { DocumentNode, HtmlDocument, Selector } from '../../html/document.ts'
import { firstAtOrAfter } from '../../html/rising-numbers.ts'
import { childrenOf } from '../../html/walk-nodes.ts'

/** An element and the siblings after it, up to the end of the range. */
export interface Range {
  /** The elements and texts, in document order. Listed when they are first read: ranges overlap, and may be long. */
  readonly parts: DocumentNode[]
  /** Returns the first elements, at most `limit`, that a selector matches, among the parts or inside them. */
  select(selector: Selector, limit: number): DocumentNode[]
}

/**
 * Returns the range from each element to the next sibling that `until` matches, or to the end of its parent. Each parent is
 * searched once per selector, however many ranges it has.
 */
export function rangesFrom(html: HtmlDocument, starts: DocumentNode[], until: Selector): Range[] {
  const parentOf = (start: DocumentNode) => html.parent(start) ?? html.root
  const siblings = Map.groupBy(starts, parentOf)
  const searchIn = oncePerKey((parent: DocumentNode) =>
    createSearch(html, parent, until, siblings.get(parent)!.length > 1),
  )
  return starts.map(start => {
    const search = searchIn(parentOf(start))
    return rangeOf(search, search.places.get(start)!)
  })
}

function rangeOf({ children, ends, matchesOf }: ParentSearch, from: number): Range {
  const to = ends[firstAtOrAfter(ends, from + 1)] ?? children.length
  let parts: DocumentNode[] | undefined
  return {
    get parts() {
      parts ??= children.slice(from, to)
      return parts
    },
    select(selector, limit) {
      const { places, matches } = matchesOf(selector)
      const found: DocumentNode[] = []
      for (let at = firstAtOrAfter(places, from); at < places.length && places[at]! < to; at++) {
        for (const node of matches[at]!) if (found.length < limit) found.push(node)
        if (found.length >= limit) break
      }
      return found
    },
  }
}

/** The children of a parent, and what selectors match in them. */
interface ParentSearch {
  children: DocumentNode[]
  places: ReadonlyMap<DocumentNode, number>
  /** The places of the children that `until` matches. */
  ends: number[]
  matchesOf(selector: Selector): ChildMatches
}

/** The places of the children in which a selector matches something, in document order, and its matches in each of them. */
interface ChildMatches {
  places: number[]
  matches: DocumentNode[][]
}

/** `isShared` if several ranges lie in the parent. Otherwise matches are forgotten: those of nested parents would fill the memory. */
function createSearch(
  html: HtmlDocument,
  parent: DocumentNode,
  until: Selector,
  isShared: boolean,
): ParentSearch {
  const children = childrenOf(html, parent)
  const places = new Map(children.map((child, place) => [child, place]))
  const search = (selector: Selector) =>
    byChild(html, places, html.select(selector, parent, Number.POSITIVE_INFINITY))
  const matchesOf = isShared ? oncePerKey(search) : search
  const ends = html.select(until, parent, Number.POSITIVE_INFINITY).flatMap(node => places.get(node) ?? [])
  return { children, places, ends, matchesOf }
}

function byChild(
  html: HtmlDocument,
  places: ReadonlyMap<DocumentNode, number>,
  nodes: DocumentNode[],
): ChildMatches {
  const found = new Map<number, DocumentNode[]>()
  const placeOf = new Map<DocumentNode, number | undefined>(places)
  for (const node of nodes) {
    const place = placeAround(html, node, placeOf)
    if (place === undefined) continue
    const list = found.get(place)
    if (list) list.push(node)
    else found.set(place, [node])
  }
  const sorted = [...found].sort(([one], [other]) => one - other)
  return { places: sorted.map(([place]) => place), matches: sorted.map(([, list]) => list) }
}

/** Returns the place of the child that a node lies in, if it lies in any. Remembers it for all elements on the way. */
function placeAround(
  html: HtmlDocument,
  node: DocumentNode,
  placeOf: Map<DocumentNode, number | undefined>,
): number | undefined {
  const path: DocumentNode[] = []
  let up: DocumentNode | null = node
  for (; up !== null && !placeOf.has(up); up = html.parent(up)) path.push(up)
  const place = up === null ? undefined : placeOf.get(up)
  for (const passed of path) placeOf.set(passed, place)
  return place
}
