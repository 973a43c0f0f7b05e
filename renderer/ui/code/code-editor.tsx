import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { codeTheme } from './code-theme.ts'

interface CodeEditorOptions {
  value: string
  /** If absent, the text is read-only. */
  onChange?: (value: string) => void
  /** The accessible name. */
  label: string
  /** Language, linter, completion. Must be a stable array. */
  extensions?: Extension
  /** Called with the view of the editor, such as to scroll in it. */
  onReady?: (view: EditorView) => void
}

const NO_EXTENSIONS: Extension = []
/** Marks changes that come from the `value` prop, which do not call `onChange`. */
const fromOutside = Annotation.define<true>()

function replaceText(view: EditorView, text: string): void {
  const { doc } = view.state
  if (doc.length === text.length && doc.toString() === text) return
  view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, annotations: fromOutside.of(true) })
}

/** A code editor or viewer. Heavy: load it lazily. */
export function CodeEditor({
  value,
  onChange,
  label,
  extensions = NO_EXTENSIONS,
  onReady,
}: CodeEditorOptions) {
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const compartment = useRef(new Compartment())
  // Renders synchronously: a delayed render would overwrite the characters that were typed in the meantime.
  const onTextChange = useEffectEvent((text: string) => flushSync(() => onChange?.(text)))
  const onViewReady = useEffectEvent((view: EditorView) => onReady?.(view))
  const initialOptions = useEffectEvent(() => ({ value, extensions, fixed: !onChange }))

  useEffect(() => {
    const { value, extensions, fixed } = initialOptions()
    const view = new EditorView({
      doc: value,
      parent: container.current!,
      extensions: [
        basicSetup,
        codeTheme,
        EditorState.readOnly.of(fixed),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of(update => {
          if (update.docChanged && !update.transactions.some(one => one.annotation(fromOutside)))
            onTextChange(update.state.doc.toString())
        }),
        compartment.current.of(extensions),
      ],
    })
    editor.current = view
    onViewReady(view)
    return () => view.destroy()
  }, [label])

  useEffect(
    () => editor.current?.dispatch({ effects: compartment.current.reconfigure(extensions) }),
    [extensions],
  )
  useEffect(() => {
    if (editor.current) replaceText(editor.current, value)
  }, [value])

  return <div ref={container} style={{ height: '100%', minHeight: 0, overflow: 'hidden' }} />
}
