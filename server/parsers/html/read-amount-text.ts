import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../html/document.ts'
import { hasElements, nextAfter } from '../../html/walk-nodes.ts'
import type { NodeReader } from './node-readers.ts'
import { readText } from './read-text.ts'

/** A mark between digits of two elements which may or may not be one number. */
export const DIGIT_BREAK = '\u2063'

/** A mark before a text that starts with a struck-out number and has another one after it. */
export const STRUCK_OUT_MARK = '\u2064'

const STRUCK_OUT = new Set(['del', 's', 'strike'])
const LINE_THROUGH = /(?:^|;)\s*(?:-webkit-)?text-decoration[a-z-]*\s*:[^;]*line-through/i
const SMALL = new Set(['sup', 'sub', 'small'])
const CENTS = /cent|fraction|decimal|minor|kopeck|grosz|haler|(?:^|[-_\s])(?:sup|penn(?:y|ies))(?:$|[-_\s])/i
/** An amount has few parts, and only the first parts of a text are read. */
const MAX_BREAKS = 4
/** How many levels above the digits a small element or a link is searched for. */
const MAX_LEVELS = 3

interface DigitBreak {
  node: DocumentNode
  kind: 'cents' | 'footnote' | 'unclear' | 'small' | 'formula'
}

/** A text that starts with digits, and what precedes it. */
interface DigitContext {
  root: DocumentNode
  node: DocumentNode
  text: string
  before: string
  /** The text node in which the digits before it end. */
  last: DocumentNode | null
}

type BreakClassifier = (html: HtmlDocument, context: DigitContext) => DigitBreak['kind'] | null

/** Creates a reader of prices: `<b>68</b><sup>50</sup> €` is 68.50, and footnotes are left out. */
export const priceTextReader =
  (decimal: string | undefined): NodeReader =>
  (html, root, skip) => {
    const text = readText(html, root, skip)
    if (!hasElements(html, root) || !/\d/.test(text)) return text
    if (beginsStruckOut(html, root, skip)) return STRUCK_OUT_MARK + text
    return joinBreaks(findBreaks(html, root, skip, kindInPrice), { html, root, skip, text, decimal })
  }

/** Reads a number of an element. A smaller digit directly after it is not a part of it: it may be a footnote or a power. */
export const numberTextReader: NodeReader = (html, root, skip) => {
  const text = readText(html, root, skip)
  if (!/\d/.test(text) || !hasElements(html, root)) return text
  const marked = markDigits(html, root, skip, text)
  return beginsInFormula(html, root, skip) ? marked.replace(/\d/, `${DIGIT_BREAK}$&`) : marked
}

function markDigits(html: HtmlDocument, root: DocumentNode, skip: SkippedNodes, text: string): string {
  if (/\d\D+\d/.test(text) && beginsStruckOut(html, root, skip)) return STRUCK_OUT_MARK + text
  if (!/\d ?[-\u2212]?\d/.test(text)) return text
  return joinBreaks(findBreaks(html, root, skip, kindInNumber), {
    html,
    root,
    skip,
    text,
    decimal: undefined,
  })
}

/** Whether the first digits inside an element are struck out, and others are not. */
function beginsStruckOut(html: HtmlDocument, root: DocumentNode, skip: SkippedNodes): boolean {
  let node = html.firstChild(root)
  let begins = false
  while (node !== null) {
    const isSkipped = skip.has(node)
    const isStruck = isStruckOut(html, node)
    if (isStruck && !isSkipped && !begins) begins = /\d/.test(readText(html, node, skip))
    else if (!isStruck && !isSkipped && /\d/.test(html.characters(node) ?? '')) return begins
    node = (isStruck || isSkipped ? null : html.firstChild(node)) ?? nextAfter(html, node, root)
  }
  return false
}

/** Parts of formulas whose numbers are not that of the formula: fractions, roots, powers and indices. */
const PARTS_OF_FORMULAS = new Set('mfrac msqrt mroot msup msub msubsup mmultiscripts'.split(' '))

/** Whether the first digits inside an element are a part of a formula. */
function beginsInFormula(html: HtmlDocument, root: DocumentNode, skip: SkippedNodes): boolean {
  let node = html.firstChild(root)
  while (node !== null) {
    const isSkipped = skip.has(node)
    if (!isSkipped && /\d/.test(html.characters(node) ?? ''))
      return (
        isOfFormula(html, node) &&
        elementsAround(html, node, root).some(one => PARTS_OF_FORMULAS.has(html.elementName(one) ?? ''))
      )
    node = (isSkipped ? null : html.firstChild(node)) ?? nextAfter(html, node, root)
  }
  return false
}

function isStruckOut(html: HtmlDocument, node: DocumentNode): boolean {
  const name = html.elementName(node)
  if (name === null) return false
  return STRUCK_OUT.has(name) || LINE_THROUGH.test(html.attribute(node, 'style') ?? '')
}

/** Finds the texts that start with digits and may continue the digits before them. */
function findBreaks(
  html: HtmlDocument,
  root: DocumentNode,
  skip: SkippedNodes,
  kindOf: BreakClassifier,
): DigitBreak[] {
  const breaks: DigitBreak[] = []
  let before = ''
  let last: DocumentNode | null = null
  let node = html.firstChild(root)
  while (node !== null && breaks.length < MAX_BREAKS) {
    const isSkipped = skip.has(node)
    const characters = isSkipped ? null : html.characters(node)
    if (characters?.trim()) {
      const kind = kindOf(html, { root, node, text: characters, before, last })
      if (kind) breaks.push({ node, kind })
      // The currency sign may be between the digits and the cents, in a text of its own.
      const hasDigit = /\d/.test(characters)
      before = hasDigit ? characters : (before + characters).slice(-20)
      if (hasDigit) last = node
    }
    node = (isSkipped ? null : html.firstChild(node)) ?? nextAfter(html, node, root)
  }
  return breaks
}

function kindInPrice(html: HtmlDocument, context: DigitContext): DigitBreak['kind'] | null {
  const { node, text, before } = context
  const digits = text.trim()
  if (!/^\d/.test(digits) || !/\d\s?\p{Sc}?\s*$/u.test(before)) return null
  if (isOfFormula(html, node)) return 'formula'
  if (isFootnote(html, context)) return 'footnote'
  const isWhole = !/[.,]\d{1,2}\s?\p{Sc}?\s*$/u.test(before)
  const element = html.parent(node)!
  if (isWhole && /^\d\d$/.test(digits) && isForCents(html, element)) return 'cents'
  const isAfterAll = !isWhole || /\p{Sc}\s*$/u.test(before)
  // Prices of fuel have nine tenths of a cent in small: `1,79<sup>9</sup>`.
  if (!isWhole && digits === '9' && /\d$/.test(before)) return 'unclear'
  if (isAfterAll && /^\d\)?$/.test(digits) && html.elementName(element) === 'sup') return 'footnote'
  const isTouching = /\d$/.test(before) && /^\d/.test(text)
  const areSingle = /(?<!\d)\d$/.test(before) && /^\d(?!\d)/.test(text)
  return isTouching && !(areSingle && areOfOneSize(html, context)) ? 'unclear' : null
}

function kindInNumber(html: HtmlDocument, context: DigitContext): DigitBreak['kind'] | null {
  const { root, node, text, before } = context
  if (!/^\s*[-\u2212]?\d/.test(text) || !/\d\s*$/.test(before)) return null
  if (/^\s*[-\u2212]/.test(text)) return sizeOf(html, node, root) === 'sup' ? 'small' : null
  if (isOfFormula(html, node)) return 'formula'
  if (isFootnote(html, context)) return 'footnote'
  const isTouching = /\d$/.test(before) && /^\d/.test(text)
  const isMark = /^\d{1,2}$/.test(text.trim()) && /^su[bp]$/.test(sizeOf(html, node, root) ?? '')
  return (isTouching || isMark) && !areOfOneSize(html, context) ? 'small' : null
}

/** A number in MathML: the number before it may be its base, or a numerator above it. */
const isOfFormula = (html: HtmlDocument, node: DocumentNode) => html.elementName(html.parent(node)!) === 'mn'

const isForCents = (html: HtmlDocument, element: DocumentNode) =>
  SMALL.has(html.elementName(element) ?? '') || CENTS.test(html.attribute(element, 'class') ?? '')

/** Returns the elements around a text, from the inside, up to the element that is read. */
function elementsAround(html: HtmlDocument, node: DocumentNode, root: DocumentNode): DocumentNode[] {
  const elements: DocumentNode[] = []
  let element = html.parent(node)
  while (element !== null && element !== root && elements.length < MAX_LEVELS) {
    elements.push(element)
    element = html.parent(element)
  }
  return elements
}

/** Returns what makes a text smaller than the text around it; null if nothing does. */
function sizeOf(html: HtmlDocument, node: DocumentNode, root: DocumentNode): string | null {
  const small = elementsAround(html, node, root).find(element => isForCents(html, element))
  if (small === undefined) return null
  const name = html.elementName(small)!
  return SMALL.has(name) ? name : 'cents'
}

const areOfOneSize = (html: HtmlDocument, { node, last, root }: DigitContext) =>
  last === null || sizeOf(html, node, root) === sizeOf(html, last, root)

/** Whether the text is a footnote: superscript digits that are a link inside the page, or are followed by a bracket. */
function isFootnote(html: HtmlDocument, { node, text, root }: DigitContext): boolean {
  const digits = text.trim()
  const elements = elementsAround(html, node, root)
  if (!/^\d{1,3}\)?$/.test(digits) || !elements.some(element => html.elementName(element) === 'sup'))
    return false
  const isLink = (element: DocumentNode) =>
    html.elementName(element) === 'a' && /#./.test(html.attribute(element, 'href') ?? '')
  return digits.endsWith(')') || elements.some(one => isLink(one) && readText(html, one) === digits)
}

/** A text, and the element from which it was read. */
interface AmountText {
  html: HtmlDocument
  root: DocumentNode
  skip: SkippedNodes
  text: string
  decimal: string | undefined
}

const joinBreaks = (breaks: DigitBreak[], amountText: AmountText): string =>
  breaks.reduceRight((text, digitBreak) => joinBreak(digitBreak, { ...amountText, text }), amountText.text)

/** Joins the digits at a break in the text of `amountText`, in which all later breaks are already joined. */
function joinBreak({ node, kind }: DigitBreak, { html, root, skip, text, decimal }: AmountText): string {
  const after = new Set([...skip, ...following(html, node, root)])
  const until = readText(html, root, after)
  const before = readText(html, root, new Set([...after, node]))
  if (!text.startsWith(until) || !until.startsWith(before)) return text
  const [added, rest] = [until.slice(before.length), text.slice(until.length)]
  if (kind === 'footnote') return before + rest
  const own = added.trim()
  const [gap] = (kind === 'unclear' ? /^(?=\d)/ : /^ ?(?=[-\u2212]?\d)/).exec(text.slice(before.length)) ?? []
  const between = kind === 'formula' ? '' : gap
  if (kind !== 'cents')
    return /\d$/.test(before) && gap !== undefined ? before + between + DIGIT_BREAK + own + rest : text
  return before.replace(/(\d)(\s?\p{Sc}?\s*)$/u, `$1${decimal ?? decimalMarkFor(before)}${own}$2`) + rest
}

/** Returns a decimal mark that cannot be taken for a thousands separator. */
const decimalMarkFor = (text: string) => (/\.\d{3}\D*$/.test(text) ? ',' : '.')

/** Returns all nodes after a node: its later siblings, and those of the nodes that contain it. */
function following(html: HtmlDocument, from: DocumentNode, root: DocumentNode): DocumentNode[] {
  const nodes: DocumentNode[] = []
  for (let node = from; node !== root; node = html.parent(node)!)
    for (let next = html.nextSibling(node); next !== null; next = html.nextSibling(next)) nodes.push(next)
  return nodes
}
