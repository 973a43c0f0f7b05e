import { autocompletion } from '@codemirror/autocomplete'
import { json, jsonLanguage, jsonParseLinter } from '@codemirror/lang-json'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useState } from 'react'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import type { Trial } from '../api.ts'
import { completeSchema } from './schema-completion.ts'
import { type Span, schemaSpans } from './schema-places.ts'

type Problems = Trial['problems']

const setProblems = StateEffect.define<Problems>()
const problemsField = StateField.define<Problems>({
  create: () => [],
  update: (before, { effects }) => effects.findLast(effect => effect.is(setProblems))?.value ?? before,
})
const syntaxLinter = jsonParseLinter()

/** Reports errors in the JSON syntax; if there are none, the problems that the service reports, each at its rule. */
function diagnose(view: EditorView): Diagnostic[] {
  const syntaxErrors = syntaxLinter(view)
  if (syntaxErrors.length) return syntaxErrors
  const spans = schemaSpans(view.state)
  return view.state
    .field(problemsField)
    .map(problem => diagnosticAt(spanOf(problem.field, spans, view.state), problem))
}

const spanOf = (field: string, spans: Map<string, Span>, { doc }: EditorState): Span =>
  spans.get(field) ?? { from: 0, to: Math.min(1, doc.length) }

const diagnosticAt = ({ from, to }: Span, { error, hint }: Problems[number]): Diagnostic => ({
  from,
  to,
  severity: 'error',
  message: hint ? `${error}\n${hint}` : error,
})

const extensions = [
  json(),
  EditorView.lineWrapping,
  problemsField,
  linter(diagnose, {
    delay: 150,
    needsRefresh: update =>
      update.transactions.some(({ effects }) => effects.some(one => one.is(setProblems))),
  }),
  lintGutter(),
  jsonLanguage.data.of({ autocomplete: completeSchema }),
  autocompletion({ icons: false }),
]

/** The schema as JSON, with completion and each problem marked at its rule. */
export function SchemaJson({
  text,
  onChange,
  problems,
}: {
  text: string
  onChange: (text: string) => void
  problems: Problems
}) {
  const [view, setView] = useState<EditorView>()
  useEffect(() => view?.dispatch({ effects: setProblems.of(problems) }), [view, problems])
  return (
    <CodeEditor value={text} onChange={onChange} label="Schema" extensions={extensions} onReady={setView} />
  )
}
