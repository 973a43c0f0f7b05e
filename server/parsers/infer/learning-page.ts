import { once } from '../../base/once.ts'
import type { DocumentNode, HtmlDocument, HtmlEngine } from '../../html/document.ts'
import { fastEngine } from '../../html/fast-engine.ts'
import { type PageInput, type PageView, viewPage } from '../page-view.ts'
import { type Fact, factsOf } from './facts.ts'
import { attributesAmong } from './nodes.ts'
import { textLengths, wrappersAmong } from './text-lengths.ts'

/** What reads the pages that rules are learned from. */
export const learningEngine: HtmlEngine = fastEngine

/** An attribute of an element of the page. */
export interface Attribute {
  node: DocumentNode
  name: string
  value: string
}

/** A page that rules are learned from. Each part is read at the first question, and once. */
export interface LearningPage {
  view: PageView
  html: HtmlDocument
  /** Its elements in document order, without the content of templates. */
  elements: DocumentNode[]
  /** How many characters an element's text has, blanks not counted; absent for what has none. */
  lengths(): ReadonlyMap<DocumentNode, number>
  /** The elements with a text of their own: of those that lie in one another and say the same, the innermost. */
  speaking(): [node: DocumentNode, length: number][]
  /** Attributes that may hold values. */
  attributes(): Attribute[]
  /** What it says in structured data. */
  facts(): Fact[]
  /** The language that it says it is in. */
  language: string | undefined
}

/** Attributes that name or dress an element, and never hold a value that is shown. */
const NO_VALUES =
  /^(?:class|id|style|itemprop|itemtype|itemscope|role|rel|property|name|type|target|width|height|loading|on\w+|xmlns.*|viewBox|d|fill|stroke.*)$/
const LONGEST = 2_000

export function openPage(input: PageInput): LearningPage {
  const view = viewPage(input, learningEngine)
  const html = view.html()
  const elements = html.select(learningEngine.compile('*'), html.root, Number.POSITIVE_INFINITY)
  const [top] = elements
  const lengths = once(() => textLengths(html))
  return {
    view,
    html,
    elements,
    lengths,
    speaking: once(() => {
      const wrappers = wrappersAmong(html, lengths())
      return [...lengths()].filter(([node]) => !wrappers.has(node))
    }),
    attributes: once(() => elements.flatMap(node => attributesOf(html, node))),
    facts: once(() => factsOf(view, elements)),
    language: (top !== undefined && html.attribute(top, 'lang')) || undefined,
  }
}

function attributesOf(html: HtmlDocument, node: DocumentNode): Attribute[] {
  return attributesAmong(html, node)
    .filter(name => !NO_VALUES.test(name))
    .map(name => ({ node, name, value: html.attribute(node, name)?.trim() ?? '' }))
    .filter(({ value }) => value !== '' && value.length <= LONGEST)
}
