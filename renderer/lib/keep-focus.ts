/** Elements with a Tab order of their own. */
const LAYERS = '[role="dialog"], [role="menu"], [data-portal], #root'
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
/** Dialogs return the focus on their own, after a moment. */
const SETTLED_MS = 50

/** The focused element and its surroundings. */
interface Place {
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
  let places: Place[] = []
  let isDue = false

  const restore = () => {
    isDue = false
    if (isHeld() || places.slice(-1).some(isScrolledOff)) return
    for (let place = places.at(-1); place && !isBusy(place.element); place = places.at(-1)) {
      places.pop()
      standInFor(place)?.focus({ preventScroll: true })
      if (isHeld()) return
    }
  }
  const check = () => {
    const element = places.at(-1)?.element
    if (isDue || !element || (isHeld() && !isGone(element))) return
    isDue = true
    setTimeout(restore, SETTLED_MS)
  }
  const note = ({ target }: Event) => {
    const place = placeOf(target as HTMLElement)
    const at = places.findIndex(({ layer }) => layer === place.layer)
    places = [...(at < 0 ? places : places.slice(0, at)), place]
  }
  const forget = () =>
    setTimeout(() => {
      const held = places.at(-1)
      if (held && !isHeld() && canFocus(held.element)) places = []
    })
  document.addEventListener('focusin', note, true)
  document.addEventListener('focusout', forget, true)
  new MutationObserver(check).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  })
}

const isHeld = () => document.activeElement !== document.body

const isGone = (element: Element) => !element.isConnected || element.matches(':disabled')

const canFocus = (element: HTMLElement) =>
  !isGone(element) &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.closest('[inert], [aria-hidden="true"]')

const canTab = (element: HTMLElement) => element.tabIndex >= 0 && canFocus(element)

/** A busy button is disabled only for a moment and can then take the focus again. */
const isBusy = (element: Element) => element.isConnected && element.matches(':disabled[data-loading]')

/** A long table does not render rows that are scrolled out of sight, and restores their focus itself. */
const isScrolledOff = ({ element, around }: Place) =>
  element.closest('[data-row]')?.isConnected === false &&
  around.some(one => one.isConnected && one.role === 'table')

function placeOf(element: HTMLElement): Place {
  const layer = element.closest(LAYERS) ?? document.body
  const around: Element[] = []
  for (let one = element.parentElement; one && layer.contains(one); one = one.parentElement) around.push(one)
  return { element, layer, around, order: focusableIn(layer) }
}

/** Returns the element that gets the focus instead; the heading if the whole page was replaced. */
function standInFor({ element, around, order }: Place): HTMLElement | undefined {
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
