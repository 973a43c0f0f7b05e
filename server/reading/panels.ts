import type { DocumentNode, HtmlDocument } from '../html/document.ts'

const LABELS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt'])
const PANEL_ROLES: ReadonlySet<string> = new Set(['tabpanel', 'region'])
/** Maximum number of elements between a button and the heading that it fills. */
const MAX_WRAPPERS = 2

/** Whether a button is the label of a part of the text that it opens: it fills a heading or stands before what it opens. */
export function isPanelLabel(html: HtmlDocument, button: DocumentNode): boolean {
  if (html.attribute(button, 'aria-expanded') === null) return false
  let around = html.parent(button)
  for (let step = 0; around !== null && step < MAX_WRAPPERS; step++, around = html.parent(around))
    if (LABELS.has(html.elementName(around) ?? '')) return true
  const next = elementBeside(html, button, html.nextSibling)
  return next !== null && opens(html, button, next)
}

/** Whether a hidden element is a part of the text that readers open, such as the answer to a question. */
export function isPanel(html: HtmlDocument, node: DocumentNode): boolean {
  if (html.attribute(node, 'hidden')?.toLowerCase() === 'until-found') return true
  if (PANEL_ROLES.has(html.attribute(node, 'role')?.toLowerCase() ?? '')) return true
  const label = elementBeside(html, node, html.previousSibling)
  if (label === null) return false
  const button = LABELS.has(html.elementName(label) ?? '') ? html.firstChild(label) : label
  return button !== null && opens(html, button, node)
}

const opens = (html: HtmlDocument, button: DocumentNode, node: DocumentNode): boolean => {
  const id = html.attribute(node, 'id')
  return id !== null && id !== '' && html.attribute(button, 'aria-controls') === id
}

/** Returns the element before or behind an element, unless there is text between them. */
function elementBeside(
  html: HtmlDocument,
  node: DocumentNode,
  next: (node: DocumentNode) => DocumentNode | null,
): DocumentNode | null {
  let beside = next(node)
  while (beside !== null && html.characters(beside)?.trim() === '') beside = next(beside)
  return beside !== null && html.elementName(beside) !== null ? beside : null
}
