import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call, type InputOf } from '../../../lib/service/client.ts'
import { notifyError } from '../../../ui/actions/notify-error.ts'
import type { Template } from './templates.ts'

/** What the workflow of a template is created from: the result of its sample, and the parser of the sample. */
interface SampleResult {
  answer: Record<string, unknown>
  parser?: InputOf<'parser-create'>
}

/** Returns the result of an API's offline example, or of the bundled parser on its page. */
async function readSample({ sample }: Template): Promise<SampleResult> {
  if (sample !== 'page') return { answer: await call('sample-answer', { apiId: sample.api }) }
  const { data } = await call('sample-parsers', {})
  const { name, description, schema, page } = data[0]!
  const { data: answer } = await call('schema-try', {
    schema: new Blob([JSON.stringify(schema)], { type: 'application/json' }),
    html: new Blob([page.text], { type: page.content_type }),
  })
  return { answer: answer as Record<string, unknown>, parser: { name, description, schema } }
}

/**
 * Creates the workflow of a template with all records that it refers to, and starts a dry run. If one of them cannot be
 * created, deletes the others again.
 */
async function createFromTemplate(template: Template): Promise<{ workflow: string; run: string }> {
  const { answer, parser } = await readSample(template)
  const undo: (() => Promise<unknown>)[] = []
  try {
    const parserId = parser && (await call('parser-create', parser)).id
    if (parserId) undo.push(() => call('parser-delete', { id: parserId }))
    const { id: database } = await call('database-create', template.database)
    undo.push(() => call('database-delete', { id: database }))
    const workflow = await call('workflow-create', template.workflow({ answer, parser: parserId, database }))
    undo.length = 0
    const run = await call('workflow-run', { id: workflow.id, dry_run: true })
    return { workflow: workflow.id, run: run.id }
  } catch (error) {
    for (const remove of undo.reverse()) await remove()
    throw error
  }
}

/** Creates the workflow of a template and opens it with the data of a dry run. */
export function useTemplate() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: createFromTemplate,
    onSuccess: ({ workflow, run }) => void navigate(`/workflows/${workflow}?run=${run}`),
    onError: notifyError,
    onSettled: () => {
      for (const kind of ['workflows', 'databases', 'parsers'])
        void queries.invalidateQueries({ queryKey: [kind] })
    },
  })
}
