import { json } from '@codemirror/lang-json'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { codeTheme } from './code-theme.ts'

const diffTheme = EditorView.theme({
  '&': { border: '1px solid var(--winnow-line)', borderRadius: '6px', maxHeight: '60vh' },
  '.cm-changedLine, .cm-insertedLine': { background: 'light-dark(#ebfbee, #1b2f1f) !important' },
  '.cm-deletedChunk': { background: 'light-dark(#fff0f0, #331d1d) !important' },
  '.cm-changedText': { background: 'light-dark(#b2f2bb, #2b5a34) !important' },
  '.cm-deletedText': { background: 'light-dark(#ffc9c9, #6b2a2a) !important' },
  '.cm-collapsedLines': {
    background: 'var(--winnow-quiet) !important',
    color: 'var(--mantine-color-dimmed)',
  },
  // Few fonts contain the character of the default marker.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"⋯" !important' },
})

/** Shows the changes between two JSON texts. */
export function JsonDiff({ before, after }: { before: string; after: string }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const view = new EditorView({
      doc: after,
      parent: container.current!,
      extensions: [
        json(),
        codeTheme,
        diffTheme,
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': 'Changes', tabindex: '0' }),
        EditorView.lineWrapping,
        unifiedMergeView({
          original: before,
          mergeControls: false,
          gutter: true,
          collapseUnchanged: { margin: 3, minSize: 6 },
        }),
      ],
    })
    return () => view.destroy()
  }, [before, after])
  return <div ref={container} />
}
