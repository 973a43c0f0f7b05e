import type { List, ListItem } from 'mdast'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../../html/document.ts'
import { childElements } from '../../../html/walk-nodes.ts'

/** Reads an element directly inside a list. What is not an item is read with its own element. */
type ItemReader = (child: DocumentNode, isItem: boolean) => ListItem['children']

/**
 * Reads a list element. Its content outside of items is added to the item before it. Markdown numbers items consecutively
 * from the first, so an item with another number starts a new list.
 */
export function readLists(
  node: DocumentNode,
  { html, skip }: { html: HtmlDocument; skip: SkippedNodes },
  readItem: ItemReader,
): List[] {
  const numberOf = createItemNumbers(node, html)
  const lists: List[] = []
  let nextNumber: number | null = null
  for (const child of childElements(html, node)) {
    if (skip.has(child)) continue
    const isItem = html.elementName(child) === 'li'
    const children = readItem(child, isItem)
    const lastItem = lists.at(-1)?.children.at(-1)
    if (!isItem && lastItem) {
      for (const block of children) lastItem.children.push(block)
      continue
    }
    const number = numberOf(child)
    if (!lastItem || number !== nextNumber) lists.push(newList(number))
    lists.at(-1)!.children.push({ type: 'listItem', spread: false, children })
    nextNumber = number === null ? null : number + 1
  }
  return lists
}

const newList = (start: number | null): List =>
  start === null
    ? { type: 'list', spread: false, ordered: false, children: [] }
    : { type: 'list', spread: false, ordered: true, start, children: [] }

/** Returns a function that numbers the items of a list consecutively; it returns null if the list has no numbers. */
function createItemNumbers(list: DocumentNode, html: HtmlDocument): (item: DocumentNode) => number | null {
  if (html.elementName(list) !== 'ol') return () => null
  const isReversed = html.attribute(list, 'reversed') !== null
  const isItem = (child: DocumentNode) => html.elementName(child) === 'li'
  const first = isReversed ? childElements(html, list).filter(isItem).length : 1
  let next = numberIn(list, 'start', html) ?? first
  return item => {
    const number = numberIn(item, 'value', html) ?? next
    next = isReversed ? Math.max(number - 1, 0) : number + 1
    return number
  }
}

/** Markdown supports item numbers from 0 to 999,999,999. */
function numberIn(node: DocumentNode, name: 'start' | 'value', html: HtmlDocument): number | null {
  const number = html.attribute(node, name)?.trim() ?? ''
  return /^\d{1,9}$/.test(number) ? Number(number) : null
}
