import { NUMBER } from '../../../../server/parsers/node-number.ts'

/** The page in a frame, with its elements by number. */
export interface FrameTree {
  document: Document
  element: (number: number) => Element | undefined
  /** Whether its elements have numbers, as in HTML. */
  numbered: boolean
}

const MAX_TEXT = 60

export function readFrame(document: Document): FrameTree {
  const all = [...document.querySelectorAll(`[${NUMBER}]`)]
  const elements = new Map(all.map(element => [Number(element.getAttribute(NUMBER)), element]))
  return { document, element: number => elements.get(number), numbered: elements.size > 0 }
}

/** The frame, as an element of this window. */
export const frameOf = ({ document }: FrameTree): Element | null => document.defaultView?.frameElement ?? null

/** Focuses the page, so that the arrow keys move through it. */
export function focusPage(tree: FrameTree): void {
  frameOf(tree)?.parentElement?.focus({ preventScroll: true })
}

/** The number of the nearest numbered element; null outside of the page. */
export function numberOf(target: EventTarget | null): number | null {
  const numbered = (target as Element | null)?.closest?.(`[${NUMBER}]`)
  return numbered ? Number(numbered.getAttribute(NUMBER)) : null
}

/** The numbers of an element and its ancestors, the innermost first. */
export function numbersAround(element: Element): number[] {
  const found: number[] = []
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = at.getAttribute(NUMBER)
    if (own !== null) found.push(Number(own))
  }
  return found
}

/** An element and those around it that have numbers, the outermost first. */
export function pathTo(element: Element): Element[] {
  const path: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement)
    if (at.hasAttribute(NUMBER)) path.unshift(at)
  return path
}

/**
 * Which of the items an element belongs to: the one that it lies in or, of items that go on behind their element, the last
 * one before it.
 */
export function itemOf(element: Element, items: ReadonlySet<number>, areRanges: boolean): number | undefined {
  for (let around: Element | null = element; around; around = around.parentElement)
    for (let at: Element | null = around; at; at = areRanges ? at.previousElementSibling : null) {
      const own = Number(at.getAttribute(NUMBER) ?? Number.NaN)
      if (items.has(own)) return own
    }
}

/** Steps from one element to another, by key. */
const WAYS: Record<string, (element: Element) => Element | null> = {
  ArrowUp: element => element.parentElement,
  ArrowDown: element => element.firstElementChild,
  ArrowLeft: element => element.previousElementSibling,
  ArrowRight: element => element.nextElementSibling,
}

/** The element that a key moves to; undefined for other keys and if there is none. */
export function stepBy(key: string, from: Element): number | undefined {
  for (let at = WAYS[key]?.(from) ?? null; at; at = WAYS[key]!(at)) {
    const own = at.getAttribute(NUMBER)
    if (own !== null) return Number(own)
  }
}

/** The name of an element with its id and first classes: `p.price`. */
export function nameOf(element: Element): string {
  const classes = (element.getAttribute('class') ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 2)
  const id = element.id ? `#${element.id}` : ''
  return `${element.localName}${id}${classes.map(name => `.${name}`).join('')}`
}

/** A short description of an element: `p.price “24.50”`. */
export function wordsOf(element: Element): string {
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim()
  const said = text && ` “${text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text}”`
  return `${nameOf(element)}${said}`
}
