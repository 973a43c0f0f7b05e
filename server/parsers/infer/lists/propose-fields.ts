import { type DocumentNode, type HtmlDocument, NO_SKIP } from '../../../html/document.ts'
import { elementsIn } from '../../../html/walk-nodes.ts'
import { nodeReader } from '../../html/node-readers.ts'
import type { Json } from '../../parser-schema.ts'
import { isBlank } from '../../values/reading.ts'
import { compileReader } from '../judge.ts'
import type { LearningPage } from '../page/learning-page.ts'
import { ancestorsOf } from '../page/nodes.ts'
import { type FieldCase, scopeOf } from '../rules/case.ts'
import { cssPathsOf } from '../rules/css-paths.ts'
import { cssRule } from '../rules/css-rule.ts'
import { fieldName } from './field-names.ts'
import type { ItemPlace } from './list-places.ts'

/** A field that the items of a list have, and what it holds in each. */
interface FieldProposal {
  name: string
  values: Json[]
}

const MAX_ITEMS = 40
const MAX_PARTS = 80
const MAX_FIELDS = 20
const MAX_TEXT = 500
/** The minimum share of items that must have a part for it to be a field. */
const MIN_SHARE = 0.4

interface ItemPart {
  node: DocumentNode
  read: string
}

/** Proposes named fields of the items of a list: parts that are found in one item and in most of the others. */
export function proposeFields(page: LearningPage, example: ItemPlace, items: ItemPlace[]): FieldProposal[] {
  const places = [example, ...items.filter(item => item !== example)]
    .slice(0, MAX_ITEMS)
    .map(item => ({ ...item, page, at: 0, wanted: null }))
  const scope = scopeOf(places[0]!)!
  const proposals = new Map<string, FieldProposal>()
  const kept = new Map<string, ItemPart>()
  for (const part of partsOf(page.html, example)) {
    const plain = fieldName(page.html, part.node, part.read, scope, [])
    if (isPiece(page.html, part, plain, kept)) continue
    const values = valuesOf(page, part, scope, places)
    const key = JSON.stringify(values?.slice(0, 5))
    if (!values || proposals.has(key) || proposals.size === MAX_FIELDS) continue
    const usedNames = [...proposals.values()].map(({ name }) => name)
    const name = fieldName(page.html, part.node, part.read, scope, usedNames)
    kept.set(name, part)
    proposals.set(key, { name, values })
  }
  return [...proposals.values()]
}

/** Whether a text is a part of a field with the same name: the number in `<p class="rating"><b>4</b> of 5`. */
function isPiece(
  html: HtmlDocument,
  { node, read }: ItemPart,
  name: string,
  kept: ReadonlyMap<string, ItemPart>,
): boolean {
  const outerPart = kept.get(name)
  return (
    read === 'text' && outerPart?.read === 'text' && ancestorsOf(html, node, null).includes(outerPart.node)
  )
}

function partsOf(html: HtmlDocument, { node: item, range }: ItemPlace): ItemPart[] {
  const nodes = (range?.parts ?? [item]).flatMap(part => [part, ...elementsIn(html, part)])
  return nodes.slice(0, MAX_PARTS).flatMap(node => {
    const tag = html.elementName(node)
    // A selector cannot name the loose text between the elements of an item.
    if (tag === null) return []
    const parts: ItemPart[] = []
    if (hasOwnText(html, node)) parts.push({ node, read: 'text' })
    if (tag === 'a' && html.attribute(node, 'href')) parts.push({ node, read: '@href' })
    if (tag === 'img') parts.push({ node, read: 'image' })
    if (tag === 'time' && html.attribute(node, 'datetime')) parts.push({ node, read: '@datetime' })
    return parts
  })
}

function hasOwnText(html: HtmlDocument, node: DocumentNode): boolean {
  const own = nodeReader('own_text')(html, node, NO_SKIP) ?? ''
  return own !== '' && /[\p{L}\p{N}]/u.test(own) && own.length <= MAX_TEXT
}

/**
 * Returns the values of the first selector that matches most items; null if there is none, or if all values are the same.
 */
function valuesOf(
  page: LearningPage,
  { node, read }: ItemPart,
  scope: DocumentNode,
  places: FieldCase[],
): Json[] | null {
  const own = nodeReader(read)(page.html, node, NO_SKIP)
  const rules =
    node === scope
      ? ['']
      : cssPathsOf(page.html, node, scope)
          .slice(0, 8)
          .map(({ css }) => css)
  for (const css of rules) {
    const reader = compileReader(cssRule(css, read, { type: 'string' }))
    const values = reader ? places.map(reader) : []
    const filled = values.filter(value => !isBlank(value))
    if (values[0] !== own || filled.length < MIN_SHARE * places.length) continue
    return places.length > 2 && new Set(filled).size === 1 ? null : values
  }
  return null
}
