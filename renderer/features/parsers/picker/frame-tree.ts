import { NUMBER_ATTRIBUTE } from '../../../../server/parsers/node-number.ts'

/** The page in a frame, and its elements by number. */
export interface FrameTree {
  document: Document
  element: (number: number) => Element | undefined
  /** Whether its elements have numbers, which is so for HTML. */
  numbered: boolean
}

const MAX_TEXT = 60

export function readFrame(document: Document): FrameTree {
  const all = [...document.querySelectorAll(`[${NUMBER_ATTRIBUTE}]`)]
  const elements = new Map(all.map(element => [Number(element.getAttribute(NUMBER_ATTRIBUTE)), element]))
  return { document, element: number => elements.get(number), numbered: elements.size > 0 }
}

/** Returns the frame element in this window. */
export const frameOf = ({ document }: FrameTree): Element | null => document.defaultView?.frameElement ?? null

/** Focuses the page, so that the arrow keys move between its elements. */
export function focusPage(tree: FrameTree): void {
  frameOf(tree)?.parentElement?.focus({ preventScroll: true })
}

/** Returns the number of the nearest numbered element; null outside of the page. */
export function numberOf(target: EventTarget | null): number | null {
  const numbered = (target as Element | null)?.closest?.(`[${NUMBER_ATTRIBUTE}]`)
  return numbered ? Number(numbered.getAttribute(NUMBER_ATTRIBUTE)) : null
}

/** Returns the numbers of an element and its ancestors, innermost first. */
export function numbersAround(element: Element): number[] {
  const found: number[] = []
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    const number = ancestor.getAttribute(NUMBER_ATTRIBUTE)
    if (number !== null) found.push(Number(number))
  }
  return found
}

/** Returns an element and its ancestors that have numbers, outermost first. */
export function pathTo(element: Element): Element[] {
  const path: Element[] = []
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
    if (ancestor.hasAttribute(NUMBER_ATTRIBUTE)) path.unshift(ancestor)
  return path
}

/**
 * Returns the number of the item that an element belongs to: the item that contains it. With `areRanges`, an item extends
 * over the siblings that follow its element, so this may also be the nearest item before the element.
 */
export function itemOf(element: Element, items: ReadonlySet<number>, areRanges: boolean): number | undefined {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
    for (
      let sibling: Element | null = ancestor;
      sibling;
      sibling = areRanges ? sibling.previousElementSibling : null
    ) {
      const number = Number(sibling.getAttribute(NUMBER_ATTRIBUTE) ?? Number.NaN)
      if (items.has(number)) return number
    }
}

/** The movement of each arrow key from one element to another. */
const ARROW_MOVES: Record<string, (element: Element) => Element | null> = {
  ArrowUp: element => element.parentElement,
  ArrowDown: element => element.firstElementChild,
  ArrowLeft: element => element.previousElementSibling,
  ArrowRight: element => element.nextElementSibling,
}

/** Returns the number of the element that a key moves to; undefined for other keys, or if there is no such element. */
export function moveByKey(key: string, from: Element): number | undefined {
  for (let neighbor = ARROW_MOVES[key]?.(from) ?? null; neighbor; neighbor = ARROW_MOVES[key]!(neighbor)) {
    const number = neighbor.getAttribute(NUMBER_ATTRIBUTE)
    if (number !== null) return Number(number)
  }
}

/** Returns the name of an element with its id and first two classes: `p.price`. */
export function nameOf(element: Element): string {
  const classes = (element.getAttribute('class') ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 2)
  const id = element.id ? `#${element.id}` : ''
  return `${element.localName}${id}${classes.map(name => `.${name}`).join('')}`
}

/** Returns a short description of an element: `p.price “24.50”`. */
export function describeElement(element: Element): string {
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim()
  const quotedText = text && ` “${text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text}”`
  return `${nameOf(element)}${quotedText}`
}
