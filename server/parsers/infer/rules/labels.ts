import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { readText } from '../../html/read-text.ts'
import { siblingsBefore } from '../page/nodes.ts'
import { compact } from '../page/text-lengths.ts'
import type { FieldCase } from './case.ts'
import type { Hit } from './find-hits.ts'

/** A rule that finds a value by the words that stand before it. */
interface LabelPath {
  xpath: string
  score: number
  reasons: string[]
}

const LABELS: Readonly<Record<string, number>> = {
  dt: 0.86,
  th: 0.86,
  label: 0.82,
  strong: 0.78,
  b: 0.76,
  td: 0.74,
  // Adjacent links are tags or breadcrumbs.
  a: 0.4,
}
const OTHER = 0.7
/** Elements that are nested in each other, so that reading the text of each is slow. */
const BOXES = new Set(['div', 'section', 'article', 'li', 'ul', 'header', 'main'])
const MAX_CLIMB = 2

/** Returns rules by the label of a hit: `<dt>Weight</dt><dd>2 kg</dd>`, `<b>Weight:</b> 2 kg`. */
export function labelPathsOf(fieldCase: FieldCase, { node, read }: Hit): LabelPath[] {
  if (read === 'own_text') return labelInside(fieldCase, node)
  if (read !== 'text') return []
  const { html } = fieldCase.page
  const length = fieldCase.page.lengths().get(node)
  let at: DocumentNode | null = node
  for (let climbed = 0; climbed <= MAX_CLIMB && at !== null && at !== fieldCase.node; climbed++) {
    if (fieldCase.page.lengths().get(at) !== length) return []
    const [nearest] = siblingsBefore(html, at).filter(
      sibling => (html.characters(sibling) ?? 'x').trim() !== '',
    )
    if (nearest !== undefined && html.elementName(nearest) === null) return byText(fieldCase, nearest)
    const before = siblingsBefore(html, at).find(sibling => html.elementName(sibling) !== null)
    if (before !== undefined) return byLabel(fieldCase, before, html.elementName(at)!)
    at = html.parent(at)
  }
  return []
}

function byLabel({ page, node, wanted }: FieldCase, label: DocumentNode, name: string): LabelPath[] {
  const text = labelText(readText(page.html, label))
  if (text === null || text === wanted) return []
  const tag = page.html.elementName(label)!
  if (tag === 'td' && !isHeading(page.html, label)) return []
  const from = node === null ? '//' : './/'
  const score = LABELS[tag] ?? OTHER
  const reasons = [`it stands beside the label ${JSON.stringify(text)}`]
  const anyTag = `${from}text()[${saysLabel(text)}]/ancestor::*[following-sibling::*][1]`
  const paths = [{ xpath: `${anyTag}/following-sibling::*[1]`, score: score - 0.04, reasons }]
  if (BOXES.has(tag)) return paths
  paths.push({ xpath: `${from}${tag}[${saysLabel(text)}]/following-sibling::${name}[1]`, score, reasons })
  // It also works if a wrapper or an advertisement comes between.
  const next = `${from}text()[${saysLabel(text)}]/following::${name}[1]`
  const isTelling = node === null && !BOXES.has(name)
  const because = [`it is the next ${name} behind the words ${JSON.stringify(text)}`]
  return isTelling ? [...paths, { xpath: next, score: score - 0.08, reasons: because }] : paths
}

/** Returns a rule by the text before the element: `Weight: <b>2 kg</b>`. */
function byText({ page: { html }, node }: FieldCase, label: DocumentNode): LabelPath[] {
  const labelContent = (html.characters(label) ?? '').replace(/\s+/g, ' ').trim()
  const text = /[:：]$/.test(labelContent) ? labelText(labelContent) : null
  if (text === null) return []
  const xpath = `${node === null ? '//' : './/'}text()[${saysLabel(text)}]/following-sibling::*[1]`
  return [{ xpath, score: 0.74, reasons: [`it stands behind the label ${JSON.stringify(text)}`] }]
}

/** Whether a cell is the first of a row of two cells. */
function isHeading(html: HtmlDocument, cell: DocumentNode): boolean {
  const isElement = (node: DocumentNode) => html.elementName(node) !== null
  let after = 0
  for (let at = html.nextSibling(cell); at !== null; at = html.nextSibling(at)) if (isElement(at)) after++
  return after === 1 && !siblingsBefore(html, cell).some(isElement)
}

/** Returns rules for the text after a label in the same element. */
function labelInside({ page, node }: FieldCase, element: DocumentNode): LabelPath[] {
  const { html } = page
  const label = html.firstChild(element)
  const first = label !== null && html.elementName(label) === null ? html.nextSibling(label) : label
  if (first === null || html.elementName(first) === null) return []
  const text = labelText(readText(html, first))
  if (text === null) return []
  const from = node === null ? '//' : './/'
  const tag = html.elementName(first)!
  const reasons = [`it stands behind the label ${JSON.stringify(text)}`]
  return [
    {
      xpath: `${from}${tag}[${saysLabel(text)}]/following-sibling::text()[normalize-space(.)][1]`,
      score: 0.72,
      reasons,
    },
  ]
}

/** Returns a text that can be a label, without its colon: a few words, with letters. Null for any other. */
export function labelText(text: string): string | null {
  const label = text.replace(/\s*[:：]\s*$/, '').trim()
  const isShort = label.length > 1 && label.length <= 40 && label.split(' ').length <= 5
  return isShort &&
    /\p{L}{2}/u.test(label) &&
    !/\d{4}/.test(label) &&
    compact(label).length > 1 &&
    !label.includes('"')
    ? label
    : null
}

/** Returns the XPath condition for a label, with or without a colon. */
export const saysLabel = (text: string) => `normalize-space(.)="${text}" or normalize-space(.)="${text}:"`
