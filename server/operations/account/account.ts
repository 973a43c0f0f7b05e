import { z } from 'zod'
import { namedObject } from '../../base/fields/schema-names.ts'
import { pageFields, pageShape, time } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'

/** The record of a call, as lists show it. */
export const callShape = namedObject('Call', {
  id: z.string(),
  operation: z.string(),
  key_id: z.string(),
  source: z.enum(['api', 'app', 'mcp', 'cli', 'cron', 'workflow']),
  status: z.int(),
  error: z.string().nullable(),
  credits: z.int(),
  sources: z.array(z.string()),
  ms: z.int(),
  parser_id: z.string().nullable(),
  job_id: z.string().nullable().describe('The job whose attempt it was.'),
  run_id: z.string().nullable().describe('The workflow run that it was made for.'),
  created_at: time,
})

export const exampleCall = {
  id: 'req_01KF0H7B3D5F7H9K2M4P6R8T0V',
  operation: 'videosite-channel',
  key_id: 'key_01KF0H6A1C3E5G7J9L2N4Q6S8U',
  source: 'api',
  status: 200,
  error: null,
  credits: 1,
  sources: ['browse', 'about'],
  ms: 412,
  parser_id: null,
  job_id: null,
  run_id: null,
  created_at: '2026-01-15T09:30:00.000Z',
} satisfies z.input<typeof callShape>

/** Operations that show a key its own account: credits, calls, traces. */
export function accountOperations({ store, credits, now }: Services) {
  const balance = defineOperation({
    id: 'credits',
    group: 'account',
    summary: 'The balance of the calling account.',
    method: 'GET',
    path: '/v1/credits',
    alias: '/credits',
    access: 'read',
    input: z.strictObject({}),
    output: z.object({
      creditBalance: z.int().describe('Sum of the ledger.'),
      concurrency: z.int().describe('Calls that may run at once.'),
      available: z.int().describe('Balance minus what is held.'),
      held: z.int().describe('Set aside for running calls and open jobs.'),
    }),
    example: { input: {}, output: { creditBalance: 982, concurrency: 8, available: 981, held: 1 } },
    answer: 'value',
    faces: { tool: { name: 'credits', group: 'account', hints: READS } },
    async run(_input, { caller }) {
      const { balance: creditBalance, available, held } = await credits.balance(caller!)
      return { creditBalance, concurrency: caller!.account.limits.concurrency, available, held }
    },
  })

  const calls = defineOperation({
    id: 'call-list',
    group: 'account',
    summary: 'List the calls of the account, newest first; `source` says which are reads of the app.',
    method: 'GET',
    path: '/v1/calls',
    access: 'read',
    input: z.strictObject({
      ...pageFields,
      failed: z
        .boolean()
        .optional()
        .describe('Only answers of 400 and above.')
        .meta({ title: 'Failed calls only' }),
    }),
    output: pageShape(callShape),
    example: { input: { limit: 20 }, output: { data: [exampleCall], has_more: false, next_cursor: null } },
    answer: 'value',
    run: (input, context) => store.calls.list(accountOf(context), input),
  })

  const trace = defineOperation({
    id: 'trace-get',
    group: 'account',
    summary: 'What explains a call that was sent with `?debug=1`; kept for an hour.',
    method: 'GET',
    path: '/v1/traces/{id}',
    access: 'read',
    input: z.strictObject({
      id: z
        .string()
        .min(1)
        .max(100)
        .describe('The `X-Request-Id` of the call.')
        .meta({ title: 'Request ID' }),
    }),
    output: z.record(z.string(), z.unknown()),
    example: {
      input: { id: exampleCall.id },
      output: { requests: [{ method: 'POST', path: '/v1/browse', status: 200 }] },
    },
    answer: 'value',
    run: async ({ id }, context) =>
      found(await store.traces.find(accountOf(context), id, now())) as Record<string, unknown>,
  })
  return [balance, calls, trace] as const
}
