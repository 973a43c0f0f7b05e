import { html } from '@codemirror/lang-html'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'

/** Larger sources are shown without highlighting. */
const MAX_HIGHLIGHTED_LENGTH = 1_000_000

const markup = html()
const noExtensions: [] = []

/** The source of a page, read-only and searchable. */
export function PageSource({ text }: { text: string }) {
  return (
    <CodeEditor
      value={text}
      label="Source of the page"
      extensions={text.length > MAX_HIGHLIGHTED_LENGTH ? noExtensions : markup}
    />
  )
}
