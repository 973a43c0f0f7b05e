import { json, jsonParseLinter } from '@codemirror/lang-json'
import { linter, lintGutter } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import type { Graph } from '../api.ts'
import classes from '../workflows.module.css'
import { readGraph } from './read-graph.ts'
import type { GraphState } from './use-graph.ts'

const EXTENSIONS = [json(), EditorView.lineWrapping, linter(jsonParseLinter(), { delay: 150 }), lintGutter()]

const textOf = (graph: Graph) => JSON.stringify(graph, null, 2)

/** The whole workflow as JSON. Invalid text does not change the workflow, and stays on screen until it is corrected. */
export default function GraphJson({ editing }: { editing: GraphState }) {
  const [typedText, setTypedText] = useState<string | null>(null)
  const currentText =
    typedText !== null && textOf(editing.graph) === textOf(readGraph(typedText) ?? editing.graph)
      ? typedText
      : null
  const changeText = (text: string) => {
    setTypedText(text)
    const graph = readGraph(text)
    if (graph) editing.change(() => graph, 'json')
  }
  const isUnreadable = currentText !== null && readGraph(currentText) === null
  return (
    <div className={classes.column} data-unreadable={isUnreadable || undefined}>
      {isUnreadable && (
        <Text size="sm" c="red" role="alert" px={16} py={8}>
          This is not a workflow: it needs valid JSON with a list of nodes. Correct it to continue.
        </Text>
      )}
      <CodeEditor
        value={currentText ?? textOf(editing.graph)}
        onChange={changeText}
        label="Workflow as JSON"
        extensions={EXTENSIONS}
      />
    </div>
  )
}
