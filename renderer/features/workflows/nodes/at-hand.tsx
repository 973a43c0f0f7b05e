import { Text } from '@mantine/core'
import { type MouseEvent, useRef } from 'react'
import type { Graph } from '../api.ts'
import classes from '../workflows.module.css'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')

/** Inside of `{{ }}`, or in a field that is an expression as a whole, a name stands bare. */
function textFor(variable: string, field: Field, expressions: readonly string[]): string {
  const before = field.value.slice(0, field.selectionStart ?? 0)
  const isOpen = before.lastIndexOf('{{') > before.lastIndexOf('}}')
  const label = field.labels?.[0]?.textContent?.replace(/[\s*]+$/, '') ?? ''
  return isOpen || expressions.includes(label) ? variable : `{{ ${variable} }}`
}

/** What expressions of a node can name; a click writes it into the field that is being written. */
export function AtHand({
  graph,
  node,
  sample,
  expressions,
}: {
  graph: Graph
  node: string
  sample: unknown
  /** Names of the fields that are expressions as a whole. */
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
        A click writes it where you are writing.
      </Text>
    </div>
  )
}

const MAX_SHOWN = 24
const MAX_DEPTH = 3

/** Paths to what a value holds: `item.author.name`. What is inside of lists is reached by more than a path. */
function pathsIn(value: unknown, root: string, depth = 0): string[] {
  if (depth >= MAX_DEPTH || typeof value !== 'object' || value === null || Array.isArray(value)) return [root]
  const fields = Object.entries(value).filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
  return fields.length
    ? fields.flatMap(([name, part]) => pathsIn(part, `${root}.${name}`, depth + 1))
    : [root]
}

/** The nodes before one, nearest first. */
export function nodesBefore({ edges }: Graph, node: string): string[] {
  const found: string[] = []
  for (let near = [node]; near.length; ) {
    near = edges
      .filter(({ from, to }) => near.includes(to) && !found.includes(from) && from !== node)
      .map(({ from }) => from)
    found.push(...new Set(near))
  }
  return found
}

/** What an expression of a node can begin with, as far as its sample tells. */
export const variablesAt = (graph: Graph, node: string, sample: unknown): string[] => [
  ...pathsIn(sample, 'item').slice(0, MAX_SHOWN),
  ...Object.keys((graph.input_schema.properties ?? {}) as object).map(name => `input.${name}`),
  ...nodesBefore(graph, node).map(id => `nodes.${id}`),
  'index',
]
