/** What holds input: a form, or the playground's request. */
const EDITED = 'form, [data-edits]'
/** A secret that no answer shows again. */
const SHOWN_ONCE = '[data-shown-once]'

/**
 * A whole load, as a `winnow://` link or a reload is one, asks first where it would drop what was typed or chosen in a form
 * that is still there, or a secret that is shown once. Drafts of parsers and workflows are kept anyway. A form that was
 * sent counts again where an error stands in it.
 */
export function guardEdits(): void {
  const edited = new WeakSet<Element>()
  const sent = new WeakSet<Element>()
  /** What forms held before the first click or key in them. */
  const heldBefore = new WeakMap<Element, string>()
  const note = ({ target }: Event) => {
    const form = formOf(target)
    if (form) edited.add(form)
  }
  // Drop-downs and lists change values by script, which fires no event: their form is compared with what it held.
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
    if (isUnsaved || openOnes(SHOWN_ONCE).length) event.preventDefault()
  })
}

const openOnes = (selector: string) => [...document.querySelectorAll(selector)].filter(isOpen)

const isOpen = (element: Element) => element.isConnected && element.checkVisibility()

/** The form of an element; the options of a drop-down lie elsewhere in the page, and its field names their list. */
function formOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  const list = target.closest('[role="listbox"]')
  const field = list ? document.querySelector(`[aria-controls="${CSS.escape(list.id)}"]`) : target
  return field?.closest(EDITED) ?? null
}

/** Sending a form may empty it, which is no edit. */
const isSubmit = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[type="submit"]') !== null

/** The values of all fields, those that hold what a drop-down has chosen included. */
const valuesOf = (form: Element): string =>
  JSON.stringify(
    [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].map(field => [
      field.checked,
      field.value,
    ]),
  )
