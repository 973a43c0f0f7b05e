import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/service/client.ts'
import { notifyError } from '../../../ui/actions/notify-error.ts'
import type { Template } from './templates.ts'

/** What a template refers to before its workflow is there. */
interface Sample {
  answer: Record<string, unknown>
  parser?: string
}

/** What the offline example of an API gives, or the bundled parser on its page; that one is saved for the workflow. */
async function readSample({ sample }: Template): Promise<Sample> {
  if (sample !== 'page') return { answer: await call('sample-answer', { apiId: sample.api }) }
  const { data } = await call('sample-parsers', {})
  const { name, description, schema, page } = data[0]!
  const { data: answer } = await call('schema-try', {
    schema: new Blob([JSON.stringify(schema)], { type: 'application/json' }),
    html: new Blob([page.text], { type: page.content_type }),
  })
  const parser = await call('parser-create', { name, description, schema })
  return { answer: answer as Record<string, unknown>, parser: parser.id }
}

/** Saves the workflow of a template with all that it refers to, and tries it on its sample. */
async function createFrom(template: Template): Promise<{ workflow: string; run: string }> {
  const sample = await readSample(template)
  const database = await call('database-create', template.database)
  const workflow = await call('workflow-create', template.workflow({ ...sample, database: database.id }))
  const run = await call('workflow-run', { id: workflow.id, dry_run: true })
  return { workflow: workflow.id, run: run.id }
}

/** Begins with a template, and opens its workflow with the data of a dry run. */
export function useTemplate() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: createFrom,
    onSuccess: ({ workflow, run }) => void navigate(`/workflows/${workflow}?run=${run}`),
    onError: notifyError,
    onSettled: () => {
      for (const kind of ['workflows', 'databases', 'parsers'])
        void queries.invalidateQueries({ queryKey: [kind] })
    },
  })
}
