import { z } from 'zod'
import { pauseBeforeEnd, type WatchSource } from '../../jobs/job-events.ts'
import { isRunOpen, type WorkflowRun } from '../../store/workflows/run-rows.ts'
import { defineEvents } from '../account/events.ts'
import { idField } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'
import { stateAfter, waitField } from '../wait.ts'
import { exampleRun, type OwnRun, runShape } from './run-shapes.ts'

/**
 * Minimum milliseconds between events. Each event contains the whole run, so not every item causes one; the end of the run is
 * sent sooner.
 */
const PAUSE_MS = 200

/** Operations that read a run and follow its progress. */
export function workflowRunFollowing({ store, jobs }: Services, own: OwnRun) {
  const id = { id: idField('workflow run') }
  const watch = (runId: string, accountId: string, signal: AbortSignal) => {
    const followed: WatchSource<WorkflowRun> = {
      read: () => store.workflowRuns.find(accountId, runId),
      isLast: ({ state }) => !isRunOpen(state),
      settled: until => store.databaseRuns.settled(runId, until),
      pause: pauseBeforeEnd(PAUSE_MS, () => store.workflowRuns.hasEnded(runId)),
    }
    return jobs.events.watch(runId, followed, signal)
  }

  const get = defineOperation({
    id: 'workflow-run-get',
    group: 'workflow runs',
    summary: 'Read a run with its steps; with `wait`, once it has ended.',
    method: 'GET',
    path: '/v1/workflow-runs/{id}',
    access: 'read',
    input: z.strictObject({ ...id, wait: waitField }),
    output: runShape,
    example: { input: { id: exampleRun.id, wait: 30 }, output: exampleRun },
    answer: 'value',
    faces: { tool: { name: 'workflow_run_get', group: 'workflows', hints: READS } },
    own,
    run: ({ id, wait }, context) =>
      stateAfter(wait, context.owned, signal => watch(id, accountOf(context), signal), context.signal),
  })

  const events = defineEvents({
    id: 'workflow-run-events',
    group: 'workflow runs',
    summary: 'Follow a run: its steps now, then as they change, until its end.',
    method: 'GET',
    path: '/v1/workflow-runs/{id}/events',
    access: 'read',
    input: z.strictObject(id),
    output: runShape,
    example: { input: { id: exampleRun.id }, output: exampleRun },
    own,
    run: (input, context) => watch(input.id, accountOf(context), context.signal),
  })
  return [get, events] as const
}
