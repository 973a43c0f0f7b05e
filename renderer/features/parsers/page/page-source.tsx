import { html } from '@codemirror/lang-html'
import { CodeEditor } from '../../../ui/code-editor.tsx'

/** Larger sources come without colours. */
const COLOURED = 1_000_000

const markup = html()
const plain: [] = []

/** The source of a page, to read and to search. */
export function PageSource({ text }: { text: string }) {
  return (
    <CodeEditor
      value={text}
      label="Source of the page"
      extensions={text.length > COLOURED ? plain : markup}
    />
  )
}
