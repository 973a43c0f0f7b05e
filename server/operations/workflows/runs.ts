import { z } from 'zod'
import { isRunOpen, RUN_STATES } from '../../store/workflows/run-rows.ts'
import type { NodeOperations } from '../../workflows/node-type.ts'
import { countedPageShape, countField, withTotal } from '../counted-list.ts'
import { idField, nothing, pageFields, searchField } from '../fields.ts'
import { inState } from '../jobs/jobs.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { endedAs, stateFilter } from '../states.ts'
import { ENDS, READS, shownOfList } from '../tool-hints.ts'
import { workflowRunFollowing } from './run-following.ts'
import { workflowRunItems } from './run-items.ts'
import { exampleRun, type OwnRun, runShape, SHOWN_RUN_FIELDS } from './run-shapes.ts'
import { workflowRunStarting } from './run-starting.ts'

/** Returns a function that finds runs of the calling account. */
const ownRun =
  ({ store }: Services): OwnRun =>
  async (input, { account }) =>
    found(await store.workflowRuns.find(account.id, input.id))

/** Operations for starting, following, inspecting, repeating, cancelling and deleting runs of workflows. */
export function workflowRunOperations(services: Services, operations: NodeOperations) {
  const { store, workflowRuns, now } = services
  const id = { id: idField('workflow run') }
  const own = ownRun(services)

  const list = defineOperation({
    id: 'workflow-run-list',
    group: 'workflow runs',
    summary: 'List runs of workflows, newest first, including those of sub-workflows.',
    method: 'GET',
    path: '/v1/workflow-runs',
    access: 'read',
    input: z.strictObject({
      ...pageFields,
      state: stateFilter(RUN_STATES, 'runs'),
      workflow_id: z
        .string()
        .max(100)
        .optional()
        .describe('Only runs of this workflow.')
        .meta({ title: 'Workflow', 'x-id-of': 'workflow' }),
      cron_id: z
        .string()
        .max(100)
        .optional()
        .describe('Only runs that this cron started.')
        .meta({ title: 'Cron', 'x-id-of': 'cron' }),
      parent_run_id: z
        .string()
        .max(100)
        .optional()
        .describe('Only runs of sub-workflows that this run started.')
        .meta({ title: 'Parent run', 'x-id-of': 'workflow run' }),
      ...searchField('runs', 'id or workflow name'),
      ...countField,
    }),
    output: countedPageShape(runShape),
    example: {
      input: { state: 'completed', count: true },
      output: { data: [exampleRun], has_more: false, next_cursor: null, total: 1 },
    },
    answer: 'value',
    faces: {
      tool: {
        name: 'workflow_run_list',
        group: 'workflows',
        hints: READS,
        shows: shownOfList(SHOWN_RUN_FIELDS),
      },
    },
    run({ count, ...query }, context) {
      const account = accountOf(context)
      const page = store.workflowRuns.list(account, query)
      return withTotal(page, count, () => store.workflowRuns.count(account, query))
    },
  })

  const cancel = defineOperation({
    id: 'workflow-run-cancel',
    group: 'workflow runs',
    summary:
      'Cancel a run, and the runs of its sub-workflows; their running calls are stopped and cost nothing.',
    method: 'POST',
    path: '/v1/workflow-runs/{id}/cancel',
    access: 'run',
    input: z.strictObject(id),
    output: runShape,
    example: { input: { id: exampleRun.id }, output: { ...exampleRun, state: 'cancelled', output: null } },
    answer: 'value',
    faces: { tool: { name: 'workflow_run_cancel', group: 'workflows', hints: ENDS } },
    own,
    async run(input, context) {
      const account = accountOf(context)
      const ended = await store.write(() => {
        const row = store.workflowRuns.row(account, input.id)
        return row ? store.workflowRunQueue.finish(row, CANCELLED, now()) : []
      })
      const run = found(await store.workflowRuns.find(account, input.id))
      if (!ended.length)
        throw inState(
          run.state,
          `This run has ended already: it ${endedAs(run.state)}.`,
          'Only a run that is under way can be cancelled.',
        )
      workflowRuns.ended(ended)
      await store.workflowRunQueue.endRest(now())
      return run
    },
  })

  const remove = defineOperation({
    id: 'workflow-run-delete',
    group: 'workflow runs',
    summary: 'Delete a run that has ended, with all its items.',
    method: 'DELETE',
    path: '/v1/workflow-runs/{id}',
    access: 'run',
    input: z.strictObject(id),
    output: nothing,
    example: { input: { id: exampleRun.id }, output: null },
    answer: 'empty',
    own,
    async run(_input, context) {
      const { id: runId, state } = context.owned
      if (isRunOpen(state)) throw inState(state, 'This run has not ended.', 'Cancel it first.')
      if (!(await store.workflowRuns.remove(accountOf(context), runId)))
        throw inState(state, 'Another run is still taking over what this run did.', 'Try again in a moment.')
      return null
    },
  })
  return [
    ...workflowRunStarting(services, operations),
    list,
    ...workflowRunFollowing(services, own),
    ...workflowRunItems(services, own),
    cancel,
    remove,
  ] as const
}

const CANCELLED = {
  state: 'cancelled',
  error: { code: 'cancelled', message: 'The run was cancelled.', retryable: true },
} as const
