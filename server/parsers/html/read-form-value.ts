import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { elementsIn } from './elements-in.ts'
import { readText } from './read-text.ts'

/** What a form would send for a control: of a select its chosen option, of a box only where it is ticked. */
export function readFormValue(html: HtmlDocument, node: DocumentNode): string | null {
  const name = html.elementName(node)
  if (name === 'select') return valueOfSelect(html, node)
  if (name === 'textarea') return readText(html, node)
  const type = html.attribute(node, 'type')?.toLowerCase()
  const isOff = (type === 'checkbox' || type === 'radio') && html.attribute(node, 'checked') === null
  if (isOff) return null
  const value = html.attribute(node, 'value')
  return value?.trim() ?? (name === 'option' ? readText(html, node) : null)
}

function valueOfSelect(html: HtmlDocument, select: DocumentNode): string | null {
  const options = elementsIn(html, select).filter(node => html.elementName(node) === 'option')
  const chosen = options.find(option => html.attribute(option, 'selected') !== null) ?? options[0]
  return chosen === undefined ? null : readFormValue(html, chosen)
}
