import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { time } from '../../operations/fields.ts'
import { defineOperation } from '../../operations/operation.ts'
import { found } from '../../operations/resource.ts'
import { ACCOUNT_LIMITS, FIRST_ACCOUNT, LIMIT_NAMES, type LimitName } from '../../store/accounts/accounts.ts'
import { type AdminServices, accountNamed } from '../services.ts'

const accountName = z
  .string()
  .trim()
  .regex(/^[\w.@ -]{1,100}$/)
  .describe('Name of the account: letters a to z, digits, spaces and the characters . @ - _, at most 100.')

/** The account to act for. */
export const accountField = accountName.default(FIRST_ACCOUNT)

/** Name of a new account. HTTP clients resolve `.` and `..` as path segments, so an account with such a name could never be changed. */
export const newAccountName = accountName.refine(
  name => !/^\.\.?$/.test(name),
  'cannot be `.` or `..`, which have a meaning of their own in addresses',
)

/** Limits a grant so that the sum of a ledger stays a safe integer. */
const MAX_GRANTED = 1_000_000_000

const limitField = z.int().min(1).max(1_000_000)

const limits = z.object(
  Object.fromEntries(
    LIMIT_NAMES.map(name => [name, limitField.describe(ACCOUNT_LIMITS[name].description)]),
  ) as Record<LimitName, typeof limitField>,
)

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
  limits: { concurrency: 8, job_concurrency: 4, max_pending: 20_000, crons: 1_000, event_streams: 64 },
  unlimited: false,
  monthly_grant: 0,
  created_at: '2026-01-15T09:30:00.000Z',
}

/** Accounts: list, create, change. */
export function accountOperations(services: AdminServices) {
  const { store, keys, slots, settings, now } = services

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

  const create = defineOperation({
    id: 'account-create',
    group: 'admin',
    summary: 'Create an account, with the credits that a new one starts with.',
    method: 'POST',
    path: '/admin/accounts',
    access: 'admin',
    input: z.strictObject({ name: newAccountName }),
    output: account,
    example: { input: { name: 'reports' }, output: { ...example, name: 'reports' } },
    answer: 'created',
    async run({ name }) {
      const created = await store.accounts.create(name, settings.values.birth_credits, now())
      if (!created) throw nameTaken(name, 'name')
      return created
    },
  })

  const change = defineOperation({
    id: 'account-change',
    group: 'admin',
    summary: 'Change the name, limits and grants of an account.',
    method: 'POST',
    path: '/admin/accounts/{name}',
    access: 'admin',
    input: z.strictObject({
      name: accountName,
      new_name: newAccountName.optional().describe('The name from now on; keys and records stay with it.'),
      limits: z.strictObject(limits.shape).partial().optional().describe('Limits to change.'),
      unlimited: account.shape.unlimited.optional(),
      monthly_grant: account.shape.monthly_grant.max(MAX_GRANTED).optional(),
    }),
    output: account,
    example: {
      input: { name: 'default', limits: { concurrency: 16 } },
      output: { ...example, limits: { ...example.limits, concurrency: 16 } },
    },
    answer: 'value',
    async run({ name, new_name, limits: wanted, unlimited, monthly_grant }) {
      const { id } = await accountNamed(services, name)
      if (new_name !== undefined && new_name !== name && name === FIRST_ACCOUNT) throw firstStays()
      const changes = {
        ...(new_name !== undefined && { name: new_name }),
        ...(wanted && { limits: wanted }),
        ...(unlimited !== undefined && { unlimited }),
        ...(monthly_grant !== undefined && { monthly_grant }),
      }
      const changed = found(await store.accounts.update(id, changes as never))
      if (changed === 'taken') throw nameTaken(new_name!, 'new_name')
      keys.forget(changed)
      slots.accountChanged(changed)
      return changed
    },
  })
  return [list, create, change] as const
}

const nameTaken = (name: string, field: string) =>
  new AppError('conflict', `The account ${name} already exists.`, { field, hint: 'Choose another name.' })

const firstStays = () =>
  new AppError('conflict', `The account ${FIRST_ACCOUNT} keeps its name.`, {
    field: 'new_name',
    hint: 'Calls and commands that name no account use it. Create another account.',
  })
