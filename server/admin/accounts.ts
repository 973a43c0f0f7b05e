import { z } from 'zod'
import { time } from '../operations/fields.ts'
import { defineOperation } from '../operations/operation.ts'
import { found } from '../operations/resource.ts'
import { type AdminServices, accountNamed } from './services.ts'

export const accountName = z
  .string()
  .trim()
  .regex(/^[\w.@ -]{1,100}$/)
  .describe('Name of the account.')

const limit = (what: string) => z.int().min(1).max(1_000_000).describe(what)

const limits = z.object({
  concurrency: limit('Calls that may run at once.'),
  job_concurrency: limit('Jobs that may run at once.'),
  max_pending: limit('Jobs that may wait.'),
})

const account = z.object({
  id: z.string(),
  name: accountName,
  limits,
  unlimited: z.boolean().describe('Calls cost nothing.'),
  monthly_grant: z.int().min(0).describe('Credits granted on the first call of a month.'),
  created_at: time,
})

const example = {
  id: 'acc_01KF0H5Z9B1D3F5H7K9M1P3R5T',
  name: 'default',
  limits: { concurrency: 8, job_concurrency: 4, max_pending: 20_000 },
  unlimited: false,
  monthly_grant: 0,
  created_at: '2026-01-15T09:30:00.000Z',
}

/** Accounts: list, change. One is made with its first key. */
export function accountOperations(services: AdminServices) {
  const { store, keys } = services

  const list = defineOperation({
    id: 'account-list',
    group: 'admin',
    summary: 'List every account.',
    method: 'GET',
    path: '/admin/accounts',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ data: z.array(account) }),
    example: { input: {}, output: { data: [example] } },
    answer: 'value',
    run: async () => ({ data: await store.accounts.list() }),
  })

  const change = defineOperation({
    id: 'account-change',
    group: 'admin',
    summary: 'Change the limits and grants of an account.',
    method: 'POST',
    path: '/admin/accounts/{name}',
    access: 'admin',
    input: z.strictObject({
      name: accountName,
      limits: z.strictObject(limits.shape).partial().optional().describe('Limits to change.'),
      unlimited: account.shape.unlimited.optional(),
      monthly_grant: account.shape.monthly_grant.optional(),
    }),
    output: account,
    example: {
      input: { name: 'default', limits: { concurrency: 16 } },
      output: { ...example, limits: { ...example.limits, concurrency: 16 } },
    },
    answer: 'value',
    async run({ name, limits: wanted, unlimited, monthly_grant }) {
      const { id } = await accountNamed(services, name)
      const changes = {
        ...(wanted && { limits: wanted }),
        ...(unlimited !== undefined && { unlimited }),
        ...(monthly_grant !== undefined && { monthly_grant }),
      }
      const changed = found(await store.accounts.update(id, changes as never))
      keys.forget(changed)
      return changed
    },
  })
  return [list, change] as const
}
