import { Text } from '@mantine/core'
import { type MouseEvent, useRef } from 'react'
import type { Graph } from '../api.ts'
import classes from '../workflows.module.css'
import { variablesAt } from './variables.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')

/** Inside of `{{ }}`, or in a field that is an expression itself, a name needs no braces. */
function textFor(variable: string, field: Field, expressions: readonly string[]): string {
  const before = field.value.slice(0, field.selectionStart ?? 0)
  const isOpen = before.lastIndexOf('{{') > before.lastIndexOf('}}')
  const name = field.labels?.[0]?.querySelector<HTMLElement>('[title]')?.title ?? ''
  return isOpen || expressions.includes(name) ? variable : `{{ ${variable} }}`
}

/** The variables for expressions of a node; a click inserts one into the current field. */
export function AvailableVariables({
  graph,
  node,
  sample,
  expressions,
}: {
  graph: Graph
  node: string
  sample: unknown
  /** Names of the fields that are expressions themselves. */
  expressions: readonly string[]
}) {
  const field = useRef<Field | null>(null)
  const remember = (event: MouseEvent) => {
    event.preventDefault()
    if (isField(document.activeElement)) field.current = document.activeElement
  }
  const write = (variable: string) => {
    if (!field.current?.isConnected) return void navigator.clipboard.writeText(variable)
    field.current.focus()
    document.execCommand('insertText', false, textFor(variable, field.current, expressions))
  }
  return (
    <div>
      <div className={classes.atHand}>
        {variablesAt(graph, node, sample).map(variable => (
          <button
            key={variable}
            type="button"
            className={classes.variable}
            onMouseDown={remember}
            onClick={() => write(variable)}
          >
            {variable}
          </button>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        Click a variable to insert it into the current field.
      </Text>
    </div>
  )
}
