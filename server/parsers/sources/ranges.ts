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
  const parents = new Map<DocumentNode, ParentSearch>()
  return starts.map(start => {
    const parent = html.parent(start) ?? html.root
    const search = parents.get(parent) ?? createSearch(html, parent, until)
    parents.set(parent, search)
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

function createSearch(html: HtmlDocument, parent: DocumentNode, until: Selector): ParentSearch {
  const children = childrenOf(html, parent)
  const places = new Map(children.map((child, place) => [child, place]))
  const known = new Map<Selector, ChildMatches>()
  const matchesOf = (selector: Selector) => {
    const found =
      known.get(selector) ?? byChild(html, places, html.select(selector, parent, Number.POSITIVE_INFINITY))
    known.set(selector, found)
    return found
  }
  const found = matchesOf(until)
  const ends = found.places.filter((place, at) => found.matches[at]![0] === children[place])
  return { children, places, ends, matchesOf }
}

function byChild(
  html: HtmlDocument,
  places: ReadonlyMap<DocumentNode, number>,
  nodes: DocumentNode[],
): ChildMatches {
  const found = new Map<number, DocumentNode[]>()
  const placeOf = new Map<DocumentNode, number>()
  for (const node of nodes) {
    let place: number | undefined
    for (let up: DocumentNode | null = node; up !== null && place === undefined; up = html.parent(up))
      place = places.get(up) ?? placeOf.get(up)
    if (place === undefined) continue
    placeOf.set(node, place)
    const list = found.get(place)
    if (list) list.push(node)
    else found.set(place, [node])
  }
  const sorted = [...found].sort(([one], [other]) => one - other)
  return { places: sorted.map(([place]) => place), matches: sorted.map(([, list]) => list) }
}
