import { z } from 'zod'
import { idField } from '../fields.ts'
import { exampleJob, jobError, jobShape } from '../jobs/shapes.ts'
import { defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'
import { ownBatch } from './batches.ts'
import { exampleBatch } from './shapes.ts'

const failure = z.object({
  ...jobError.pick({ code: true, message: true, retryable: true }).shape,
  hint: z.string().nullable(),
  field: z.string().nullable(),
  upstream_status: z.int().nullable().describe('The status that the site answered with.'),
  items: z.int().describe('How many failed for this reason.'),
  example: jobShape
    .pick({ id: true, index: true, custom_id: true, input: true })
    .describe('The first of them, whose message and hint these are.'),
})

/** `GET /v1/batches/{id}/failures`: summarizes why items failed. */
export function batchFailureOperations(services: Services) {
  const failures = defineOperation({
    id: 'batch-failures',
    group: 'batches',
    summary: 'Explain why items of a batch failed: each cause with its count and an example.',
    description: 'Causes are grouped by `code`, `field` and `upstream_status`; the most frequent come first.',
    method: 'GET',
    path: '/v1/batches/{id}/failures',
    access: 'read',
    input: z.strictObject({ id: idField('batch') }),
    output: z.object({ data: z.array(failure) }),
    example: {
      input: { id: exampleBatch.id },
      output: {
        data: [
          {
            code: 'required_missing',
            message: 'The required field title has no value: no element matches "h1".',
            retryable: false,
            hint: null,
            field: 'title',
            upstream_status: null,
            items: 5,
            example: { id: exampleJob.id, index: 7, custom_id: 'kettle-8', input: exampleJob.input },
          },
        ],
      },
    },
    answer: 'value',
    faces: { tool: { name: 'batch_failures', group: 'batches', hints: READS } },
    own: ownBatch(services),
    run: async (_input, { owned }) => ({ data: await services.store.batchFailures.ofBatch(owned.id) }),
  })
  return [failures] as const
}
