import { z } from 'zod'
import { startOfMonth } from '../base/times.ts'
import { hintFor } from '../docs/error-hints.ts'
import { callShape, exampleCall } from '../operations/account.ts'
import { time } from '../operations/fields.ts'
import { defineOperation } from '../operations/operation.ts'
import { SPANS } from '../store/accounts/usage.ts'
import { accountName } from './accounts.ts'
import { type AdminServices, accountNamed } from './services.ts'

const usage = z.object({
  at: time.describe('Start of the hour or day, UTC.'),
  operation: z.string(),
  calls: z.int(),
  failed: z.int().describe('Answers of 400 and above.'),
  credits: z.int(),
})

const ofKey = usage.omit({ at: true, operation: true }).extend({ key_id: z.string() })

const failure = callShape.extend({ hint: z.string().describe('How to fix it.') })

const account = { account: accountName.default('default') }

/** What an account did: usage over time, last errors. */
export function usageOperations(services: AdminServices) {
  const { store, now } = services

  const list = defineOperation({
    id: 'usage-list',
    group: 'admin',
    summary: 'Calls and credits of an account over time, by operation.',
    method: 'GET',
    path: '/admin/usage',
    access: 'admin',
    input: z.strictObject({
      ...account,
      by: z.enum(['hour', 'day']).default('hour').describe('Length of a span.'),
      spans: z.int().min(1).max(90).default(24).describe('How many spans back, the present one counted.'),
    }),
    output: z.object({ data: z.array(usage) }),
    example: {
      input: { by: 'day', spans: 7 },
      output: {
        data: [
          {
            at: '2026-01-15T00:00:00.000Z',
            operation: exampleCall.operation,
            calls: 31,
            failed: 2,
            credits: 29,
          },
        ],
      },
    },
    answer: 'value',
    async run({ account: name, by, spans }) {
      const { id } = await accountNamed(services, name)
      const span = SPANS[by]
      const since = (Math.floor(now() / span) - spans + 1) * span
      return { data: await store.usage.list(id, since, by) }
    },
  })

  const failures = defineOperation({
    id: 'failure-list',
    group: 'admin',
    summary: 'The last calls of an account that failed, each with how to fix it.',
    method: 'GET',
    path: '/admin/failures',
    access: 'admin',
    input: z.strictObject({
      ...account,
      limit: z.int().min(1).max(100).default(10).describe('How many.'),
    }),
    output: z.object({ data: z.array(failure) }),
    example: {
      input: {},
      output: {
        data: [{ ...exampleCall, status: 502, error: 'blocked', credits: 0, hint: hintFor('blocked') }],
      },
    },
    answer: 'value',
    async run({ account: name, limit }) {
      const { id } = await accountNamed(services, name)
      const { data } = await store.calls.list(id, { limit, failed: true })
      return { data: data.map(call => ({ ...call, hint: hintFor(call.error, call.operation) })) }
    },
  })

  const keyUsage = defineOperation({
    id: 'key-usage',
    group: 'admin',
    summary: 'Calls and credits of each key of an account in this month (UTC).',
    method: 'GET',
    path: '/admin/keys/usage',
    access: 'admin',
    input: z.strictObject(account),
    output: z.object({ data: z.array(ofKey) }),
    example: {
      input: {},
      output: { data: [{ key_id: exampleCall.key_id, calls: 31, failed: 2, credits: 29 }] },
    },
    answer: 'value',
    run: async ({ account: name }) => ({
      data: await store.usage.ofKeys((await accountNamed(services, name)).id, startOfMonth(now())),
    }),
  })
  return [list, failures, keyUsage] as const
}
