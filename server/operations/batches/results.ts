import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { LargeJson } from '../../base/text/large-json.ts'
import { toJobError } from '../../jobs/job-errors.ts'
import { JOB_STATES, type Job } from '../../store/jobs/rows.ts'
import { MAX_PAGE_CHARACTERS } from '../../store/page-of.ts'
import { idField, pageFields, pageShape } from '../fields.ts'
import { exampleJob, jobShape } from '../jobs/shapes.ts'
import { accountOf, defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { stateFilter } from '../states.ts'
import { READS } from '../tool-hints.ts'
import { ownBatch } from './batches.ts'
import { aboutItem, outcomeOf } from './export.ts'
import { exampleBatch, exampleItemResult, itemResultShape } from './shapes.ts'

/** Operations for the results of a batch, as pages. */
export function batchResultOperations(services: Services) {
  const { batches } = services.store

  const list = defineOperation({
    id: 'batch-results',
    group: 'batches',
    summary: 'List the items of a batch with their results, in the order in which they were sent.',
    description:
      'If the batch has a database, `rows` says how many rows a result became there, and why others were left out: the items complete in any case.',
    method: 'GET',
    path: '/v1/batches/{id}/results',
    access: 'read',
    input: z.strictObject({ id: idField('batch'), ...pageFields, state: stateFilter(JOB_STATES, 'items') }),
    output: pageShape(itemResultShape.extend({ job_id: z.string(), rows: jobShape.shape.rows })),
    example: {
      input: { id: exampleBatch.id, state: 'completed' },
      output: {
        data: [{ job_id: exampleJob.id, ...exampleItemResult, rows: null }],
        has_more: false,
        next_cursor: null,
      },
    },
    answer: 'value',
    faces: { tool: { name: 'batch_results', group: 'batches', hints: READS } },
    own: ownBatch(services),
    async run({ id, ...query }, context) {
      const accountId = accountOf(context)
      const page = await batches.items(accountId, id, query)
      const data = await itemsWithin(services, accountId, page.data)
      if (data.length === page.data.length) return { ...page, data }
      // Not read again: items that have ended meanwhile may have moved to the page.
      return { data, has_more: true, next_cursor: batches.cursorAfter(data.at(-1)!.job_id) }
    },
  })
  return [list] as const
}

/** Returns the first items that fit on a page, at least one, with their results. */
async function itemsWithin(services: Services, accountId: string, jobs: readonly Job[]) {
  const items: Awaited<ReturnType<typeof withResult>>[] = []
  let left = MAX_PAGE_CHARACTERS
  for (const job of jobs) {
    const item = await withResult(services, accountId, job)
    left -= JSON.stringify(item).length
    if (items.length && left < 0) break
    items.push(item)
    await setImmediate()
  }
  return items
}

async function withResult(services: Services, accountId: string, job: Job) {
  const { result, error } = await outcomeOf(services, accountId, job)
  const isLarge = result instanceof LargeJson
  const about = aboutItem(job, isLarge ? toJobError(tooLong(job.id)) : error)
  return { job_id: job.id, ...about, rows: job.rows, result: isLarge ? null : result }
}

const tooLong = (jobId: string) =>
  new AppError('body_too_large', 'The result is too long for a list of results.', {
    hint: `Read it with \`GET /v1/jobs/${jobId}/result\`.`,
  })
