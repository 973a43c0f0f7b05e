import { json } from '@codemirror/lang-json'
import { CodeEditor } from '../../ui/code/code-editor.tsx'

const extensions = [json()]

/** An editor for JSON text. */
export const JsonEditor = (props: { value: string; onChange: (text: string) => void; label: string }) => (
  <CodeEditor {...props} extensions={extensions} />
)
