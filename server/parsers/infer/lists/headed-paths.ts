import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { readText } from '../../html/read-text.ts'
import { onlyElementIn, siblingsBefore } from '../page/nodes.ts'
import type { Candidate } from '../rules/candidate.ts'
import type { FieldCase } from '../rules/case.ts'
import { type Guess, typeKeys } from '../rules/guess-type.ts'
import { labelText, saysLabel } from '../rules/labels.ts'
import type { SpreadItems } from './spread-items.ts'

const MAX_CLIMB = 4
const MAX_SIBLINGS_BACK = 2
const MAX_HEADINGS = 2
const HOLDERS = new Set(['ul', 'ol', 'dl', 'table', 'tbody', 'div', 'section', 'fieldset'])
const HEADING = /^h[1-6]$/

interface ScoredHeading {
  name: string
  text: string
  /** The element after it, which contains the list or is its first item. */
  follower: DocumentNode
  sturdy: number
}

/** Returns rules for a list by the heading above it: `<h3>Ingredients</h3> … <ul><li>`. */
export function headedPathsOf(
  fieldCase: FieldCase,
  { nodes, around }: SpreadItems,
  read: string,
  guess: Guess,
): Candidate[] {
  const { html } = fieldCase.page
  const names = [...new Set(nodes.map(node => html.elementName(node)!))]
  if (names.length > 1 && names.includes('div')) return []
  const item = names.length === 1 ? names[0]! : `*[${names.map(name => `self::${name}`).join(' or ')}]`
  const from = fieldCase.node === null ? '//' : './/'
  const areChildren = nodes.every(node => html.parent(node) === around)
  const headings = headingsOf(fieldCase, around).filter(({ follower }) =>
    HOLDERS.has(html.elementName(follower)!),
  )
  const apart = headings.flatMap(heading => {
    const name = html.elementName(heading.follower)!
    const areInside = areChildren && heading.follower === around
    const below = `following::${name}[1]/${areInside ? '' : '/'}${item}`
    return [
      // Other pages may use the same words in a heading of another level.
      { heading, xpath: `${from}text()[${saysLabel(heading.text)}]/${below}`, less: 0 },
      { heading, xpath: `${from}${heading.name}[${saysLabel(heading.text)}]/${below}`, less: 0.02 },
    ]
  })
  const beside = (areChildren ? headingsOf(fieldCase, nodes[0]!, 0) : []).map(heading => {
    const xpath = `${from}${item}[preceding-sibling::${heading.name}[1][${saysLabel(heading.text)}]]`
    return { heading, xpath, less: 0 }
  })
  return [...beside, ...apart].map(({ heading: { text, sturdy }, xpath, less }) => ({
    rule: { xpath, ...(read !== 'text' && { read }), all: true, ...typeKeys(guess) },
    score: sturdy - less,
    reasons: [`it stands below the heading ${JSON.stringify(text)}`],
  }))
}

/** Returns the headings before an element or its ancestors, the nearest first. */
function headingsOf(
  { page: { html }, node: scope }: FieldCase,
  element: DocumentNode,
  climb = MAX_CLIMB,
): ScoredHeading[] {
  const found: ScoredHeading[] = []
  let climbed = 0
  for (
    let at: DocumentNode | null = element;
    at !== null && at !== scope && climbed <= climb;
    at = html.parent(at)
  ) {
    const before = siblingsBefore(html, at).filter(node => html.elementName(node) !== null)
    for (const sibling of before.slice(0, MAX_SIBLINGS_BACK)) {
      const heading = headingIn(html, sibling)
      const text = heading === null ? null : labelText(readText(html, heading))
      if (heading === null || text === null || /\d/.test(text)) continue
      const name = html.elementName(heading)!
      if (climbed > 1 && !HEADING.test(name)) continue
      const sturdy = (HEADING.test(name) ? 0.72 : 0.62) - 0.03 * climbed
      found.push({ name, text, follower: at, sturdy })
    }
    climbed++
  }
  return found.slice(0, MAX_HEADINGS)
}

/** Returns the element itself, or the innermost element with the same text. */
function headingIn(html: HtmlDocument, element: DocumentNode): DocumentNode | null {
  let at = element
  for (let steps = 0; steps < 4; steps++) {
    if (HEADING.test(html.elementName(at)!)) return at
    const inner = onlyElementIn(html, at)
    if (inner === null) break
    at = inner
  }
  return readText(html, at).length <= 60 ? at : null
}
