import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { lineOfText } from '../../base/fields/name-field.ts'
import { isOver } from '../../base/times.ts'
import { idField, time } from '../../operations/fields.ts'
import { defineOperation } from '../../operations/operation.ts'
import { found } from '../../operations/resource.ts'
import { FIRST_ACCOUNT } from '../../store/accounts/accounts.ts'
import { SCOPES } from '../../store/accounts/keys.ts'
import { type AdminServices, accountNamed } from '../services.ts'
import { accountField, newAccountName } from './accounts.ts'

const scopes = z
  .array(z.enum(SCOPES))
  .min(1)
  .describe(
    '`read`: read records. `run`: read pages; start, cancel and delete jobs, batches and workflow runs. `manage`: create, change and delete all other records.',
  )

const key = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  scopes,
  active: z.boolean(),
  monthly_cap: z.int().nullable(),
  expires_at: time.nullable(),
  origin: z.string().nullable().describe('The browser extension that alone may call with it.'),
  last_used_at: time.nullable(),
  created_at: time,
})

const example: z.input<typeof key> = {
  id: 'key_01KF0H6A1C3E5G7J9L2N4Q6S8U',
  account_id: 'acc_01KF0H5Z9B1D3F5H7K9M1P3R5T',
  name: 'my script',
  prefix: 'wk_',
  last4: 'x7Qd',
  scopes: ['read', 'run', 'manage'],
  active: true,
  monthly_cap: null,
  expires_at: null,
  origin: null,
  last_used_at: null,
  created_at: '2026-01-15T09:30:00.000Z',
}

/** Keys: create (the secret is shown once), list, revoke. */
export function keyOperations(services: AdminServices) {
  const { store, keys, settings, now } = services

  const list = defineOperation({
    id: 'key-list',
    group: 'admin',
    summary: 'List the keys of an account.',
    method: 'GET',
    path: '/admin/keys',
    access: 'admin',
    input: z.strictObject({ account: accountField }),
    output: z.object({ data: z.array(key) }),
    example: { input: { account: 'default' }, output: { data: [example] } },
    answer: 'value',
    run: async ({ account }) => ({ data: await store.keys.list((await accountNamed(services, account)).id) }),
  })

  const create = defineOperation({
    id: 'key-create',
    group: 'admin',
    summary: 'Create a key; its secret is shown only once. A new account is created with it.',
    method: 'POST',
    path: '/admin/keys',
    access: 'admin',
    input: z.strictObject({
      account: newAccountName.default(FIRST_ACCOUNT),
      name: lineOfText().min(1).max(100).default('key').describe('What the key is for, such as `backup`.'),
      scopes: scopes.optional(),
      expires_at: z.iso
        .datetime({ offset: true })
        .optional()
        .describe('When the key ends; an ISO-8601 time in the future.'),
      monthly_cap: z.int().min(1).optional().describe('Credits that the key may spend in a UTC month.'),
    }),
    output: key.extend({ secret: z.string() }),
    example: { input: { name: 'my script' }, output: { ...example, secret: 'wk_…x7Qd' } },
    answer: 'created',
    async run({ account, ...options }) {
      if (isOver(options.expires_at, now()))
        throw new AppError('invalid_input', 'The key would end in the past.', {
          field: 'expires_at',
          hint: 'Choose a time in the future.',
        })
      const { id } = await store.accounts.ensure(account, settings.values.birth_credits, now())
      return keys.create(id, options)
    },
  })

  const revoke = defineOperation({
    id: 'key-revoke',
    group: 'admin',
    summary: 'Revoke a key; it stops at once.',
    method: 'POST',
    path: '/admin/keys/{id}/revoke',
    access: 'admin',
    input: z.strictObject({ id: idField('key') }),
    output: key,
    example: { input: { id: example.id }, output: { ...example, active: false } },
    answer: 'value',
    run: async ({ id }) => found(await keys.revoke(id)),
  })
  return [list, create, revoke] as const
}
