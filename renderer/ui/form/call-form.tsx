import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorBodyOf } from '../../lib/service/call-error.ts'

interface CallFormProps {
  /** The values to send, by the names that errors use. */
  values: object
  /** Why the last call failed. */
  error: Error | null
  onSubmit: () => void
  /** Receives the error to show; null if there is none, or if its field has changed since. */
  children: (error: Error | null) => ReactNode
}

/** A form that makes a call. An error moves the focus to its field, and disappears once that field changes. */
export function CallForm({ values, error, onSubmit, children }: CallFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const visibleError = useErrorUntilChanged(error, values)
  useEffect(() => {
    if (error) focusError(form.current!)
  }, [error])
  return (
    <form
      ref={form}
      data-draft
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children(visibleError)}
    </form>
  )
}

/**
 * Returns the error of a call until its field has another value than at the time of the error. An error without a field
 * stays.
 */
export function useErrorUntilChanged<Thrown>(error: Thrown, values: object): Thrown | null {
  const text = error ? textAt(values, errorBodyOf(error).field) : ''
  const [lastError, setLastError] = useState({ error, text })
  if (lastError.error !== error) setLastError({ error, text })
  return lastError.error !== error || lastError.text === text ? error : null
}

/**
 * Returns the top-level value of a field as text: `target` for `target.input.url`, since forms may store it in another
 * shape.
 */
function textAt(values: object, field = ''): string {
  const [fieldName = ''] = field.split(/[.[]/)
  return JSON.stringify(new Map<string, unknown>(Object.entries(values)).get(fieldName)) ?? ''
}

const FOCUSABLE = 'input, textarea, select, button, [contenteditable="true"]'

/** Focuses the first field with an error, or the notice if there is none. */
function focusError(form: HTMLElement): void {
  const message = form.querySelector('.mantine-InputWrapper-error')
  const field = message?.closest('.mantine-InputWrapper-root')?.querySelector<HTMLElement>(FOCUSABLE)
  field?.focus()
  if (!field || document.activeElement !== field)
    form.querySelector<HTMLElement>('[role="alert"][tabindex]')?.focus()
}
