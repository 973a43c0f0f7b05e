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

/** The item that the current properties belong to, and how many items lie around them. */
type Owner = { item: JsonObject; depth: number } | null

/**
 * The items of a page's microdata (`itemscope`, `itemprop`) in document order, those inside others too, in the form of
 * linked data: `@type`, then a value for each property, a list where there are several.
 */
export function readMicrodata(html: HtmlDocument): JsonObject[] {
  const items = new Map<DocumentNode, JsonObject>()
  const elements = elementsIn(html, html.root)
  for (const node of elements)
    if (html.attribute(node, 'itemscope') !== null) items.set(node, startItem(html, node))
  if (items.size === 0) return []
  const owners = new Map<DocumentNode, Owner>()
  for (const node of elements) {
    const parent = html.parent(node)
    const owner = (parent !== null && owners.get(parent)) || null
    const item = items.get(node)
    owners.set(node, item ? { item, depth: (owner?.depth ?? 0) + 1 } : owner)
    const names = html.attribute(node, 'itemprop')?.split(/\s+/).filter(Boolean) ?? []
    if (!owner || names.length === 0) continue
    const inner = item && owner.depth < MAX_DEPTH ? item : null
    const value = inner ?? textOf(html, node)
    for (const name of names) addValue(owner.item, name, value)
  }
  return [...items.values()]
}

function startItem(html: HtmlDocument, node: DocumentNode): JsonObject {
  const types = html.attribute(node, 'itemtype')?.split(/\s+/).filter(Boolean) ?? []
  const id = html.attribute(node, 'itemid')
  return { '@type': types.length > 1 ? types : (types[0] ?? ''), ...(id && { '@id': id }) }
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
