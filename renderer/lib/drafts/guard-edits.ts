/** Forms whose edits would be lost by a reload; forms with `data-draft` store theirs. */
const EDITED = 'form:not([data-draft])'
/** A secret that is shown only once. */
const SHOWN_ONCE = '[data-shown-once]'
/** A text without a valid value yet, such as broken JSON. No draft stores it. */
const UNREADABLE = '[data-unreadable]'

/**
 * Makes the browser ask before it loads another page (a reload, a `winnow://` link) if that would lose edits of a form, an
 * invalid text, or a secret that is shown only once. A submitted form counts as edited again if it shows an error.
 */
export function guardEdits(): void {
  const edited = new WeakSet<Element>()
  const sent = new WeakSet<Element>()
  /** The values of forms before the first click or key in them. */
  const heldBefore = new WeakMap<Element, string>()
  const note = ({ target }: Event) => {
    const form = formOf(target)
    if (form) edited.add(form)
  }
  // Drop-downs and lists change their values by script, without events, so the values of their form are compared with
  // earlier ones.
  const remember = ({ target }: Event) => {
    const form = formOf(target)
    if (form && !heldBefore.has(form) && !isSubmit(target)) heldBefore.set(form, valuesOf(form))
  }
  const isEdited = (form: Element) =>
    edited.has(form) || (heldBefore.has(form) && heldBefore.get(form) !== valuesOf(form))
  const wasRefused = (form: Element) => sent.has(form) && form.querySelector('[role="alert"]') !== null

  document.addEventListener('input', note, true)
  document.addEventListener('change', note, true)
  document.addEventListener('click', remember, true)
  document.addEventListener('keydown', remember, true)
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof Element)) return
    if (isEdited(target)) sent.add(target)
    edited.delete(target)
    heldBefore.delete(target)
  })
  window.addEventListener('beforeunload', event => {
    const isUnsaved = openOnes(EDITED).some(form => isEdited(form) || wasRefused(form))
    if (isUnsaved || openOnes(`${SHOWN_ONCE}, ${UNREADABLE}`).length) event.preventDefault()
  })
}

/** Whether an invalid text is visible. It would be lost on leaving the page. */
export const hasUnreadable = (): boolean => openOnes(UNREADABLE).length > 0

const openOnes = (selector: string) => [...document.querySelectorAll(selector)].filter(isOpen)

const isOpen = (element: Element) => element.isConnected && element.checkVisibility()

/**
 * Returns the form of an element. The options of a drop-down are outside of their form, but the field names their list in
 * `aria-controls`.
 */
function formOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  const list = target.closest('[role="listbox"]')
  const field = list ? document.querySelector(`[aria-controls="${CSS.escape(list.id)}"]`) : target
  return field?.closest(EDITED) ?? null
}

/** Submitting a form may clear it, which is not an edit. */
const isSubmit = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[type="submit"]') !== null

/** The values of all fields of a form, including the hidden fields of drop-downs. */
const valuesOf = (form: Element): string =>
  JSON.stringify(
    [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].map(field => [
      field.checked,
      field.value,
    ]),
  )
