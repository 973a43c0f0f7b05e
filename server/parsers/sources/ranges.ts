import type { DocumentNode, HtmlDocument, Selector } from '../../html/document.ts'

/** An element and the siblings after it, up to the end of the range. */
export interface Range {
  /** The elements and texts, in document order. */
  parts: DocumentNode[]
  /** Returns the elements that a selector matches, among the parts or inside them. */
  select(selector: Selector): DocumentNode[]
}

/**
 * Returns the range from each element to the next sibling that `until` matches, or to the end of its parent. Each parent is
 * searched once per selector, however many ranges it has.
 */
export function rangesFrom(html: HtmlDocument, starts: DocumentNode[], until: Selector): Range[] {
  const searches = new Map<DocumentNode, SelectorSearch>()
  return starts.map(start => {
    const parent = html.parent(start) ?? html.root
    const search = searches.get(parent) ?? createSearch(html, parent)
    searches.set(parent, search)
    const ends = search(until)
    const parts = [start]
    for (
      let at = html.nextSibling(start);
      at !== null && !ends.get(at)?.includes(at);
      at = html.nextSibling(at)
    )
      parts.push(at)
    return { parts, select: selector => parts.flatMap(part => search(selector).get(part) ?? []) }
  })
}

/** Groups the matches of a selector in a parent by the child that contains them. */
type SelectorSearch = (selector: Selector) => Map<DocumentNode, DocumentNode[]>

function createSearch(html: HtmlDocument, parent: DocumentNode): SelectorSearch {
  const known = new Map<Selector, Map<DocumentNode, DocumentNode[]>>()
  return selector => {
    const found =
      known.get(selector) ?? byChild(html, parent, html.select(selector, parent, Number.POSITIVE_INFINITY))
    known.set(selector, found)
    return found
  }
}

function byChild(html: HtmlDocument, parent: DocumentNode, nodes: DocumentNode[]) {
  const found = new Map<DocumentNode, DocumentNode[]>()
  for (const node of nodes) {
    let child = node
    for (let up = html.parent(child); up !== null && up !== parent; up = html.parent(child)) child = up
    const list = found.get(child)
    if (list) list.push(node)
    else found.set(child, [node])
  }
  return found
}
