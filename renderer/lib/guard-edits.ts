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
  const edited = new Set<Element>()
  const sent = new Set<Element>()
  const note = ({ target }: Event) => {
    const form = formOf(target)
    if (form) edited.add(form)
  }
  // Drop-downs and lists change values by script, which fires no event: their form is compared before and after.
  const compare = ({ target }: Event) => {
    const form = formOf(target)
    if (!form || edited.has(form) || isSubmit(target)) return
    const before = valuesOf(form)
    setTimeout(() => valuesOf(form) !== before && edited.add(form))
  }
  document.addEventListener('input', note, true)
  document.addEventListener('change', note, true)
  document.addEventListener('click', compare, true)
  document.addEventListener('keydown', compare, true)
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof Element && edited.delete(target)) sent.add(target)
  })
  window.addEventListener('beforeunload', event => {
    const wasRefused = (form: Element) => form.querySelector('[role="alert"]') !== null
    const isUnsaved = [...edited].some(isOpen) || [...sent].some(form => isOpen(form) && wasRefused(form))
    if (isUnsaved || [...document.querySelectorAll(SHOWN_ONCE)].some(isOpen)) event.preventDefault()
  })
}

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
