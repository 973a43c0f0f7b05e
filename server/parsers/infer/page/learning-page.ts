import { once } from '../../../base/once.ts'
import { type DocumentNode, type HtmlDocument, type HtmlEngine, NO_SKIP } from '../../../html/document.ts'
import { fastEngine } from '../../../html/fast-engine.ts'
import { hasElements } from '../../../html/walk-nodes.ts'
import { nodeReader } from '../../html/node-readers.ts'
import { type PageInput, type PageView, viewPage } from '../../page-view.ts'
import { decodedOf, type Fact, factsOf } from './facts.ts'
import { attributesAmong } from './nodes.ts'
import { compact, textLengths, wrappersAmong } from './text-lengths.ts'

/** The engine that reads the pages from which rules are learned. */
export const learningEngine: HtmlEngine = fastEngine

/** An attribute of an element of the page. */
interface PageAttribute {
  node: DocumentNode
  name: string
  value: string
}

/** A page from which rules are learned. Each part is read once, when it is first needed. */
export interface LearningPage {
  view: PageView
  html: HtmlDocument
  /** Its elements in document order, without the content of templates. */
  elements: DocumentNode[]
  /** The number of characters in the text of each element, without white space; elements without text are absent. */
  lengths(): ReadonlyMap<DocumentNode, number>
  /** The elements that have text. Of nested elements with the same text, only the innermost is included. */
  speaking(): [node: DocumentNode, length: number][]
  /** The elements that have text beside the elements inside them, by that text without white space. */
  ownTexts(): ReadonlyMap<string, DocumentNode[]>
  /** Attributes that may hold values. */
  attributes(): PageAttribute[]
  /** The same attributes by their values, without white space. */
  attributesSaying(): ReadonlyMap<string, PageAttribute[]>
  /** The values in its structured data. */
  facts(): Fact[]
  /** The facts at a path whose value is a text, by that text without white space. */
  factsSaying(): ReadonlyMap<string, Fact[]>
  /** The language that the page declares. */
  language: string | undefined
}

/** Attributes that identify or style an element, and never hold a displayed value. */
const NO_VALUES =
  /^(?:class|id|style|itemprop|itemtype|itemscope|role|rel|property|name|type|target|width|height|loading|on\w+|xmlns.*|viewBox|d|fill|stroke.*)$/
const MAX_VALUE_LENGTH = 2_000

export function openPage(input: PageInput): LearningPage {
  const view = viewPage(input, learningEngine)
  const html = view.html()
  const elements = html.select(learningEngine.compile('*'), html.root, Number.POSITIVE_INFINITY)
  const [top] = elements
  const lengths = once(() => textLengths(html))
  const facts = once(() => factsOf(view, elements))
  const attributes = once(() => elements.flatMap(node => attributesOf(html, node)))
  return {
    view,
    html,
    elements,
    lengths,
    speaking: once(() => {
      const wrappers = wrappersAmong(html, lengths())
      return [...lengths()].filter(([node]) => !wrappers.has(node))
    }),
    ownTexts: once(() => ownTextsOf(html, [...lengths().keys()])),
    attributes,
    attributesSaying: once(() => Map.groupBy(attributes(), ({ value }) => compact(value))),
    facts,
    factsSaying: once(() => textsAmong(facts())),
    language: (top !== undefined && html.attribute(top, 'lang')) || undefined,
  }
}

function textsAmong(facts: Fact[]): Map<string, Fact[]> {
  const texts = facts.filter(({ rule, value }) => rule.path !== undefined && typeof value === 'string')
  return Map.groupBy(texts, ({ value }) => compact(decodedOf(value) as string))
}

function ownTextsOf(html: HtmlDocument, nodes: DocumentNode[]): Map<string, DocumentNode[]> {
  const readOwnText = nodeReader('own_text')
  const texts = new Map<string, DocumentNode[]>()
  for (const node of nodes.filter(node => hasElements(html, node))) {
    const text = compact(readOwnText(html, node, NO_SKIP) ?? '')
    if (text === '') continue
    const known = texts.get(text)
    if (known) known.push(node)
    else texts.set(text, [node])
  }
  return texts
}

/** The content of a `meta` element is a fact of the page, and is read as such. */
function attributesOf(html: HtmlDocument, node: DocumentNode): PageAttribute[] {
  if (html.elementName(node) === 'meta') return []
  return attributesAmong(html, node)
    .filter(name => !NO_VALUES.test(name))
    .map(name => ({ node, name, value: html.attribute(node, name)?.trim() ?? '' }))
    .filter(({ value }) => value !== '' && value.length <= MAX_VALUE_LENGTH)
}
