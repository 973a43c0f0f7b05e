import { z } from 'zod'
import type { Caller } from '../../accounts/caller.ts'
import { labelled } from '../../base/fields/labelled.ts'
import type { Trigger } from '../../store/workflows/run-rows.ts'
import type { NodeOperations } from '../../workflows/node-type.ts'
import { anyObject, idField } from '../fields.ts'
import { type Context, defineOperation, LARGE_BODY } from '../operation.ts'
import type { Services } from '../services.ts'
import { STARTS } from '../tool-hints.ts'
import { type PreparedRun, prepareRun } from './prepare-run.ts'
import { createWorkflowCheck } from './records.ts'
import { prepareRetry } from './run-retry.ts'
import { exampleRun, runShape, SHOWN_RUN_FIELDS } from './run-shapes.ts'

const MAX_ITEMS = 1_000

const madeNow = {
  ...exampleRun,
  state: 'pending' as const,
  output: null,
  credits: 0,
  steps: [],
  started_at: null,
  finished_at: null,
}

const triggerOf = ({ source, cron_id }: Caller): Trigger =>
  cron_id === undefined ? { type: source === 'mcp' ? 'mcp' : 'manual' } : { type: 'cron', cron_id }

/** Operations that start runs of workflows, from the start or from where an earlier run failed. */
export function workflowRunStarting(services: Services, operations: NodeOperations) {
  const check = createWorkflowCheck(services, operations)
  const made = ({ run, write }: PreparedRun, context: Context<unknown>) => {
    context.write(write)
    return run
  }

  const run = defineOperation({
    id: 'workflow-run',
    group: 'workflow runs',
    summary: 'Run a workflow. It continues after a restart, and finishes each item exactly once.',
    description:
      'Each call of an operation holds its credits while it runs, captured on success alone. In a dry run nothing leaves the run: nodes with an effect give their pinned items or a sample, and nothing is charged; expressions, filters and reads are real.',
    method: 'POST',
    path: '/v1/workflows/{id}/run',
    body: { ...LARGE_BODY, list: { field: 'items', max: MAX_ITEMS } },
    access: 'run',
    input: z.strictObject({
      id: idField('workflow'),
      input: anyObject
        .optional()
        .describe(
          'The input, as `input_schema` has it; with `dry_run`, `only_node` or `to_node`, default: a sample.',
        )
        .meta({ title: 'Input' }),
      dry_run: z
        .boolean()
        .default(false)
        .describe('A dry run: without effects, free.')
        .meta({ title: 'Dry run without effects' }),
      only_node: z
        .string()
        .max(40)
        .optional()
        .describe('Runs this node alone.')
        .meta({ title: 'Single node', 'x-advanced': true }),
      to_node: z
        .string()
        .max(40)
        .optional()
        .describe(
          'Runs what lies before this node, where pinned items stand in for their nodes, and then it.',
        )
        .meta({ title: 'Up to node', 'x-advanced': true }),
      items: z
        .array(z.unknown())
        .min(1)
        .max(MAX_ITEMS)
        .optional()
        .describe('What `only_node` runs over; what is pinned at the nodes before it where this is left out.')
        .meta({ title: 'Items for the single node', 'x-advanced': true }),
      budget: z
        .int()
        .min(0)
        .optional()
        .describe('Maximum credits, where that is less than the workflow’s budget.')
        .meta({ title: 'Credit limit', 'x-advanced': true }),
    }),
    output: runShape,
    example: { input: { id: exampleRun.workflow_id, input: exampleRun.input }, output: madeNow },
    answer: 'accepted',
    madeAt: '/v1/workflow-runs',
    faces: { tool: { name: 'workflow_run', group: 'workflows', hints: STARTS, shows: SHOWN_RUN_FIELDS } },
    async run({ id, ...options }, context) {
      const trigger = triggerOf(context.caller!)
      return made(await prepareRun(services, context.caller!, id, { ...options, trigger, check }), context)
    },
  })

  const retry = defineOperation({
    id: 'workflow-run-retry',
    group: 'workflow runs',
    summary: 'Repeat a run that has ended, as a new run that keeps what need not be done again.',
    description:
      'From `failed`, it keeps the items that completed. Nodes that have changed in the newest version run again, and so do all nodes after them, and nodes that wait for all their items if these are no longer the same.',
    method: 'POST',
    path: '/v1/workflow-runs/{id}/retry',
    access: 'run',
    input: z.strictObject({
      id: idField('workflow run'),
      from: z
        .string()
        .min(1)
        .max(40)
        .default('failed')
        .describe('`start`, `failed`, or the id of a node: what is done again, with all that comes after.')
        .meta({ title: 'Repeat from' }),
      version: z
        .enum(['same', 'latest'])
        .default('same')
        .describe('The version that ran, or the newest.')
        .meta({
          title: 'Version',
          ...labelled({ same: 'The version that ran', latest: 'The newest version' }),
        }),
      failed_items_only: z
        .boolean()
        .optional()
        .describe(
          'Leave out items that completed in a step that is repeated; the default with `from: failed`.',
        )
        .meta({ title: 'Failed items only' }),
    }),
    output: runShape,
    example: {
      input: { id: exampleRun.id, from: 'failed' },
      output: { ...madeNow, id: 'run_01KF0J2M4P6R8T0V2X4Z6B8D1B', retry_of: exampleRun.id },
    },
    answer: 'accepted',
    madeAt: '/v1/workflow-runs',
    faces: {
      tool: { name: 'workflow_run_retry', group: 'workflows', hints: STARTS, shows: SHOWN_RUN_FIELDS },
    },
    async run({ id, from, version, failed_items_only: failedItemsOnly = from === 'failed' }, context) {
      return made(
        await prepareRetry(services, context.caller!, id, { from, version, failedItemsOnly }),
        context,
      )
    },
  })
  return [run, retry] as const
}
