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
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = at.getAttribute(NUMBER_ATTRIBUTE)
    if (own !== null) found.push(Number(own))
  }
  return found
}

/** Returns an element and its ancestors that have numbers, outermost first. */
export function pathTo(element: Element): Element[] {
  const path: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement)
    if (at.hasAttribute(NUMBER_ATTRIBUTE)) path.unshift(at)
  return path
}

/**
 * Returns the number of the item that an element belongs to: the item that contains it. With `areRanges`, an item extends
 * over the siblings that follow its element, so this may also be the nearest item before the element.
 */
export function itemOf(element: Element, items: ReadonlySet<number>, areRanges: boolean): number | undefined {
  for (let around: Element | null = element; around; around = around.parentElement)
    for (let at: Element | null = around; at; at = areRanges ? at.previousElementSibling : null) {
      const own = Number(at.getAttribute(NUMBER_ATTRIBUTE) ?? Number.NaN)
      if (items.has(own)) return own
    }
}

/** The movement of each arrow key from one element to another. */
const WAYS: Record<string, (element: Element) => Element | null> = {
  ArrowUp: element => element.parentElement,
  ArrowDown: element => element.firstElementChild,
  ArrowLeft: element => element.previousElementSibling,
  ArrowRight: element => element.nextElementSibling,
}

/** Returns the number of the element that a key moves to; undefined for other keys, or if there is no such element. */
export function stepBy(key: string, from: Element): number | undefined {
  for (let at = WAYS[key]?.(from) ?? null; at; at = WAYS[key]!(at)) {
    const own = at.getAttribute(NUMBER_ATTRIBUTE)
    if (own !== null) return Number(own)
  }
}

/** Returns the name of an element with its id and first two classes: `p.price`. */
export function nameOf(element: Element): string {
  const classes = (element.getAttribute('class') ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 2)
  const id = element.id ? `#${element.id}` : ''
  return `${element.localName}${id}${classes.map(name => `.${name}`).join('')}`
}

/** Returns a short description of an element: `p.price “24.50”`. */
export function wordsOf(element: Element): string {
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim()
  const said = text && ` “${text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text}”`
  return `${nameOf(element)}${said}`
}
