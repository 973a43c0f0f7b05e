/** Forms whose edits would be lost by a reload; forms with `data-draft` store theirs. */
const UNSTORED_FORMS = 'form:not([data-draft])'
/** A secret that is shown only once. */
const ONE_TIME_SECRETS = '[data-shown-once]'
/** A text without a valid value yet, such as broken JSON. No draft stores it. */
const INVALID_TEXTS = '[data-unreadable]'

/**
 * Makes the browser ask before it loads another page (a reload, a `winnow://` link) if that would lose edits of a form, an
 * invalid text, or a secret that is shown only once. A submitted form counts as edited again if it shows an error.
 */
export function guardEdits(): void {
  const edited = new WeakSet<Element>()
  const submitted = new WeakSet<Element>()
  /** The values of forms before the first click or key in them. */
  const valuesBefore = new WeakMap<Element, string>()
  const markEdited = ({ target }: Event) => {
    const form = formOf(target)
    if (form) edited.add(form)
  }
  // Drop-downs and lists change their values by script, without events, so the values of their form are compared with
  // earlier ones.
  const rememberValues = ({ target }: Event) => {
    const form = formOf(target)
    if (form && !valuesBefore.has(form) && !isSubmit(target)) valuesBefore.set(form, valuesOf(form))
  }
  const isEdited = (form: Element) =>
    edited.has(form) || (valuesBefore.has(form) && valuesBefore.get(form) !== valuesOf(form))
  const wasRefused = (form: Element) => submitted.has(form) && form.querySelector('[role="alert"]') !== null

  document.addEventListener('input', markEdited, true)
  document.addEventListener('change', markEdited, true)
  document.addEventListener('click', rememberValues, true)
  document.addEventListener('keydown', rememberValues, true)
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof Element)) return
    if (isEdited(target)) submitted.add(target)
    edited.delete(target)
    valuesBefore.delete(target)
  })
  window.addEventListener('beforeunload', event => {
    const isUnsaved = visibleElements(UNSTORED_FORMS).some(form => isEdited(form) || wasRefused(form))
    if (isUnsaved || visibleElements(`${ONE_TIME_SECRETS}, ${INVALID_TEXTS}`).length) event.preventDefault()
  })
}

/** Whether an invalid text is visible. It would be lost on leaving the page. */
export const hasInvalidText = (): boolean => visibleElements(INVALID_TEXTS).length > 0

const visibleElements = (selector: string) => [...document.querySelectorAll(selector)].filter(isOpen)

const isOpen = (element: Element) => element.isConnected && element.checkVisibility()

/**
 * Returns the form of an element. The options of a drop-down are outside of their form, but the field names their list in
 * `aria-controls`.
 */
function formOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  const list = target.closest('[role="listbox"]')
  const field = list ? document.querySelector(`[aria-controls="${CSS.escape(list.id)}"]`) : target
  return field?.closest(UNSTORED_FORMS) ?? null
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
