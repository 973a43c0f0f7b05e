import { notifyError } from '../actions/notify-error.ts'
import { bytesText } from '../bytes-text.ts'

/** With more text than this, a browser's text field takes seconds for each key. */
const MAX_FIELD_LENGTH = 1_000_000

/** Whether a text is too long to be edited in a field. */
export const isLarge = (text: string): boolean => text.length > MAX_FIELD_LENGTH

/** Returns the pasted text if it is too long for a field; null otherwise. */
export function largePaste({ clipboardData }: Pick<ClipboardEvent, 'clipboardData'>): string | null {
  const text = clipboardData?.getData('text/plain') ?? ''
  return isLarge(text) ? text : null
}

/** Refuses large texts that are pasted into a field, unless the field handles them itself, as code editors do. */
export function refuseLargePastes(): void {
  document.addEventListener('paste', event => {
    const { target, defaultPrevented } = event
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
    const text = isField && !defaultPrevented && largePaste(event)
    if (!text) return
    event.preventDefault()
    notifyError(
      new Error(
        `${bytesText(text.length)} of text is too much for a field. Save it as a file, and upload that where a file can be chosen.`,
      ),
    )
  })
}
