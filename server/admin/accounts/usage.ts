import { z } from 'zod'
import { hintFor } from '../../base/error-hints.ts'
import { DAY, startOfMonth } from '../../base/times.ts'
import { callShape, exampleCall } from '../../operations/account/account.ts'
import { time } from '../../operations/fields.ts'
import { defineOperation } from '../../operations/operation.ts'
import type { Call, FailureCause } from '../../store/accounts/calls.ts'
import { SPANS } from '../../store/accounts/usage.ts'
import { type AdminServices, accountNamed } from '../services.ts'
import { accountField } from './accounts.ts'

const usage = z.object({
  at: time.describe('Start of the hour or day, UTC.'),
  operation: z.string(),
  calls: z.int(),
  failed: z.int().describe('Answers of 400 and above.'),
  credits: z.int(),
  ms: z.int().describe('How long the calls took together, in milliseconds.'),
})

const ofKey = usage.omit({ at: true, operation: true, ms: true }).extend({ key_id: z.string() })

const hint = z.string().describe('How to fix it.')
const failure = callShape.extend({ hint })

const cause = z.object({
  operation: z.string(),
  parser_id: z.string().nullable(),
  status: z.int(),
  error: z.string().nullable(),
  hint,
  calls: z.int().describe('How many calls failed for this reason.'),
  last: callShape.describe('The last of them.'),
})

const account = { account: accountField }

const only = {
  operation: z.string().max(100).optional().describe('Only calls of this operation.'),
  parser_id: z.string().max(100).optional().describe('Only calls with this parser.'),
  status: z.int().min(400).max(599).optional().describe('Only answers with this status.'),
  error: z.string().max(100).optional().describe('Only answers with this error.'),
}

const appReads = {
  app_reads: z
    .boolean()
    .default(false)
    .describe('Including what the app itself reads, such as the lists that it shows.'),
}

/** Activity of an account: usage over time, last errors. The app's own reads are excluded unless asked for. */
export function usageOperations(services: AdminServices) {
  const { store, now, data } = services
  const leftOut = ({ app_reads }: { app_reads: boolean }) =>
    app_reads ? [] : data.filter(({ access }) => access === 'read').map(({ id }) => id)

  const list = defineOperation({
    id: 'usage-list',
    group: 'admin',
    summary: 'Calls and credits of an account over time, by operation.',
    method: 'GET',
    path: '/admin/usage',
    access: 'admin',
    input: z.strictObject({
      ...account,
      ...appReads,
      source: callShape.shape.source.optional().describe('Only calls that came from there.'),
      by: z.enum(['hour', 'day']).default('hour').describe('Length of a span.'),
      spans: z.int().min(1).max(90).default(24).describe('How many spans back, including the current one.'),
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
            ms: 9_820,
          },
        ],
      },
    },
    answer: 'value',
    async run({ account: name, by, spans, source, ...rest }) {
      const { id } = await accountNamed(services, name)
      const span = SPANS[by]
      const since = (Math.floor(now() / span) - spans + 1) * span
      return { data: await store.usage.list(id, { since, span: by, source, leftOut: leftOut(rest) }) }
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
      ...appReads,
      ...only,
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
    async run({ account: name, app_reads, ...query }) {
      const { id } = await accountNamed(services, name)
      const failed = await store.calls.failed(id, { ...query, leftOut: leftOut({ app_reads }) })
      return { data: failed.map(withHint) }
    },
  })

  const causes = defineOperation({
    id: 'failure-causes',
    group: 'admin',
    summary: 'Why calls of an account failed: each cause with how often and how to fix it, the newest first.',
    method: 'GET',
    path: '/admin/failures/causes',
    access: 'admin',
    input: z.strictObject({
      ...account,
      ...appReads,
      days: z.int().min(1).max(90).default(7).describe('How many days back.'),
      limit: z.int().min(1).max(100).default(20).describe('How many causes.'),
    }),
    output: z.object({ data: z.array(cause) }),
    example: {
      input: {},
      output: {
        data: [
          {
            operation: exampleCall.operation,
            parser_id: null,
            status: 502,
            error: 'blocked',
            hint: hintFor('blocked'),
            calls: 12,
            last: { ...exampleCall, status: 502, error: 'blocked', credits: 0 },
          },
        ],
      },
    },
    answer: 'value',
    async run({ account: name, days, limit, ...rest }) {
      const { id } = await accountNamed(services, name)
      const query = { since: now() - days * DAY, limit, leftOut: leftOut(rest) }
      const found = await store.calls.failureCauses(id, query)
      return { data: found.map(causeOf) }
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
  return [list, failures, causes, keyUsage] as const
}

const withHint = (call: Call) => ({ ...call, hint: hintFor(call.error, call.operation) })

function causeOf({ last, ...rest }: FailureCause): z.input<typeof cause> {
  const { operation, parser_id, status, error } = last
  return { operation, parser_id, status, error, hint: hintFor(error, operation), ...rest, last }
}
