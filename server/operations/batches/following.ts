import { z } from 'zod'
import { pauseBeforeEnd, type WatchSource } from '../../jobs/job-events.ts'
import type { Batch } from '../../store/jobs/batches.ts'
import { defineEvents } from '../account/events.ts'
import { idField } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'
import { stateAfter, waitField } from '../wait.ts'
import { batchShape, exampleBatch } from './shapes.ts'

/**
 * Minimum milliseconds between updates. Counting thousands of items takes a moment, so they are not counted for each change;
 * the end is sent sooner.
 */
const PAUSE_MS = 250

/** Operations that read a batch and follow its progress. */
export function batchFollowing({ store, jobs }: Services) {
  const id = { id: idField('batch') }
  const own = async (input: { id: string }, { account }: { account: { id: string } }): Promise<Batch> =>
    found(await store.batches.find(account.id, input.id))

  const watch = (batchId: string, accountId: string, signal: AbortSignal) => {
    const followed: WatchSource<Batch> = {
      read: () => store.batches.find(accountId, batchId),
      isLast: ({ counts }) => !counts.pending && !counts.running,
      settled: until => store.databaseRuns.settled(batchId, until),
      pause: pauseBeforeEnd(PAUSE_MS, () => store.batches.hasEnded(batchId)),
    }
    return jobs.events.watch(batchId, followed, signal)
  }

  const get = defineOperation({
    id: 'batch-get',
    group: 'batches',
    summary: 'Read a batch; with `wait`, once all its items have ended.',
    method: 'GET',
    path: '/v1/batches/{id}',
    access: 'read',
    input: z.strictObject({ ...id, wait: waitField }),
    output: batchShape,
    example: { input: { id: exampleBatch.id }, output: exampleBatch },
    answer: 'value',
    faces: { tool: { name: 'batch_get', group: 'batches', hints: READS } },
    own,
    run: ({ id, wait }, context) =>
      stateAfter(wait, context.owned, signal => watch(id, accountOf(context), signal), context.signal),
  })

  const events = defineEvents({
    id: 'batch-events',
    group: 'batches',
    summary: 'Follow a batch: its counts now, then as they change, until all its items have ended.',
    method: 'GET',
    path: '/v1/batches/{id}/events',
    access: 'read',
    input: z.strictObject(id),
    output: batchShape,
    example: { input: { id: exampleBatch.id }, output: exampleBatch },
    own,
    run: ({ id: batchId }, context) => watch(batchId, accountOf(context), context.signal),
  })
  return [get, events] as const
}
