/** What has an order of the Tab key of its own. */
const LAYERS = '[role="dialog"], [role="menu"], [data-portal], #root'
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
/** Dialogs return the focus on their own, after a moment. */
const SETTLED_MS = 50

/** What has the focus, and what is around it. */
interface Place {
  element: HTMLElement
  layer: Element
  /** The elements that hold it, up to the layer, the innermost one first. */
  around: Element[]
  /** All that can be focused in the layer, in order. */
  order: HTMLElement[]
}

/**
 * Keeps the place of those who use the keyboard: where what has the focus is deleted, closed or disabled, the control that
 * comes next in the same part of the page gets it, or else the one before it. A browser begins at the top of the page again.
 */
export function keepFocus(): void {
  /** The focus in each layer that is open, the topmost one last. Empty once it was given up. */
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

/** A button that is busy can have the focus again in a moment. */
const isBusy = (element: Element) => element.isConnected && element.matches(':disabled[data-loading]')

/** A long table does not draw rows that are out of sight, and gives them the focus again by itself. */
const isScrolledOff = ({ element, around }: Place) =>
  element.closest('[data-row]')?.isConnected === false &&
  around.some(one => one.isConnected && one.role === 'table')

function placeOf(element: HTMLElement): Place {
  const layer = element.closest(LAYERS) ?? document.body
  const around: Element[] = []
  for (let one = element.parentElement; one && layer.contains(one); one = one.parentElement) around.push(one)
  return { element, layer, around, order: focusableIn(layer) }
}

/** What gets the focus in place of what had it; the heading where the whole page is another one. */
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
