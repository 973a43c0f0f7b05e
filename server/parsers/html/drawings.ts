import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../html/document.ts'
import {
  DESCRIBING_ELEMENTS,
  DRAWINGS,
  SEPARATED_ELEMENTS,
  UNREAD_ELEMENTS,
} from '../../html/read/text-borders.ts'

/** Maximum number of elements between what describes a drawing and the block or link around the drawing. */
const MAX_STEPS = 20

/**
 * Returns a function that checks whether an element, such as a `title`, does not describe a drawing, or does so where no other
 * text is shown, as in the link of an icon.
 */
export function createShownTest(html: HtmlDocument, skip: SkippedNodes): (node: DocumentNode) => boolean {
  /** Whether the places of drawings contain no other text. */
  const described = new Map<DocumentNode, boolean>()
  return node => {
    const place = placeOfDrawing(html, node)
    if (place === null) return true
    const isDescribed = described.get(place) ?? isOnlyDescribed(html, place, skip)
    described.set(place, isDescribed)
    return isDescribed
  }
}

/** Returns the link or block that contains the drawing around an element; null if there is no drawing. */
function placeOfDrawing(html: HtmlDocument, node: DocumentNode): DocumentNode | null {
  let isInDrawing = false
  let parent = html.parent(node)
  for (let step = 0; parent !== null && step < MAX_STEPS; step++, parent = html.parent(parent)) {
    const name = html.elementName(parent) ?? ''
    if (isInDrawing && (name === 'a' || SEPARATED_ELEMENTS.has(name))) return parent
    isInDrawing ||= DRAWINGS.has(name)
  }
  return isInDrawing ? html.root : null
}

/** Whether the descriptions of drawings are the only text of a place. Ends at the first other text. */
function isOnlyDescribed(html: HtmlDocument, place: DocumentNode, skip: SkippedNodes): boolean {
  const rest: { node: DocumentNode | null; isInDrawing: boolean }[] = [
    { node: html.firstChild(place), isInDrawing: false },
  ]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { node, isInDrawing } = next
    if (node === null) continue
    const name = html.elementName(node) ?? ''
    if (html.characters(node)?.trim()) return false
    rest.push({ node: html.nextSibling(node), isInDrawing })
    const isLeftOut =
      skip.has(node) || UNREAD_ELEMENTS.has(name) || (isInDrawing && DESCRIBING_ELEMENTS.has(name))
    if (!isLeftOut) rest.push({ node: html.firstChild(node), isInDrawing: isInDrawing || DRAWINGS.has(name) })
  }
  return true
}
