import { z } from 'zod'
import { namedObject } from '../../base/fields/schema-names.ts'
import { workflowBody } from '../../workflows/graph.ts'
import { NODE_GROUPS } from '../../workflows/node-type.ts'
import { time } from '../fields.ts'

/** The shape of a workflow in answers. */
export const workflowRecord = z.object({
  id: z.string(),
  ...workflowBody.shape,
  version: z.int().describe('Increases with every change.'),
  created_at: time,
  updated_at: time,
})

export const workflowVersion = namedObject('WorkflowVersion', {
  version: z.int(),
  ...workflowBody.shape,
  created_at: time,
})

export const WORKFLOW_FORMAT = 'winnow-workflow/1' as const

/** A workflow as a file: everything that its owner set. */
export const workflowFile = namedObject('WorkflowFile', {
  format: z.literal(WORKFLOW_FORMAT).describe('What the file is.').meta({ title: 'File format' }),
  ...workflowBody.shape,
})

export const graphProblem = namedObject('WorkflowProblem', {
  field: z.string().describe('Where the problem is, such as `nodes[2].config.url`.'),
  error: z.string(),
  hint: z.string().optional(),
})

/** A type of node. Each callable operation has an entry of its own. */
export const nodeTypeShape = namedObject('NodeType', {
  type: z.string(),
  operation: z.string().nullable().describe('Of a node that calls an operation: which.'),
  group: z.enum(NODE_GROUPS).describe('Where the editor lists it.'),
  title: z.string(),
  summary: z.string(),
  config: z
    .record(z.string(), z.unknown())
    .describe('JSON Schema of `config`; `x-expression` marks JSONata.'),
  branches: z.array(z.string()).describe('What items leave by: the `when` of edges.'),
  kind: z
    .enum(['item', 'list'])
    .describe('It takes items one by one, or in their order once all have arrived.'),
  is_effect: z.boolean().describe('It has effects outside the run, which a dry run leaves out.'),
  credits: z
    .int()
    .nullable()
    .describe('Of an operation: credits of its example call; null for the others, which are free.'),
  example: z
    .unknown()
    .describe('What one of its items may look like; null where that depends on the config.'),
})

const at = '2026-01-15T09:30:00.000Z'

/** The fields that workflow tools return by default: enough to choose a workflow. Graphs would fill a model's context. */
export const SHOWN_FIELDS = ['id', 'name', 'description', 'state', 'version', 'updated_at']

export const exampleWorkflowBody = {
  name: 'What people say',
  nodes: [
    { id: 'input', type: 'input' },
    {
      id: 'comments',
      type: 'operation',
      config: { operation: 'videosite-comments', input: { video_id: '{{ item.video_id }}' } },
    },
    { id: 'each', type: 'for_each', config: { list: 'item.comments' } },
    { id: 'liked', type: 'filter', config: { condition: 'item.likes > 10' } },
  ],
  edges: [
    { from: 'input', to: 'comments' },
    { from: 'comments', to: 'each' },
    { from: 'each', to: 'liked' },
  ],
  input_schema: { type: 'object', properties: { video_id: { type: 'string' } }, required: ['video_id'] },
} satisfies z.input<typeof workflowBody>

const nodeDefaults = { config: {}, on_error: 'continue', retries: 2, timeout_ms: 120_000 } as const

/** The example with its defaults. It is written out because parsing it with its schema would slow down every start. */
export const exampleDocument = {
  ...exampleWorkflowBody,
  description: '',
  state: 'active',
  nodes: exampleWorkflowBody.nodes.map(node => ({ ...nodeDefaults, ...node })),
  settings: { concurrency: 4, max_duration: 86_400, budget: null },
} satisfies z.output<typeof workflowBody>

export const exampleWorkflow = {
  id: 'wf_01KF0J2M4P6R8T0V2X4Z6B8D0F',
  ...exampleDocument,
  version: 1,
  created_at: at,
  updated_at: at,
} satisfies z.input<typeof workflowRecord>
