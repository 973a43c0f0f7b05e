import { z } from 'zod'
import type { Hold } from '../../accounts/credits.ts'
import { iso } from '../../base/times.ts'
import { callShape, exampleCall } from '../../operations/account/account.ts'
import { pageFields, pageShape, time } from '../../operations/fields.ts'
import { defineOperation } from '../../operations/operation.ts'
import { LEDGER_KINDS } from '../../store/accounts/ledger.ts'
import { type AdminServices, accountNamed } from '../services.ts'
import { accountField } from './accounts.ts'

const balance = z.object({
  balance: z.int().describe('Sum of the ledger.'),
  held: z.int().describe('Set aside for running calls and open jobs.'),
  available: z.int(),
})

const entry = z.object({
  seq: z.int().describe('Increases with every entry.'),
  kind: z.enum(LEDGER_KINDS),
  delta: z.int(),
  subject: z.string().describe('What it is for: the id of a call, the reason of a grant.'),
  operation: z.string().nullable().describe('What a capture paid for.'),
  key_id: z.string().nullable(),
  created_at: time,
})

const held = z.object({
  kind: z.enum(['call', 'job', 'batch']),
  id: z.string().describe('Of the call, the job or the batch.'),
  operation: z.string(),
  credits: z.int(),
  key: z.string().describe('Name of the key that created it.'),
  since: time,
})

/** Most jobs and batches in the list of holds. */
const MAX_HOLDS = 100

const account = { account: accountField }

/** Credits of an account: balance, grants, ledger, and calls. */
export function creditOperations(services: AdminServices) {
  const { store, credits } = services
  const named = async (name: string) => ({ account: await accountNamed(services, name) })

  const show = defineOperation({
    id: 'credits-show',
    group: 'admin',
    summary: 'The balance of an account.',
    method: 'GET',
    path: '/admin/credits',
    access: 'admin',
    input: z.strictObject(account),
    output: balance,
    example: { input: {}, output: { balance: 982, held: 1, available: 981 } },
    answer: 'value',
    run: async input => credits.balance(await named(input.account)),
  })

  const grant = defineOperation({
    id: 'credits-grant',
    group: 'admin',
    summary: 'Add credits to an account; a negative number removes available ones.',
    method: 'POST',
    path: '/admin/credits',
    access: 'admin',
    input: z.strictObject({
      ...account,
      credits: z
        .int()
        .min(-1_000_000_000)
        .max(1_000_000_000)
        .refine(value => value !== 0, 'must not be 0')
        .describe('How many to add; a negative number removes them.'),
    }),
    output: balance,
    example: { input: { credits: 500 }, output: { balance: 1_482, held: 0, available: 1_482 } },
    answer: 'value',
    run: async (input, { requestId }) =>
      credits.grant(await named(input.account), input.credits, `owner:${requestId}`),
  })

  const ledger = defineOperation({
    id: 'ledger-list',
    group: 'admin',
    summary: 'The ledger of an account, newest first.',
    method: 'GET',
    path: '/admin/ledger',
    access: 'admin',
    input: z.strictObject({
      ...account,
      ...pageFields,
      kind: entry.shape.kind.optional().describe('Only entries of this kind.'),
      q: z.string().trim().min(1).max(100).optional().describe('A part of the subject.'),
    }),
    output: pageShape(entry),
    example: {
      input: {},
      output: {
        data: [
          {
            seq: 18,
            kind: 'capture',
            delta: -1,
            subject: exampleCall.id,
            operation: exampleCall.operation,
            key_id: exampleCall.key_id,
            created_at: exampleCall.created_at,
          },
        ],
        has_more: false,
        next_cursor: null,
      },
    },
    answer: 'value',
    run: async ({ account: name, ...page }) =>
      store.ledger.list((await accountNamed(services, name)).id, page),
  })

  const calls = defineOperation({
    id: 'account-calls',
    group: 'admin',
    summary: 'The calls of an account, newest first.',
    method: 'GET',
    path: '/admin/calls',
    access: 'admin',
    input: z.strictObject({
      ...account,
      ...pageFields,
      failed: z.boolean().optional().describe('Only answers of 400 and above.'),
    }),
    output: pageShape(callShape),
    example: { input: {}, output: { data: [exampleCall], has_more: false, next_cursor: null } },
    answer: 'value',
    run: async ({ account: name, ...page }) =>
      store.calls.list((await accountNamed(services, name)).id, page),
  })

  const holds = defineOperation({
    id: 'hold-list',
    group: 'admin',
    summary: 'What holds credits at the moment: calls that run, and jobs and batches that are open.',
    method: 'GET',
    path: '/admin/credits/holds',
    access: 'admin',
    input: z.strictObject(account),
    output: z.object({ data: z.array(held) }),
    example: {
      input: {},
      output: {
        data: [
          {
            kind: 'call',
            id: exampleCall.id,
            operation: exampleCall.operation,
            credits: 1,
            key: 'my script',
            since: exampleCall.created_at,
          },
        ],
      },
    },
    answer: 'value',
    async run(input) {
      const { id } = await accountNamed(services, input.account)
      const jobs = await store.jobs.holds(id, MAX_HOLDS)
      const ofJobs = jobs.map(({ since, ...hold }) => ({ ...hold, since: iso(since) }))
      return { data: [...credits.holds(id).flatMap(heldFor), ...ofJobs] }
    },
  })
  return [show, grant, ledger, calls, holds] as const
}

function heldFor({ amount, holder }: Hold): z.input<typeof held>[] {
  if (!amount || !holder) return []
  const { request, startedAt } = holder
  const key = request.caller?.key.name ?? ''
  return [
    {
      kind: 'call',
      id: request.requestId,
      operation: request.operation.id,
      credits: amount,
      key,
      since: iso(startedAt),
    },
  ]
}
