import { type FocusEvent, type RefObject, useRef, useState } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')

/** The name of the setting that a field is for; fields without one take no expressions. */
const settingOf = (field: Field) => field.labels?.[0]?.querySelector<HTMLElement>('[title]')?.title

/** Inside of `{{ }}`, or in a field that is an expression itself, a path needs no braces. */
function textFor(path: string, field: Field, expressions: readonly string[]): string {
  const before = field.value.slice(0, field.selectionStart ?? 0)
  const isOpen = before.lastIndexOf('{{') > before.lastIndexOf('}}')
  return isOpen || expressions.includes(settingOf(field) ?? '') ? path : `{{ ${path} }}`
}

/** Puts paths into the expression that was edited last. */
export interface Insertion {
  /** The element around the fields that take paths. */
  around: RefObject<HTMLDivElement | null>
  onFocus: (event: FocusEvent) => void
  /** The label of the field that paths go into; null while it is the first one. */
  into: string | null
  insert: (path: string) => void
}

/** `expressions`: names of the fields that are expressions themselves. */
export function useInsertion(expressions: readonly string[]): Insertion {
  const around = useRef<HTMLDivElement>(null)
  const field = useRef<Field | null>(null)
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
      document.execCommand('insertText', false, textFor(path, target, expressions))
    },
  }
}
