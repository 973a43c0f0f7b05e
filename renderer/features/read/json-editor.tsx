import { json } from '@codemirror/lang-json'
import { CodeEditor } from '../../ui/code/code-editor.tsx'

const extensions = [json()]

/** A text of JSON to write. */
export const JsonEditor = (props: { value: string; onChange: (text: string) => void; label: string }) => (
  <CodeEditor {...props} extensions={extensions} />
)
