/** Elements with a Tab order of their own. */
const LAYERS = '[role="dialog"], [role="menu"], [data-portal], #root'
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
/** Dialogs return the focus on their own, after a moment. */
const RETURN_DELAY_MS = 50

/** The focused element and its surroundings. */
interface FocusPosition {
  element: HTMLElement
  layer: Element
  /** Its ancestors up to the layer, innermost first. */
  around: Element[]
  /** All focusable elements of the layer, in order. */
  order: HTMLElement[]
}

/**
 * Keeps the position of keyboard users. If the focused element is deleted, closed or disabled, the next control in the same
 * part of the page gets the focus, or else the previous one. By default, a browser starts at the top of the page again.
 */
export function keepFocus(): void {
  /** The focused element of each open layer, the topmost layer last. Empty once the focus was given up. */
  let positions: FocusPosition[] = []
  let isScheduled = false

  const restore = () => {
    isScheduled = false
    if (hasFocus() || positions.slice(-1).some(isScrolledOff)) return
    for (
      let position = positions.at(-1);
      position && !isBusy(position.element);
      position = positions.at(-1)
    ) {
      positions.pop()
      successorOf(position)?.focus({ preventScroll: true })
      if (hasFocus()) return
    }
  }
  const check = () => {
    const element = positions.at(-1)?.element
    if (isScheduled || !element || (hasFocus() && !isUnfocusable(element))) return
    isScheduled = true
    setTimeout(restore, RETURN_DELAY_MS)
  }
  const rememberFocus = ({ target }: Event) => {
    const position = positionOf(target as HTMLElement)
    const at = positions.findIndex(({ layer }) => layer === position.layer)
    positions = [...(at < 0 ? positions : positions.slice(0, at)), position]
  }
  const forgetFocus = () =>
    setTimeout(() => {
      const position = positions.at(-1)
      if (position && !hasFocus() && canFocus(position.element)) positions = []
    })
  document.addEventListener('focusin', rememberFocus, true)
  document.addEventListener('focusout', forgetFocus, true)
  new MutationObserver(check).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  })
}

const hasFocus = () => document.activeElement !== document.body

const isUnfocusable = (element: Element) => !element.isConnected || element.matches(':disabled')

const canFocus = (element: HTMLElement) =>
  !isUnfocusable(element) &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.closest('[inert], [aria-hidden="true"]')

const canTab = (element: HTMLElement) => element.tabIndex >= 0 && canFocus(element)

/** A busy button is disabled only for a moment and can then take the focus again. */
const isBusy = (element: Element) => element.isConnected && element.matches(':disabled[data-loading]')

/** A long table does not render rows that are scrolled out of sight, and restores their focus itself. */
const isScrolledOff = ({ element, around }: FocusPosition) =>
  element.closest('[data-row]')?.isConnected === false &&
  around.some(one => one.isConnected && one.role === 'table')

function positionOf(element: HTMLElement): FocusPosition {
  const layer = element.closest(LAYERS) ?? document.body
  const around: Element[] = []
  for (
    let ancestor = element.parentElement;
    ancestor && layer.contains(ancestor);
    ancestor = ancestor.parentElement
  )
    around.push(ancestor)
  return { element, layer, around, order: focusableIn(layer) }
}

/** Returns the element that gets the focus instead; the heading if the whole page was replaced. */
function successorOf({ element, around, order }: FocusPosition): HTMLElement | undefined {
  if (canFocus(element)) return element
  const before = order.slice(0, order.indexOf(element)).reverse()
  for (const part of around.filter(({ isConnected }) => isConnected)) {
    if (part.matches('main')) return part.querySelector('h1') ?? (part as HTMLElement)
    const controls = focusableIn(part).filter(canTab)
    const last = before.find(one => part.contains(one))
    const next = last ? controls.find(one => isAfter(last, one)) : controls[0]
    if (controls.length) return next ?? controls.at(-1)
  }
  return undefined
}

const focusableIn = (part: Element) => [...part.querySelectorAll<HTMLElement>(FOCUSABLE)]

const isAfter = (one: Node, other: Node) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
