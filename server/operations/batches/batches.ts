import { z } from 'zod'
import type { Batch } from '../../store/jobs/batches.ts'
import { JOB_STATES } from '../../store/jobs/rows.ts'
import { countedPageShape, countField, withTotal } from '../counted-list.ts'
import { defineRows, fileFields } from '../databases/rows.ts'
import { refuseWhereNeeded } from '../dependants.ts'
import { idField, nothing, pageFields, pageShape, searchField } from '../fields.ts'
import { inState } from '../jobs/jobs.ts'
import { exampleJob, jobShape, LISTED_FIELDS, shownJob } from '../jobs/shapes.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { stateFilter } from '../states.ts'
import { ENDS, READS, shownOfList } from '../tool-hints.ts'
import { exportBatch } from './export.ts'
import { batchFollowing } from './following.ts'
import { batchShape, exampleBatch, exampleItemResult, itemResultShape } from './shapes.ts'

const stateField = stateFilter(JOB_STATES, 'items')

const exampleItem = { ...exampleJob, batch_id: exampleBatch.id, index: 0, custom_id: 'kettle-1' }

/** Returns a function that finds the batch named by an input. */
export const ownBatch =
  ({ store }: Services) =>
  async (input: { id: string }, { account }: { account: { id: string } }): Promise<Batch> =>
    found(await store.batches.find(account.id, input.id))

/** Operations for batches: list, follow, items, cancel, export, delete. */
export function batchOperations(services: Services) {
  const { store, jobs } = services
  const id = { id: idField('batch') }
  const own = ownBatch(services)

  const list = defineOperation({
    id: 'batch-list',
    group: 'batches',
    summary: 'List batches, newest first.',
    method: 'GET',
    path: '/v1/batches',
    access: 'read',
    input: z.strictObject({
      ...pageFields,
      open: z
        .boolean()
        .default(false)
        .describe('Only batches that have not ended.')
        .meta({ title: 'Not ended' }),
      ...searchField('batches', 'name, id, parser or API'),
      ...countField,
    }),
    output: countedPageShape(batchShape),
    example: {
      input: { limit: 20, count: true },
      output: { data: [exampleBatch], has_more: false, next_cursor: null, total: 1 },
    },
    answer: 'value',
    faces: { tool: { name: 'batch_list', group: 'batches', hints: READS } },
    run({ count, ...query }, context) {
      const accountId = accountOf(context)
      return withTotal(store.batches.list(accountId, query), count, () =>
        store.batches.count(accountId, query),
      )
    },
  })

  const items = defineOperation({
    id: 'batch-items',
    group: 'batches',
    summary: 'List the items of a batch, in the order in which they were sent.',
    method: 'GET',
    path: '/v1/batches/{id}/items',
    access: 'read',
    input: z.strictObject({ ...id, ...pageFields, state: stateField }),
    output: pageShape(jobShape),
    example: {
      input: { id: exampleBatch.id, state: 'failed' },
      output: { data: [exampleItem], has_more: false, next_cursor: null },
    },
    answer: 'value',
    faces: {
      tool: { name: 'batch_items', group: 'batches', hints: READS, shows: shownOfList(LISTED_FIELDS) },
    },
    own,
    async run({ id: batchId, ...query }, context) {
      const page = await store.batches.items(accountOf(context), batchId, query)
      return { ...page, data: page.data.map(job => shownJob(services, job)) }
    },
  })

  const cancel = defineOperation({
    id: 'batch-cancel',
    group: 'batches',
    summary: 'Cancel all items of a batch that are waiting or running.',
    method: 'POST',
    path: '/v1/batches/{id}/cancel',
    access: 'run',
    input: z.strictObject(id),
    output: batchShape,
    example: { input: { id: exampleBatch.id }, output: { ...exampleBatch, state: 'cancelled' } },
    answer: 'value',
    faces: { tool: { name: 'batch_cancel', group: 'batches', hints: ENDS } },
    own,
    async run(_input, context) {
      const { owned } = context
      if (!(await jobs.cancelBatch(accountOf(context), owned.id)))
        throw inState(
          owned.state,
          'All items of this batch have ended.',
          `What failed is retried with \`POST /v1/batches/${owned.id}/retry\`. The batch is deleted with \`DELETE /v1/batches/${owned.id}\`.`,
        )
      return found(await store.batches.find(accountOf(context), owned.id))
    },
  })

  const download = defineRows({
    id: 'batch-export',
    group: 'batches',
    summary: 'Download the items of a batch with their results, in the order in which they were sent.',
    method: 'GET',
    path: '/v1/batches/{id}/export',
    access: 'read',
    input: z.strictObject({ ...id, ...fileFields, state: stateField }),
    output: itemResultShape,
    example: {
      input: { id: exampleBatch.id, format: 'ndjson', state: 'completed' },
      output: exampleItemResult,
    },
    own,
    run: ({ id: batchId, ...how }, context) =>
      exportBatch(services, { accountId: accountOf(context), id: batchId }, how),
  })

  const remove = defineOperation({
    id: 'batch-delete',
    group: 'batches',
    summary: 'Delete a batch whose items have all ended, with these and their results.',
    method: 'DELETE',
    path: '/v1/batches/{id}',
    access: 'run',
    input: z.strictObject(id),
    output: nothing,
    example: { input: { id: exampleBatch.id }, output: null },
    answer: 'empty',
    own,
    async run(_input, context) {
      const recheck = await refuseWhereNeeded(store, accountOf(context), {
        noun: 'batch',
        id: context.owned.id,
      })
      if (!(await store.batches.remove(accountOf(context), context.owned.id, recheck)))
        throw inState(
          context.owned.state,
          'Items of this batch are still waiting or running.',
          'Cancel it first.',
        )
      return null
    },
  })
  return [list, ...batchFollowing(services), items, cancel, download, remove] as const
}
