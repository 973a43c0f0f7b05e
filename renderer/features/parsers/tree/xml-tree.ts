import { type Document, Element, isTag, Text } from 'domhandler'
import { once } from '../../../../server/base/once.ts'
import { plainName } from '../../../../server/parsers/infer/network-offers.ts'
import type { Rule, RuleObject } from '../../../../server/parsers/parser-schema.ts'
import { readXml } from '../../../../server/parsers/xml/read-xml.ts'
import { counted } from '../../../ui/counted.ts'
import { shorten, type TreeNode, type TreeOffer } from './tree-node.ts'

/**
 * How many items of a list, and elements in each, are inspected for its fields; and the maximum number of fields offered.
 */
const MAX_INSPECTED = 20
const MAX_FIELDS = 20

/** Creates the tree of a page of XML; null if it has no element. */
export function xmlTree(text: string): TreeNode | null {
  const document = readXml(text)
  const root = document.children.find(isTag)
  return root ? elementNode(root, 0, countNames(document), null) : null
}

type NameCounts = ReadonlyMap<string, number>

function countNames(document: Document): NameCounts {
  const counts = new Map<string, number>()
  const queue = document.children.filter(isTag)
  for (let element = queue.pop(); element; element = queue.pop()) {
    counts.set(element.name, (counts.get(element.name) ?? 0) + 1)
    for (const child of element.children) if (isTag(child)) queue.push(child)
  }
  return counts
}

function elementNode(element: Element, index: number, counts: NameCounts, parent: TreeNode | null): TreeNode {
  const inner = element.children.filter(isTag)
  const text = ownText(element)
  const node: TreeNode = {
    id: `${parent?.id ?? ''}/${index}`,
    label: element.name,
    value: inner.length > 0 ? counted(inner.length, 'element') : shorten(text),
    parent,
    children: once(() => [
      ...Object.keys(element.attribs).map(name => attributeNode(element, name, counts, node)),
      ...inner.map((child, childIndex) => elementNode(child, childIndex, counts, node)),
    ]),
    offers: () => offersOf(element, '', counts),
    inside: list => offerInside(element, '', counts, list),
  }
  return node
}

function attributeNode(element: Element, name: string, counts: NameCounts, parent: TreeNode): TreeNode {
  const read = `@${name}`
  return {
    id: `${parent.id}/${read}`,
    label: read,
    value: shorten(element.attribs[name]!),
    parent,
    children: () => [],
    offers: () => offersOf(element, read, counts),
    inside: list => offerInside(element, read, counts, list),
  }
}

const ownText = ({ children }: Element) =>
  children.map(child => (child instanceof Text ? child.data : '')).join('')

/** Returns the element and its siblings of the same name. */
const siblingsOf = ({ parent, name }: Element): Element[] =>
  (parent?.children ?? []).filter(isTag).filter(other => other.name === name)

/** Returns the elements from the root to this one. */
function chainOf(element: Element): Element[] {
  const chain = [element]
  for (let { parent } = element; parent instanceof Element; { parent } = parent) chain.unshift(parent)
  return chain
}

const nameIn = ({ name }: Element) => CSS.escape(name)

/** Returns a selector that matches only this element. */
function selectorOf(element: Element, counts: NameCounts): string {
  if (counts.get(element.name) === 1) return nameIn(element)
  return chainOf(element)
    .map(one => {
      const siblings = siblingsOf(one)
      return siblings.length > 1 ? `${nameIn(one)}:nth-of-type(${siblings.indexOf(one) + 1})` : nameIn(one)
    })
    .join(' > ')
}

/** Returns a selector that matches all elements at the same path. */
function selectorOfAll(element: Element, counts: NameCounts): string {
  if (counts.get(element.name) === siblingsOf(element).length) return nameIn(element)
  return chainOf(element).map(nameIn).join(' > ')
}

/** Returns the nearest element, from this one outwards, that has siblings of the same name. */
const surroundingItem = (element: Element) => chainOf(element).findLast(one => siblingsOf(one).length > 1)

function offersOf(element: Element, read: string, counts: NameCounts): TreeOffer[] {
  const name = nameFor(element, read)
  const item = surroundingItem(element)
  const ownOffer = { what: 'this value', name, rule: { css: selectorOf(element, counts) + read } }
  if (!item) return [ownOffer]
  const allRule = { css: selectorOfAll(element, counts) + read, all: true }
  const allOffer = { what: 'this value at every such place', name, rule: allRule }
  const list = listOffer(item, counts)
  if (!list) return [ownOffer, allOffer]
  return element === item && !read ? [list, ownOffer, allOffer] : [ownOffer, allOffer, list]
}

function listOffer(item: Element, counts: NameCounts): TreeOffer | null {
  const items = siblingsOf(item)
  const fields = fieldsIn(items.slice(0, MAX_INSPECTED))
  if (Object.keys(fields).length === 0) return null
  const what = `the list of ${counted(items.length, 'element')}, with what is in them as fields`
  const rule = { css: selectorOfAll(item, counts), all: true, fields }
  return { what, name: `${plainName(item.name)}_list`, rule }
}

/**
 * Returns the fields of items: the texts of their child elements, and attributes. A child that occurs several times in an
 * item becomes a list.
 */
function fieldsIn(items: readonly Element[]): Record<string, Rule> {
  const found = new Map<string, { name: string; isMany: boolean }>()
  for (const item of items) {
    for (const attribute of Object.keys(item.attribs)) addField(found, `@${attribute}`, attribute, false)
    for (const child of item.children.filter(isTag).slice(0, MAX_INSPECTED)) addChildFields(found, child)
  }
  const fields = [...found]
    .slice(0, MAX_FIELDS)
    .map(([css, { name, isMany }]): [string, Rule] => [plainName(name), isMany ? { css, all: true } : css])
  return Object.fromEntries(fields)
}

type FieldCandidates = Map<string, { name: string; isMany: boolean }>

function addChildFields(found: FieldCandidates, child: Element): void {
  const isMany = siblingsOf(child).length > 1
  const css = `> ${nameIn(child)}`
  if (ownText(child).trim() !== '') addField(found, css, child.name, isMany)
  else
    for (const attribute of Object.keys(child.attribs))
      addField(found, `${css}@${attribute}`, `${child.name}_${attribute}`, isMany)
}

function addField(found: FieldCandidates, css: string, name: string, isMany: boolean): void {
  found.set(css, { name, isMany: isMany || (found.get(css)?.isMany ?? false) })
}

/**
 * The rule for the node inside the items of a list of the schema, if the selector of the list is one that this tree
 * creates.
 */
function offerInside(
  element: Element,
  read: string,
  counts: NameCounts,
  { css, all }: RuleObject,
): TreeOffer | null {
  const chain = chainOf(element)
  const at = all ? chain.findLastIndex(one => css === selectorOfAll(one, counts)) : -1
  if (at === -1) return null
  const inner = chain.slice(at + 1).map(one => `> ${nameIn(one)}`)
  const rule = { css: inner.join(' ') + read }
  return { what: 'this value of each item', name: nameFor(element, read), rule }
}

function nameFor(element: Element, read: string): string {
  return plainName(read ? `${element.name}_${read.slice(1)}` : element.name)
}
