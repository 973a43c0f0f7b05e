import { type FocusEvent, type RefObject, useRef, useState } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement

const isField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')

/** Returns the name of the setting that a field edits. Fields without one do not accept expressions. */
const settingOf = (field: TextField) => field.labels?.[0]?.querySelector<HTMLElement>('[title]')?.title

/** Returns the text to insert. Inside `{{ }}`, or in a field that is an expression as a whole, a path needs no braces. */
function insertionText(path: string, field: TextField, expressions: readonly string[]): string {
  const before = field.value.slice(0, field.selectionStart ?? 0)
  const isOpen = before.lastIndexOf('{{') > before.lastIndexOf('}}')
  return isOpen || expressions.includes(settingOf(field) ?? '') ? path : `{{ ${path} }}`
}

/** Inserts paths into the field that was edited last. */
export interface Insertion {
  /** The element that contains the fields. */
  around: RefObject<HTMLDivElement | null>
  onFocus: (event: FocusEvent) => void
  /** The label of the field that paths are inserted into; null for the first text area. */
  into: string | null
  insert: (path: string) => void
}

/** `expressions` are the names of the fields that are expressions as a whole. */
export function useInsertion(expressions: readonly string[]): Insertion {
  const around = useRef<HTMLDivElement>(null)
  const field = useRef<TextField | null>(null)
  const [into, setInto] = useState<string | null>(null)
  return {
    around,
    into,
    onFocus({ target }) {
      if (!isField(target)) return
      field.current = target
      setInto(target.labels?.[0]?.textContent?.replace(/\s*\*$/, '') ?? null)
    },
    insert(path) {
      const first = around.current?.querySelector('textarea') ?? null
      const target = field.current?.isConnected ? field.current : first
      if (!target) return
      target.focus()
      document.execCommand('insertText', false, insertionText(path, target, expressions))
    },
  }
}
