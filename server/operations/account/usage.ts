import { z } from 'zod'
import { DAY, iso } from '../../base/times.ts'
import { time } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'
import { exampleCall } from './account.ts'

const count = z.int()

/** The usage of an operation on a day. */
const usageShape = z.object({
  day: time.describe('The start of the day, UTC.'),
  operation: z.string(),
  calls: count,
  failed: count.describe('Answers of 400 and above, which cost nothing.'),
  credits: count,
})

/** What an account spends, and on what. */
export function accountUsageOperations({ store, now }: Services) {
  const usage = defineOperation({
    id: 'usage',
    group: 'account',
    summary: 'What the account spent in the last days, by day and operation.',
    description:
      'Attempts of jobs, items of batches and calls of workflow runs count as calls of their operation. Operations that cost nothing and never failed are left out.',
    method: 'GET',
    path: '/v1/usage',
    access: 'read',
    input: z.strictObject({
      days: z
        .int()
        .min(1)
        .max(90)
        .default(7)
        .describe('How many days, today included.')
        .meta({ title: 'Days' }),
    }),
    output: z.object({
      since: time.describe('The start of the first day, UTC.'),
      credits: count.describe('All that was spent since then.'),
      data: z.array(usageShape).describe('The oldest day first.'),
    }),
    example: {
      input: { days: 7 },
      output: {
        since: '2026-01-09T00:00:00.000Z',
        credits: 29,
        data: [
          {
            day: '2026-01-15T00:00:00.000Z',
            operation: exampleCall.operation,
            calls: 31,
            failed: 2,
            credits: 29,
          },
        ],
      },
    },
    answer: 'value',
    faces: { tool: { name: 'usage', group: 'usage', hints: READS } },
    async run({ days }, context) {
      const since = (Math.floor(now() / DAY) - days + 1) * DAY
      const all = await store.usage.list(accountOf(context), { since, span: 'day', leftOut: [] })
      const data = all
        .filter(({ credits, failed }) => credits || failed)
        .map(({ at, operation, calls, failed, credits }) => ({ day: at, operation, calls, failed, credits }))
      return {
        since: iso(since),
        credits: data.reduce((sum, { credits }) => sum + credits, 0),
        data,
      }
    },
  })
  return [usage] as const
}
