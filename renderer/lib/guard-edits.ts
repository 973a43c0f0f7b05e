/** What holds something typed: a form, or the playground's request. */
const EDITED = 'form, [data-edits]'

/**
 * A whole load, as a `winnow://` link or a reload is one, asks first where it would drop what was typed into a form that
 * is still there. Drafts of parsers and workflows are kept anyway. A form that was sent counts again where an error
 * stands in it.
 */
export function guardEdits(): void {
  const edited = new Set<Element>()
  const sent = new Set<Element>()
  const note = ({ target }: Event) => {
    const form = target instanceof Element && target.closest(EDITED)
    if (form) edited.add(form)
  }
  document.addEventListener('input', note, true)
  document.addEventListener('change', note, true)
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof Element && edited.delete(target)) sent.add(target)
  })
  window.addEventListener('beforeunload', event => {
    const isOpen = (form: Element) => form.isConnected && form.checkVisibility()
    const wasRefused = (form: Element) => form.querySelector('[role="alert"]') !== null
    const isUnsaved = [...edited].some(isOpen) || [...sent].some(form => isOpen(form) && wasRefused(form))
    if (isUnsaved) event.preventDefault()
  })
}
