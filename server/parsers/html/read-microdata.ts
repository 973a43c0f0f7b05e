import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { elementsIn } from '../../html/walk-nodes.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import { readText } from './read-text.ts'

/** The attribute that holds the value of a property, for elements whose text is not the value. */
const VALUE_OF = new Map(Object.entries({
  meta: 'content', audio: 'src', embed: 'src', iframe: 'src', img: 'src', source: 'src', track: 'src', video: 'src',
  a: 'href', area: 'href', link: 'href', object: 'data', data: 'value', meter: 'value', time: 'datetime',
})) // biome-ignore format: a table

/** The maximum nesting of items. A deeper item is listed like the others, but the items around it have only its text. */
const MAX_DEPTH = 100

/** The maximum number of elements that all `itemref` of a page add together, since each may name the whole page. */
const MAX_REFERRED = 100_000

/** The maximum number of properties around one whose value is its text: each of them has the text of all inside it. */
const MAX_TEXTS_AROUND = 10

/** What is known of the elements that were read so far. */
interface KnownElements {
  items: Map<DocumentNode, MicrodataItem>
  /** The number of properties with a text that an element is in, including itself. Absent if there are none. */
  texts: Map<DocumentNode, number>
}

/** An item, and the items around it. */
interface MicrodataItem {
  /** Ids of elements that hold more of its properties. */
  references: string[]
  value: JsonObject
  outer: MicrodataItem | null
  depth: number
  /** Whether it, or an item inside it, has properties elsewhere. */
  hasReferences: boolean
}

/**
 * Reads the items of a page's microdata (`itemscope`, `itemprop`) in document order, including those inside others, in the
 * form of linked data: `@type`, then a value for each property, or a list of several. Properties that an item names by
 * `itemref` come after its own. An item without a type has the type `''`.
 */
export function readMicrodata(html: HtmlDocument): JsonObject[] {
  const elements = elementsIn(html, html.root)
  const items = new Map<DocumentNode, MicrodataItem>()
  const known = { items, texts: new Map<DocumentNode, number>() }
  const owners = new Map<DocumentNode, MicrodataItem>()
  for (const node of elements) {
    const parent = html.parent(node)
    const outer = (parent !== null && owners.get(parent)) || null
    const item = html.attribute(node, 'itemscope') === null ? null : startItem(html, node, outer)
    if (item) items.set(node, item)
    const inner = item ?? outer
    if (inner) owners.set(node, inner)
    if (outer) addProperties(html, node, outer, known)
  }
  addReferred(html, elements, known)
  return [...items.values()].map(({ value }) => value)
}

function startItem(html: HtmlDocument, node: DocumentNode, outer: MicrodataItem | null): MicrodataItem {
  const types = wordsOf(html, node, 'itemtype')
  const id = html.attribute(node, 'itemid')
  const value = { '@type': types.length > 1 ? types : (types[0] ?? ''), ...(id && { '@id': id }) }
  const references = wordsOf(html, node, 'itemref')
  const hasReferences = references.length > 0
  for (let at = hasReferences ? outer : null; at && !at.hasReferences; at = at.outer) at.hasReferences = true
  return { references, value, outer, depth: (outer?.depth ?? 0) + 1, hasReferences }
}

const wordsOf = (html: HtmlDocument, node: DocumentNode, attribute: string): string[] =>
  html.attribute(node, attribute)?.split(/\s+/).filter(Boolean) ?? []

function addProperties(
  html: HtmlDocument,
  node: DocumentNode,
  owner: MicrodataItem,
  { items, texts }: KnownElements,
  isReferred = false,
): void {
  const names = wordsOf(html, node, 'itemprop')
  const around = texts.get(html.parent(node)!) ?? 0
  const item = items.get(node)
  // Items with references may lead back to the item that refers to them.
  const isValue = item && (isReferred ? !item.hasReferences : owner.depth < MAX_DEPTH)
  const isText = names.length > 0 && !isValue
  if (isText || around > 0) texts.set(node, around + Number(isText))
  if (names.length === 0 || (isText && around >= MAX_TEXTS_AROUND)) return
  const value = isValue ? item.value : textOf(html, node)
  for (const name of names) addValue(owner.value, name, value)
}

/** Adds the properties of the elements to which items refer by id. */
function addReferred(html: HtmlDocument, elements: DocumentNode[], known: KnownElements): void {
  const referring = [...known.items.values()].filter(({ references }) => references.length > 0)
  if (referring.length === 0) return
  const byId = new Map(elements.map(node => [html.attribute(node, 'id'), node] as const).reverse())
  let left = MAX_REFERRED
  for (const item of referring)
    for (const id of new Set(item.references)) {
      const root = byId.get(id)
      if (root === undefined || left <= 0) continue
      const inside = [root, ...elementsIn(html, root)]
      left -= inside.length
      addFrom(html, inside, item, known)
    }
}

/**
 * Adds the properties of elements in document order, the first of which contains the others. Elements inside another item
 * belong to that item.
 */
function addFrom(
  html: HtmlDocument,
  inside: DocumentNode[],
  owner: MicrodataItem,
  known: KnownElements,
): void {
  const closed = new Set<DocumentNode>()
  for (const [index, node] of inside.entries()) {
    const parent = html.parent(node)
    const isClosed = index > 0 && parent !== null && closed.has(parent)
    if (isClosed || known.items.has(node)) closed.add(node)
    if (!isClosed) addProperties(html, node, owner, known, true)
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
