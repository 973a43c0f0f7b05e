import { json, jsonParseLinter } from '@codemirror/lang-json'
import { linter, lintGutter } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { useState } from 'react'
import { CodeEditor } from '../../../ui/code-editor.tsx'
import type { Graph } from '../api.ts'
import { readGraph } from './read-graph.ts'
import type { GraphInHand } from './use-graph.ts'

const EXTENSIONS = [json(), EditorView.lineWrapping, linter(jsonParseLinter(), { delay: 150 }), lintGutter()]

const textOf = (graph: Graph) => JSON.stringify(graph, null, 2)

/** The whole workflow as text, without loss. What is no workflow yet changes nothing. */
export default function GraphJson({ hand }: { hand: GraphInHand }) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed !== null && textOf(hand.graph) === textOf(readGraph(typed) ?? hand.graph) ? typed : null
  const type = (text: string) => {
    setTyped(text)
    const graph = readGraph(text)
    if (graph) hand.change(() => graph, 'json')
  }
  return (
    <CodeEditor
      value={shown ?? textOf(hand.graph)}
      onChange={type}
      label="Workflow as JSON"
      extensions={EXTENSIONS}
    />
  )
}
