import { z } from 'zod'
import { groupDigits } from '../base/counted.ts'
import { anyObject } from '../base/fields/any-object.ts'
import { labelled } from '../base/fields/labelled.ts'
import { lineOfText, nameField } from '../base/fields/name-field.ts'
import { namedStrictObject } from '../base/fields/schema-names.ts'
import { stateLabels } from '../base/fields/state-labels.ts'
import {
  MAX_NODES,
  NODE_FAILURES,
  WORKFLOW_STATES,
  type WorkflowDocument,
  type WorkflowEdge,
  type WorkflowNode,
} from '../store/workflows/workflows.ts'
import { isParent, isShallow, MAX_DEPTH } from './is-shallow.ts'

/** The branch for edges without `when`, and the branch for failed items. */
export const OUT = 'out'
export const ERROR = 'error'

/** The id of a node. Expressions use it as `nodes.<id>`, so it must be a name that JSONata accepts without quotes. */
const nodeId = z
  .string()
  .regex(/^[A-Za-z_]\w{0,39}$/, 'must be letters, digits and _, at most 40, not beginning with a digit')
  .describe('Its name in the graph: letters, digits and `_`.')
  .meta({ title: 'Node ID' })

/** Any JSON value: an item, or a part of one. */
const item = z.unknown().describe('An item: any JSON value.')

const workflowNode = namedStrictObject('WorkflowNode', {
  id: nodeId,
  type: z
    .string()
    .min(1)
    .max(100)
    .describe('What it does: a type of `GET /v1/workflow-nodes`.')
    .meta({ title: 'Node type' }),
  name: lineOfText()
    .max(200)
    .optional()
    .describe('Shown on the graph in place of its id.')
    .meta({ title: 'Name' }),
  config: anyObject
    .default({})
    .describe(
      'Its settings, as its type has them. A string may hold `{{ expression }}`: JSONata over `item`, `nodes.<id>`, `input`, `index` and `run`.',
    )
    .meta({ title: 'Settings' }),
  on_error: z
    .enum(NODE_FAILURES)
    .default('continue')
    .describe(
      'What an item that fails does: end the run, be left out while its siblings go on, or be tried again and then be left out.',
    )
    .meta({
      title: 'If an item fails',
      ...labelled<(typeof NODE_FAILURES)[number]>({
        stop: 'End the run',
        continue: 'Leave it out',
        retry: 'Try it again',
      }),
    }),
  retries: z
    .int()
    .min(1)
    .max(10)
    .default(2)
    .describe('Further attempts, with `on_error: retry`.')
    .meta({ title: 'Retries' }),
  timeout_ms: z
    .int()
    .min(100)
    .max(3_600_000)
    .default(120_000)
    .describe('Longest time for one item.')
    .meta({ title: 'Item timeout (ms)' }),
  pinned: z
    .array(item)
    .max(100)
    .optional()
    .describe(
      'Items that it emits instead of running, in a dry run or before the node of `to_node`: sample data.',
    )
    .meta({ title: 'Sample items' }),
  position: z
    .strictObject({
      x: z.number().describe('Pixels from the left.').meta({ title: 'From the left (pixels)' }),
      y: z.number().describe('Pixels from the top.').meta({ title: 'From the top (pixels)' }),
    })
    .optional()
    .describe('Where the editor draws it.')
    .meta({ title: 'Position' }),
}) satisfies z.ZodType<WorkflowNode>

const workflowEdge = namedStrictObject('WorkflowEdge', {
  from: z.string().max(40).describe('Id of the node that items come from.').meta({ title: 'From node' }),
  to: z.string().max(40).describe('Id of the node that they go to.').meta({ title: 'To node' }),
  when: z
    .string()
    .max(40)
    .optional()
    .describe('The branch of `from` that is followed, such as `true` or `error`; `out` where absent.')
    .meta({ title: 'Branch' }),
}) satisfies z.ZodType<WorkflowEdge>

const workflowSettings = namedStrictObject('WorkflowSettings', {
  concurrency: z
    .int()
    .min(1)
    .max(32)
    .default(4)
    .describe('Items that a run works on at a time.')
    .meta({ title: 'Items at once' }),
  max_duration: z
    .int()
    .min(1)
    .max(30 * 86_400)
    .default(86_400)
    .describe('Longest time of a run, in seconds.')
    .meta({ title: 'Maximum duration (seconds)' }),
  budget: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .nullable()
    .default(null)
    .describe('Maximum credits per run; null: no limit.')
    .meta({ title: 'Credit limit per run' }),
})

const TOO_DEEP = `must be nested at most ${MAX_DEPTH} levels deep`

/** Maximum number of values in the settings of all nodes together. A check reads each of them several times. */
const MAX_SETTINGS = 10_000

const TOO_MANY_SETTINGS = {
  error: `must have at most ${groupDigits(MAX_SETTINGS)} values in all \`config\` together`,
  params: { hint: 'Pass long lists as the input of a run, or keep them in a database.' },
  abort: true,
}

function hasFewSettings(nodes: readonly WorkflowNode[]): boolean {
  const parents: object[] = nodes.map(({ config }) => config)
  let count = 0
  for (let parent = parents.pop(); parent && count <= MAX_SETTINGS; parent = parents.pop()) {
    const values: unknown[] = Object.values(parent)
    count += values.length
    parents.push(...values.slice(0, MAX_SETTINGS).filter(isParent))
  }
  return count <= MAX_SETTINGS
}

/** The fields of a workflow that its owner sets. `checkGraph` checks what a schema cannot express. */
export const workflowBody = z.strictObject({
  name: nameField('workflow'),
  description: z
    .string()
    .max(2_000)
    .default('')
    .describe('What the workflow is for.')
    .meta({ title: 'Description' }),
  state: z
    .enum(WORKFLOW_STATES)
    .default('active')
    .describe(
      'A draft may be saved with problems, and runs once it has none; an archived one is kept and does not run.',
    )
    .meta({
      title: 'State',
      ...stateLabels(WORKFLOW_STATES),
    }),
  nodes: z
    .array(workflowNode)
    .min(1)
    .max(MAX_NODES)
    .refine(hasFewSettings, TOO_MANY_SETTINGS)
    .refine(isShallow, TOO_DEEP)
    .describe('The steps; one is of type `input`.')
    .meta({ title: 'Nodes' }),
  edges: z
    .array(workflowEdge)
    .max(MAX_NODES * 5)
    .default([])
    .describe('Which node passes its items to which.')
    .meta({ title: 'Edges' }),
  input_schema: anyObject
    .refine(isShallow, TOO_DEEP)
    .default({ type: 'object', properties: {} })
    .describe('JSON Schema of the input of a run.')
    .meta({ title: 'Input schema' }),
  settings: workflowSettings.prefault({}).describe('Limits of each run.').meta({ title: 'Limits' }),
}) satisfies z.ZodType<WorkflowDocument>
