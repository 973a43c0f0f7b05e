import type { Literal } from 'mdast'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../../html/document.ts'
import { childElements } from '../../../html/walk-nodes.ts'
import { readText } from '../read-text.ts'
import type { InlineContent } from './inline.ts'

/** A formula as TeX. */
export interface InlineMath extends Literal {
  type: 'inlineMath'
}

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineMath: InlineMath
  }
  interface RootContentMap {
    inlineMath: InlineMath
  }
}

/** Longer formulas are written as text. */
const MAX_LENGTH = 10_000

interface FormulaContext {
  html: HtmlDocument
  skip: SkippedNodes
  /** `skip` with the elements that repeat a formula; null before the first of them. */
  ownSkip: Set<DocumentNode> | null
  inline: InlineContent
}

/** The point of a decimal number in MathML, which is an element of its own: `<mn>3</mn><mo>.</mo><mn>5</mn>`. */
const SPLIT_NUMBER = /(?<=\d) \. (?=\d)/g

/** Adds a formula to a line once: as the TeX that the page states for it, or as text. */
export function readFormula(math: DocumentNode, context: FormulaContext): void {
  const { html, skip, inline } = context
  const repeats = repeatsOf(math, html)
  if (repeats.length > 0) {
    context.ownSkip ??= new Set(skip)
    for (const repeat of repeats) context.ownSkip.add(repeat)
    context.skip = context.ownSkip
  }
  if (hasTexScript(math, html)) return
  const value = texOf(math, html)
  if (value === null) inline.text(readText(html, math, skip).replace(SPLIT_NUMBER, '.'))
  else inline.add({ type: 'inlineMath', value })
}

/** Adds the formula of a script to a line; other scripts add nothing. */
export function readTexScript(script: DocumentNode, { html, inline }: FormulaContext): void {
  const value = isTexScript(script, html) ? cleanTex(charactersIn(script, html)) : null
  if (value !== null) inline.add({ type: 'inlineMath', value })
}

/** Returns the TeX that a formula states beside its MathML; null if there is none. */
function texOf(math: DocumentNode, html: HtmlDocument): string | null {
  const elements = (node: DocumentNode, name: string) =>
    childElements(html, node).filter(child => html.elementName(child) === name)
  const annotation = elements(math, 'semantics')
    .flatMap(semantics => elements(semantics, 'annotation'))
    .find(element => /tex/i.test(html.attribute(element, 'encoding') ?? ''))
  return cleanTex(
    annotation === undefined ? (html.attribute(math, 'alttext') ?? '') : charactersIn(annotation, html),
  )
}

/** Whether a script holds a formula, which MathJax shows in its place. */
export const isTexScript = (node: DocumentNode, html: HtmlDocument): boolean =>
  html.elementName(node) === 'script' && /^\s*math\/tex/i.test(html.attribute(node, 'type') ?? '')

function charactersIn(node: DocumentNode, html: HtmlDocument): string {
  let text = ''
  for (let child = html.firstChild(node); child !== null; child = html.nextSibling(child))
    text += html.characters(child) ?? ''
  return text
}

/** Removes the marks of CDATA, and the style that wikis put around all formulas. */
function cleanTex(text: string): string | null {
  const tex = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:% ?)?<!\[CDATA\[|(?:% ?)?\]\]>$/g, '')
    .trim()
    .replace(/^\{\\(?:display|text)style (.*)\}$/, '$1')
    .trim()
  return tex === '' || tex.length > MAX_LENGTH ? null : tex
}

/** Maximum number of elements between a formula and the element that shows it in several forms. */
const MAX_STEPS = 4
/** Elements of KaTeX and of wikis, with the formula first and then the form for the eye. */
const SEVERAL_FORMS = /(?:^|\s)(?:katex|mwe-math-element)(?:\s|$)/
const MATHJAX = /mathjax|mjx/i

/** Returns the elements that show a formula once more, after it. */
function repeatsOf(math: DocumentNode, html: HtmlDocument): DocumentNode[] {
  let form = math
  for (const ancestor of ancestorsOf(math, html)) {
    if (SEVERAL_FORMS.test(html.attribute(ancestor, 'class') ?? '')) return siblingsAfter(form, html)
    form = ancestor
  }
  return []
}

/** Whether a script states the same formula as TeX, behind the elements by which MathJax shows it. */
export function hasTexScript(math: DocumentNode, html: HtmlDocument): boolean {
  for (const ancestor of ancestorsOf(math, html)) {
    if (!MATHJAX.test(html.attribute(ancestor, 'class') ?? '')) return false
    const [next] = siblingsAfter(ancestor, html)
    if (next !== undefined && isTexScript(next, html)) return true
  }
  return false
}

function* ancestorsOf(node: DocumentNode, html: HtmlDocument): Generator<DocumentNode> {
  let ancestor = html.parent(node)
  for (let step = 0; ancestor !== null && step < MAX_STEPS; step++, ancestor = html.parent(ancestor))
    yield ancestor
}

/** Maximum number of siblings to look at. */
const MAX_SIBLINGS = 8

function siblingsAfter(node: DocumentNode, html: HtmlDocument): DocumentNode[] {
  const siblings: DocumentNode[] = []
  let next = html.nextSibling(node)
  for (let step = 0; next !== null && step < MAX_SIBLINGS; step++, next = html.nextSibling(next))
    if (html.elementName(next) !== null) siblings.push(next)
  return siblings
}
