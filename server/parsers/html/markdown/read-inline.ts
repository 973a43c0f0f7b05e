import type { PhrasingContent } from 'mdast'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../../html/document.ts'
import { hasNamed } from '../../../html/walk-nodes.ts'
import { readText } from '../read-text.ts'
import type { InlineContent } from './inline.ts'

interface InlineContext {
  html: HtmlDocument
  skip: SkippedNodes
  inline: InlineContent
}

type ChildReader<Context> = (node: DocumentNode, context: Context) => void

/** A number, or an exponent such as `n`, `2k` and `n+1`; other letters, as in `1st`, are no exponents. */
const EXPONENT = /^[+\u2212-]?(?:\d{1,9}|\d{0,3}[ijkmnx](?:[+\u2212-]\d{1,3})?)$/
const SIGNS = '0123456789+-\u2212ijkmnx'
const SUPERSCRIPT_SIGNS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁱʲᵏᵐⁿˣ'
/** Elements that variables in formulas are in. */
const isItalic = (name: string) => name === '' || name === 'i' || name === 'em' || name === 'var'

/** Writes an exponent in superscript characters: Markdown has no superscript, and 10<sup>6</sup> is not 106. */
export function readSuperscript<Context extends InlineContext>(
  node: DocumentNode,
  context: Context,
  readChildren: ChildReader<Context>,
): void {
  const { html, skip, inline } = context
  const isPlain = !hasNamed(html, node, name => !isItalic(name))
  const text = isPlain ? readText(html, node, skip).replace(/\s+/g, '') : ''
  if (EXPONENT.test(text)) inline.text(text.replace(/./g, sign => SUPERSCRIPT_SIGNS[SIGNS.indexOf(sign)]!))
  else readChildren(node, context)
}

/** Puts the reading of a ruby base in brackets if the page does not do so itself (`rp`): 漢字(かんじ). */
export function readRuby<Context extends InlineContext>(
  node: DocumentNode,
  context: Context,
  readChildren: ChildReader<Context>,
): void {
  const { html, skip, inline } = context
  let next = html.nextSibling(node)
  while (next !== null && html.elementName(next) === null) next = html.nextSibling(next)
  const hasBrackets = next !== null && html.elementName(next) === 'rp'
  const needsBrackets = !hasBrackets && readText(html, node, skip) !== ''
  if (needsBrackets) inline.text('(')
  readChildren(node, context)
  if (needsBrackets) inline.text(')')
}

/**
 * Leaves out the link of a heading to itself that many generators of documentation add, such as `¶` or a space without
 * width, and the blank beside it.
 */
export function withoutPermalink(children: PhrasingContent[]): PhrasingContent[] {
  const others = children.filter(child => !isPermalink(child))
  if (others.length === children.length || others.length === 0) return children
  const [first] = others
  if (first?.type === 'text') others[0] = { ...first, value: first.value.trimStart() }
  return isBlank(others.at(-1)!) ? others.slice(0, -1) : others
}

const PERMALINK = /^(?:[¶#§🔗]\ufe0f?|\u200b)$/u

const isPermalink = (child: PhrasingContent): boolean =>
  child.type === 'link' && child.url.includes('#') && PERMALINK.test(child.children.map(textIn).join(''))

const isBlank = (child: PhrasingContent): boolean => child.type === 'text' && child.value.trim() === ''

const textIn = (node: PhrasingContent): string => (node.type === 'text' ? node.value : ' ')
