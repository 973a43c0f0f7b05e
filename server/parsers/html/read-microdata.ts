import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import { elementsIn } from './elements-in.ts'
import { readText } from './read-text.ts'

/** Where the value of a property stands that is not text. */
const VALUE_OF = new Map(Object.entries({
  meta: 'content', audio: 'src', embed: 'src', iframe: 'src', img: 'src', source: 'src', track: 'src', video: 'src',
  a: 'href', area: 'href', link: 'href', object: 'data', data: 'value', meter: 'value', time: 'datetime',
})) // biome-ignore format: a table

/** Items inside items, so deep. What lies deeper is an item like others, and its text stands in those around it. */
const MAX_DEPTH = 100

/** Elements that all `itemref` of a page lead to together: each may name all of the page. */
const MAX_REFERRED = 100_000

/** An item, and the items around it. */
interface Item {
  /** Ids of elements with more of its properties. */
  references: string[]
  value: JsonObject
  outer: Item | null
  depth: number
  /** It, or an item in it, has properties elsewhere. */
  refers: boolean
}

/**
 * The items of a page's microdata (`itemscope`, `itemprop`) in document order, those inside others too, in the form of
 * linked data: `@type`, then a value for each property, a list where there are several. Properties that an item names by
 * `itemref` come after its own; an untyped item has the type `''`.
 */
export function readMicrodata(html: HtmlDocument): JsonObject[] {
  const elements = elementsIn(html, html.root)
  const items = new Map<DocumentNode, Item>()
  const owners = new Map<DocumentNode, Item>()
  for (const node of elements) {
    const parent = html.parent(node)
    const outer = (parent !== null && owners.get(parent)) || null
    const item = html.attribute(node, 'itemscope') === null ? null : startItem(html, node, outer)
    if (item) items.set(node, item)
    const inner = item ?? outer
    if (inner) owners.set(node, inner)
    if (outer) addProperties(html, node, outer, items)
  }
  addReferred(html, elements, items)
  return [...items.values()].map(({ value }) => value)
}

function startItem(html: HtmlDocument, node: DocumentNode, outer: Item | null): Item {
  const types = wordsOf(html, node, 'itemtype')
  const id = html.attribute(node, 'itemid')
  const value = { '@type': types.length > 1 ? types : (types[0] ?? ''), ...(id && { '@id': id }) }
  const references = wordsOf(html, node, 'itemref')
  const refers = references.length > 0
  for (let at = refers ? outer : null; at && !at.refers; at = at.outer) at.refers = true
  return { references, value, outer, depth: (outer?.depth ?? 0) + 1, refers }
}

const wordsOf = (html: HtmlDocument, node: DocumentNode, attribute: string): string[] =>
  html.attribute(node, attribute)?.split(/\s+/).filter(Boolean) ?? []

function addProperties(
  html: HtmlDocument,
  node: DocumentNode,
  owner: Item,
  items: ReadonlyMap<DocumentNode, Item>,
  isReferred = false,
): void {
  const names = wordsOf(html, node, 'itemprop')
  if (names.length === 0) return
  const item = items.get(node)
  // Items that refer to others may lead back to the one that refers to them.
  const isValue = item && (isReferred ? !item.refers : owner.depth < MAX_DEPTH)
  const value = isValue ? item.value : textOf(html, node)
  for (const name of names) addValue(owner.value, name, value)
}

/** The properties in the elements that items name by their ids. */
function addReferred(
  html: HtmlDocument,
  elements: DocumentNode[],
  items: ReadonlyMap<DocumentNode, Item>,
): void {
  const referring = [...items.values()].filter(({ references }) => references.length > 0)
  if (referring.length === 0) return
  const byId = new Map(elements.map(node => [html.attribute(node, 'id'), node] as const).reverse())
  let left = MAX_REFERRED
  for (const item of referring)
    for (const id of new Set(item.references)) {
      const root = byId.get(id)
      if (root === undefined || left <= 0) continue
      const inside = [root, ...elementsIn(html, root)]
      left -= inside.length
      addFrom(html, inside, item, items)
    }
}

/** Of elements in document order, the first of which is around the others; what lies in an item belongs to that. */
function addFrom(
  html: HtmlDocument,
  inside: DocumentNode[],
  owner: Item,
  items: ReadonlyMap<DocumentNode, Item>,
): void {
  const closed = new Set<DocumentNode>()
  for (const [index, node] of inside.entries()) {
    const parent = html.parent(node)
    const isClosed = index > 0 && parent !== null && closed.has(parent)
    if (isClosed || items.has(node)) closed.add(node)
    if (!isClosed) addProperties(html, node, owner, items, true)
  }
}

function addValue(item: JsonObject, name: string, value: Json): void {
  if (name.startsWith('@') || name === '__proto__') return
  if (!Object.hasOwn(item, name)) item[name] = value
  else if (Array.isArray(item[name])) item[name].push(value)
  else item[name] = [item[name]!, value]
}

function textOf(html: HtmlDocument, node: DocumentNode): string {
  const attribute = VALUE_OF.get(html.elementName(node) ?? '')
  const content = html.attribute(node, 'content') ?? (attribute ? html.attribute(node, attribute) : null)
  return content?.trim() ?? readText(html, node)
}
