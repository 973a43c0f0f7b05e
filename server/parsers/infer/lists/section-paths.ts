import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { readText } from '../../html/read-text.ts'
import { siblingsBefore } from '../page/nodes.ts'
import type { Candidate } from '../rules/candidate.ts'
import type { FieldCase } from '../rules/case.ts'
import { type Guess, typeKeys } from '../rules/guess-type.ts'
import { labelText, saysLabel } from '../rules/labels.ts'
import type { SpreadItems } from './spread-items.ts'

const HEADING = /^h[1-6]$/
const SCORE = 0.73

/**
 * Returns rules for a list by the heading of its section: everything up to the next heading of that level, whatever is
 * between, such as headings of parts. `<h2>Ingredients</h2> <h3>Dough</h3> <ul>… <h3>Sauce</h3> <ul>…`
 */
export function sectionPathsOf(
  fieldCase: FieldCase,
  { nodes }: SpreadItems,
  read: string,
  guess: Guess,
): Candidate[] {
  const { html } = fieldCase.page
  const from = fieldCase.node === null ? '//' : './/'
  const item = stepOf(html, nodes)
  const holders = nodes.map(node => html.parent(node))
  const areLists = holders.every(holder => holder !== null && holder !== fieldCase.node)
  const inLists = areLists ? [...new Set(holders as DocumentNode[])] : []
  return [
    ...headingsBefore(html, nodes).map(heading => ({
      heading,
      xpath: `${from}${item}${afterHeading(heading)}`,
    })),
    ...headingsBefore(html, inLists).map(heading => ({
      heading,
      xpath: `${from}${stepOf(html, inLists)}${afterHeading(heading)}/${item}`,
    })),
  ].map(({ heading: { text }, xpath }) => ({
    rule: { xpath, ...(read !== 'text' && { read }), all: true, ...typeKeys(guess) },
    score: SCORE,
    reasons: [`it stands in the section ${JSON.stringify(text)}`],
  }))
}

interface Heading {
  name: string
  text: string
}

/** Returns the nearest heading of each level before the first of several siblings. */
function headingsBefore(html: HtmlDocument, [first, ...others]: DocumentNode[]): Heading[] {
  if (first === undefined || others.some(node => html.parent(node) !== html.parent(first))) return []
  const found = new Map<string, Heading>()
  for (const node of siblingsBefore(html, first)) {
    const name = html.elementName(node)
    if (name === null || !HEADING.test(name) || found.has(name)) continue
    const text = labelText(readText(html, node))
    if (text !== null) found.set(name, { name, text })
  }
  return [...found.values()]
}

/** Returns the XPath step of elements with one name or several names. */
function stepOf(html: HtmlDocument, nodes: DocumentNode[]): string {
  const names = [...new Set(nodes.map(node => html.elementName(node)!))]
  return names.length === 1 ? names[0]! : `*[${names.map(name => `self::${name}`).join(' or ')}]`
}

/** Returns the XPath condition for being after a heading, and before the next of its level. */
const afterHeading = ({ name, text }: Heading) => `[preceding-sibling::${name}[1][${saysHeading(text)}]]`

/** Icons and numbers before a heading are not part of its words. */
function saysHeading(text: string): string {
  const words = text.replace(/^[^\p{L}]+|[^\p{L})]+$/gu, '')
  return words === text ? saysLabel(text) : `contains(normalize-space(.), "${words}")`
}
