import { json, jsonParseLinter } from '@codemirror/lang-json'
import { linter, lintGutter } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { useState } from 'react'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import type { Graph } from '../api.ts'
import { readGraph } from './read-graph.ts'
import type { GraphState } from './use-graph.ts'

const EXTENSIONS = [json(), EditorView.lineWrapping, linter(jsonParseLinter(), { delay: 150 }), lintGutter()]

const textOf = (graph: Graph) => JSON.stringify(graph, null, 2)

/** The whole workflow as JSON. Invalid text does not change the workflow. */
export default function GraphJson({ editing }: { editing: GraphState }) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown =
    typed !== null && textOf(editing.graph) === textOf(readGraph(typed) ?? editing.graph) ? typed : null
  const type = (text: string) => {
    setTyped(text)
    const graph = readGraph(text)
    if (graph) editing.change(() => graph, 'json')
  }
  return (
    <CodeEditor
      value={shown ?? textOf(editing.graph)}
      onChange={type}
      label="Workflow as JSON"
      extensions={EXTENSIONS}
    />
  )
}
