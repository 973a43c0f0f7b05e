import { z } from 'zod'
import { newId } from '../../base/ids.ts'
import type { NodeOperations } from '../../workflows/node-type.ts'
import { idField } from '../fields.ts'
import { assertStillThere } from '../named-records.ts'
import { accountOf, defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import {
  exampleDocument,
  exampleWorkflow,
  exampleWorkflowBody,
  graphProblem,
  WORKFLOW_FORMAT,
  workflowFile,
  workflowRecord,
} from './body.ts'
import { documentOf, namedByWorkflow, type OwnWorkflow, type WorkflowCheck } from './records.ts'
import { masked, unmasked } from './secrets.ts'

/** Operations that export and import workflows as files. */
export function workflowFileOperations(
  { store, now }: Services,
  own: OwnWorkflow,
  { check, operations }: { check: WorkflowCheck; operations: NodeOperations },
) {
  const id = { id: idField('workflow') }

  const exportFile = defineOperation({
    id: 'workflow-export',
    group: 'workflows',
    summary: 'Export a workflow as a file that can be imported elsewhere.',
    description:
      'Parsers, databases, webhooks and other workflows are referred to by id and are not included; secret headers are masked.',
    method: 'GET',
    path: '/v1/workflows/{id}/export',
    access: 'read',
    input: z.strictObject(id),
    output: workflowFile,
    example: { input: { id: exampleWorkflow.id }, output: { format: WORKFLOW_FORMAT, ...exampleDocument } },
    answer: 'value',
    own,
    run: (_input, { owned }) => ({ format: WORKFLOW_FORMAT, ...masked(documentOf(owned)) }),
  })

  const importFile = defineOperation({
    id: 'workflow-import',
    group: 'workflows',
    summary: 'Create a workflow from an exported file.',
    description:
      'If it refers to something that this account does not have, or has other problems, it becomes a draft, and `problems` lists them. A masked header must be written into the file first.',
    method: 'POST',
    path: '/v1/workflows/import',
    access: 'manage',
    input: z.strictObject(workflowFile.shape),
    output: z.object({ ...workflowRecord.shape, problems: z.array(graphProblem) }),
    example: {
      input: { format: WORKFLOW_FORMAT, ...exampleWorkflowBody },
      output: { ...exampleWorkflow, problems: [] },
    },
    answer: 'created',
    madeAt: '/v1/workflows',
    async run({ format: _, ...file }, context) {
      const body = unmasked(file)
      const { faults: problems } = await check(accountOf(context), body)
      const document = problems.length ? { ...body, state: 'draft' as const } : body
      const created = store.workflows.create(accountOf(context), newId('wf', now()), document, now())
      context.write(() => {
        assertStillThere(store, accountOf(context), namedByWorkflow(document, operations))
        created.write()
      })
      return { ...masked(created.record), problems }
    },
  })
  return [exportFile, importFile] as const
}
