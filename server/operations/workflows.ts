import { z } from 'zod'
import { newId } from '../ids.ts'
import type { WorkflowDocument, WorkflowRecord } from '../store/workflows.ts'
import { workflowBody } from '../workflows/graph.ts'
import type { NodeOperations } from '../workflows/node-type.ts'
import { idField } from './fields.ts'
import { accountOf, defineOperation } from './operation.ts'
import { found, replacedBy, resource } from './resource.ts'
import type { Services } from './services.ts'
import { READS, WRITES } from './tool-hints.ts'
import {
  exampleDocument,
  exampleWorkflow,
  exampleWorkflowBody,
  graphProblem,
  WORKFLOW_FORMAT,
  workflowFile,
  workflowRecord,
  workflowVersion,
} from './workflow-body.ts'
import { workflowNodeOperations } from './workflow-nodes.ts'
import { createWorkflowCheck, workflowRecords } from './workflow-records.ts'

/** Workflows as records, their versions, their check, and as files. */
export function workflowOperations(services: Services, operations: NodeOperations) {
  const { store, now } = services
  const check = createWorkflowCheck(services, operations)
  const kept = workflowRecords(services, check)
  const id = { id: idField('workflow') }
  const own = async (
    input: { id: string },
    { account }: { account: { id: string } },
  ): Promise<WorkflowRecord> => found(await store.workflows.find(account.id, input.id))

  const records = resource({
    noun: 'workflow',
    plural: 'workflows',
    body: workflowBody,
    record: workflowRecord,
    example: { body: exampleWorkflowBody, record: exampleWorkflow },
    store: kept,
    listTool: { name: 'workflow_list', group: 'workflows', hints: READS },
    createTool: { name: 'workflow_create', group: 'workflows', hints: WRITES },
  })

  const versions = defineOperation({
    id: 'workflow-versions',
    group: 'workflows',
    summary: 'List every version of a workflow, newest first.',
    method: 'GET',
    path: '/v1/workflows/{id}/versions',
    access: 'read',
    input: z.strictObject(id),
    output: z.object({ data: z.array(workflowVersion) }),
    example: {
      input: { id: exampleWorkflow.id },
      output: { data: [{ ...exampleDocument, version: 1, created_at: exampleWorkflow.created_at }] },
    },
    answer: 'value',
    own,
    run: async (_input, { owned }) => ({ data: await store.workflows.versions(owned.id) }),
  })

  const restoreVersion = defineOperation({
    id: 'workflow-version-restore',
    group: 'workflows',
    summary: 'Make an earlier version the newest one again.',
    description: 'It is checked as any change: what it names may be gone since.',
    method: 'POST',
    path: '/v1/workflows/{id}/versions/{version}/restore',
    access: 'manage',
    input: z.strictObject({ ...id, version: z.int().min(1).describe('The version to bring back.') }),
    output: workflowRecord,
    example: { input: { id: exampleWorkflow.id, version: 1 }, output: exampleWorkflow },
    answer: 'value',
    versioned: true,
    own,
    async run(input, context) {
      const earlier = found(await store.workflows.at(accountOf(context), input.id, input.version))
      const replaced = await kept.replace(accountOf(context), input.id, documentOf(earlier), context.ifMatch)
      return replacedBy(replaced, 'workflow')
    },
  })

  const validate = defineOperation({
    id: 'workflow-validate',
    group: 'workflows',
    summary: 'Check a workflow without saving it.',
    description: 'Every problem names what is at fault, such as `nodes[2].config.url`. Free.',
    method: 'POST',
    path: '/v1/workflows/validate',
    access: 'read',
    input: z.strictObject({
      ...workflowBody.shape,
      id: id.id.optional().describe('The workflow that this is to replace, where there is one.'),
    }),
    output: z.object({
      valid: z.boolean(),
      problems: z.array(graphProblem),
      samples: z
        .record(z.string(), z.unknown())
        .describe('By node: what an item that comes to it may look like; null where that is not known.'),
    }),
    example: {
      input: exampleWorkflowBody,
      output: { valid: true, problems: [], samples: { input: { video_id: 'text' } } },
    },
    answer: 'value',
    faces: { tool: { name: 'workflow_validate', group: 'workflows', hints: READS } },
    async run({ id: own, ...document }, context) {
      const { faults, samples } = await check(accountOf(context), document, own)
      return { valid: !faults.length, problems: faults, samples: smallOnes(samples) }
    },
  })

  const exportFile = defineOperation({
    id: 'workflow-export',
    group: 'workflows',
    summary: 'Give a workflow as a file that can be imported elsewhere.',
    description: 'Parsers, databases, webhooks and other workflows are named by id and do not come along.',
    method: 'GET',
    path: '/v1/workflows/{id}/export',
    access: 'read',
    input: z.strictObject(id),
    output: workflowFile,
    example: { input: { id: exampleWorkflow.id }, output: { format: WORKFLOW_FORMAT, ...exampleDocument } },
    answer: 'value',
    own,
    run: (_input, { owned }) => ({ format: WORKFLOW_FORMAT, ...documentOf(owned) }),
  })

  const importFile = defineOperation({
    id: 'workflow-import',
    group: 'workflows',
    summary: 'Make a workflow of an exported file.',
    description:
      'Where it names what this account does not have, or has other faults, it becomes a draft; `problems` lists them.',
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
    async run({ format: _, ...body }, context) {
      const { faults: problems } = await check(accountOf(context), body)
      const document = problems.length ? { ...body, state: 'draft' as const } : body
      const made = store.workflows.create(accountOf(context), newId('wf', now()), document, now())
      context.write(made.write)
      return { ...made.record, problems }
    },
  })

  return [
    ...records,
    versions,
    restoreVersion,
    validate,
    exportFile,
    importFile,
    ...workflowNodeOperations(operations),
  ] as const
}

/** Characters of JSON that a sample may have to be shown. */
const MAX_SAMPLE = 20_000

const smallOnes = (samples: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(samples).map(([id, item]) => {
      const text = JSON.stringify(item)
      return [id, text !== undefined && text.length <= MAX_SAMPLE ? item : null]
    }),
  )

/** What the owner wrote, without what the store adds. */
const documentOf = ({
  id: _id,
  version: _version,
  created_at: _made,
  updated_at: _changed,
  ...document
}: WorkflowRecord): WorkflowDocument => document
