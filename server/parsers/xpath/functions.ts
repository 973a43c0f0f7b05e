import type { DocumentNode } from '../../html/document.ts'
import {
  isAttribute,
  nodeAfter,
  spend,
  textOf,
  toBoolean,
  toNumber,
  toText,
  type XPathNode,
  type XPathSearch,
  type XPathValue,
} from './xpath-value.ts'

/** The context of an expression: a node, and its position among the nodes found with it. */
export interface XPathContext {
  search: XPathSearch
  /** Read only where it is needed: an expression that does without has the same value everywhere in a page. */
  readonly node: XPathNode
  position: number
  size: number
}

export type XPathKind = 'nodes' | 'string' | 'number' | 'boolean'

interface XPathFunction {
  kind: XPathKind
  least: number
  most: number
  call(values: XPathValue[], context: XPathContext): XPathValue
}

const MANY = Number.POSITIVE_INFINITY

const define = (
  kind: XPathKind,
  least: number,
  most: number,
  call: XPathFunction['call'],
): XPathFunction => ({
  kind,
  least,
  most,
  call,
})

/** Defines a function of texts. */
const ofTexts = (kind: XPathKind, count: number, call: (...texts: string[]) => XPathValue, most = count) =>
  define(kind, count, most, (values, { search }) => call(...values.map(value => toText(search, value))))

/** Defines a function of a text, which by default is that of the current node. */
const ofOwnText = (kind: XPathKind, call: (text: string) => XPathValue) =>
  define(kind, 0, 1, ([value], context) =>
    call(value === undefined ? textOf(context.search, context.node) : toText(context.search, value)),
  )

const ofNumber = (call: (number: number) => number) =>
  define('number', 1, 1, ([value], { search }) => call(toNumber(search, value!)))

/** The core functions of XPath 1.0, except those for namespaces and languages. */
export const FUNCTIONS: ReadonlyMap<string, XPathFunction> = new Map<string, XPathFunction>([
  ['position', define('number', 0, 0, (_, { position }) => position)],
  ['last', define('number', 0, 0, (_, { size }) => size)],
  ['count', define('number', 1, 1, ([nodes]) => nodesOf(nodes).length)],
  ['sum', define('number', 1, 1, ([nodes], { search }) => sumOf(search, nodesOf(nodes)))],
  ['id', define('nodes', 1, 1, ([value], { search }) => byIds(search, toText(search, value!)))],
  ['name', define('string', 0, 1, nameOf)],
  ['local-name', define('string', 0, 1, localNameOf)],
  ['string', ofOwnText('string', text => text)],
  ['string-length', ofOwnText('number', text => [...text].length)],
  ['normalize-space', ofOwnText('string', text => text.trim().replace(/\s+/g, ' '))],
  ['concat', ofTexts('string', 2, (...texts) => texts.join(''), MANY)],
  ['contains', ofTexts('boolean', 2, (text, part) => text!.includes(part!))],
  ['starts-with', ofTexts('boolean', 2, (text, start) => text!.startsWith(start!))],
  [
    'substring-before',
    ofTexts('string', 2, (text, mark) => text!.slice(0, Math.max(0, text!.indexOf(mark!)))),
  ],
  ['substring-after', ofTexts('string', 2, afterMark)],
  ['substring', define('string', 2, 3, substring)],
  ['translate', ofTexts('string', 3, translate)],
  ['boolean', define('boolean', 1, 1, ([value]) => toBoolean(value!))],
  ['not', define('boolean', 1, 1, ([value]) => !toBoolean(value!))],
  ['true', define('boolean', 0, 0, () => true)],
  ['false', define('boolean', 0, 0, () => false)],
  ['number', define('number', 0, 1, ([value], context) => toNumber(context.search, value ?? [context.node]))],
  ['floor', ofNumber(Math.floor)],
  ['ceiling', ofNumber(Math.ceil)],
  ['round', ofNumber(Math.round)],
])

const nodesOf = (value: XPathValue | undefined): XPathNode[] => (Array.isArray(value) ? value : [])

const sumOf = (search: XPathSearch, nodes: XPathNode[]) =>
  nodes.reduce<number>((sum, node) => sum + toNumber(search, textOf(search, node)), 0)

function nameOf([nodes]: XPathValue[], context: XPathContext): string {
  const named = nodes === undefined ? context.node : nodesOf(nodes)[0]
  if (named === undefined) return ''
  return isAttribute(named) ? named.attribute : (context.search.html.elementName(named) ?? '')
}

function localNameOf(values: XPathValue[], context: XPathContext): string {
  const name = nameOf(values, context)
  return context.search.html.isXml ? name.slice(name.indexOf(':') + 1) : name
}

function byIds(search: XPathSearch, text: string): XPathNode[] {
  const ids = new Set(text.split(/\s+/))
  const { html } = search
  const found: XPathNode[] = []
  for (let at: DocumentNode | null = html.root; at !== null; at = nodeAfter(html, at, html.root)) {
    spend(search)
    const id = html.attribute(at, 'id')
    if (id !== null && ids.delete(id)) found.push(at)
  }
  return found
}

function afterMark(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at < 0 ? '' : text.slice(at + mark.length)
}

/** Characters are counted from 1, and the bounds are rounded. */
function substring([text, from, length]: XPathValue[], { search }: XPathContext): string {
  const start = Math.round(toNumber(search, from!))
  const end = length === undefined ? MANY : start + Math.round(toNumber(search, length))
  return [...toText(search, text!)].filter((_, index) => index + 1 >= start && index + 1 < end).join('')
}

function translate(text: string, from: string, to: string): string {
  const letters = [...to]
  const table = new Map(
    [...from].map((letter, index) => [letter, letters[index] ?? '']).toReversed() as [string, string][],
  )
  return [...text].map(letter => table.get(letter) ?? letter).join('')
}
