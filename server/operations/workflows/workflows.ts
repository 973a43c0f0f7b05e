import { z } from 'zod'
import { workflowBody } from '../../workflows/graph.ts'
import type { NodeOperations } from '../../workflows/node-type.ts'
import { idField } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { found, resource } from '../resource.ts'
import type { Services } from '../services.ts'
import { READS, REPLACES, shownOfList, WRITES } from '../tool-hints.ts'
import { exampleWorkflow, exampleWorkflowBody, graphProblem, SHOWN_FIELDS, workflowRecord } from './body.ts'
import { workflowFileOperations } from './files.ts'
import { workflowNodeOperations } from './nodes.ts'
import { createWorkflowCheck, type OwnWorkflow, workflowRecords } from './records.ts'
import { unmasked } from './secrets.ts'
import { workflowVersionOperations } from './versions.ts'

/** Operations for workflow records, their versions, their check and their files. */
export function workflowOperations(services: Services, operations: NodeOperations) {
  const check = createWorkflowCheck(services, operations)
  const kept = workflowRecords(services, check, operations)
  const id = { id: idField('workflow') }
  const own: OwnWorkflow = async (input, { account }) =>
    found(await services.store.workflows.find(account.id, input.id))

  const records = resource({
    noun: 'workflow',
    plural: 'workflows',
    body: workflowBody,
    record: workflowRecord,
    example: { body: exampleWorkflowBody, record: exampleWorkflow },
    store: kept,
    listTool: { name: 'workflow_list', group: 'workflows', hints: READS, shows: shownOfList(SHOWN_FIELDS) },
    createTool: { name: 'workflow_create', group: 'workflows', hints: WRITES, shows: SHOWN_FIELDS },
    replaceTool: {
      name: 'workflow_replace',
      group: 'workflows',
      hints: REPLACES,
      summary: 'Change a workflow; its version increases.',
      description: 'What you leave out stays as it is; `nodes` and `edges` are replaced as a whole.',
      keeps: true,
      shows: SHOWN_FIELDS,
    },
  })

  const validate = defineOperation({
    id: 'workflow-validate',
    group: 'workflows',
    summary: 'Check a workflow without saving it.',
    description: 'Every problem names its place, such as `nodes[2].config.url`.',
    method: 'POST',
    path: '/v1/workflows/validate',
    access: 'read',
    input: z.strictObject({
      ...workflowBody.shape,
      id: id.id
        .optional()
        .describe('The workflow that this is to replace, where there is one.')
        .meta({ title: 'Workflow to replace', 'x-id-of': 'workflow' }),
    }),
    output: z.object({
      valid: z.boolean(),
      problems: z.array(graphProblem),
      samples: z
        .record(z.string(), z.unknown())
        .describe('By node: what an item that reaches it may look like; null where that is not known.'),
    }),
    example: {
      input: exampleWorkflowBody,
      output: { valid: true, problems: [], samples: { input: { video_id: 'text' } } },
    },
    answer: 'value',
    faces: { tool: { name: 'workflow_validate', group: 'workflows', hints: READS } },
    async run({ id: replaced, ...body }, context) {
      const account = accountOf(context)
      const before = replaced === undefined ? null : await services.store.workflows.find(account, replaced)
      const document = unmasked(body, before ?? undefined)
      const { faults, samples } = await check(account, document, replaced)
      return { valid: !faults.length, problems: faults, samples: smallOnes(samples) }
    },
  })

  return [
    ...records,
    ...workflowVersionOperations(services, own, kept),
    validate,
    ...workflowFileOperations(services, own, { check, operations }),
    ...workflowNodeOperations(operations),
  ] as const
}

/** Maximum characters of JSON of a sample. Longer samples are returned as null. */
const MAX_SAMPLE = 20_000

const smallOnes = (samples: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(samples).map(([id, item]) => {
      const text = JSON.stringify(item)
      return [id, text !== undefined && text.length <= MAX_SAMPLE ? item : null]
    }),
  )
