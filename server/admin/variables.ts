import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { nothing, time } from '../operations/fields.ts'
import { defineOperation, unknownResource } from '../operations/operation.ts'
import { accountField } from './accounts/accounts.ts'
import { type AdminServices, accountNamed } from './services.ts'

const variable = z.object({
  name: z.string(),
  value: z.string().nullable().describe('null for a secret one.'),
  secret: z.boolean(),
  updated_at: time,
})

const example = {
  name: 'city',
  value: 'Hillside',
  secret: false,
  updated_at: '2026-01-15T09:30:00.000Z',
} satisfies z.input<typeof variable>

const account = { account: accountField }
const name = {
  name: z
    .string()
    .regex(/^[A-Za-z_]\w{0,63}$/, 'must consist of letters, digits and `_`, and must not begin with a digit')
    .describe('What stands in the braces of `{{name}}`.'),
}

/** Variables: the values of `{{name}}` in the Playground and in pasted items of batches. The app substitutes them. */
export function variableOperations(services: AdminServices) {
  const { store, now } = services
  const idOf = async (account: string) => (await accountNamed(services, account)).id

  const list = defineOperation({
    id: 'variable-list',
    group: 'admin',
    summary: 'List the variables of an account; values of secret ones are left out.',
    method: 'GET',
    path: '/admin/variables',
    access: 'admin',
    input: z.strictObject(account),
    output: z.object({ data: z.array(variable) }),
    example: { input: { account: 'default' }, output: { data: [example] } },
    answer: 'value',
    run: async ({ account }) => ({ data: await store.variables.list(await idOf(account)) }),
  })

  const values = defineOperation({
    id: 'variable-values',
    group: 'admin',
    summary: 'The values of all variables of an account, for a request that is about to be sent.',
    method: 'GET',
    path: '/admin/variables/values',
    access: 'admin',
    input: z.strictObject(account),
    output: z.object({ data: z.array(z.object({ name: z.string(), value: z.string() })) }),
    example: {
      input: { account: 'default' },
      output: { data: [{ name: example.name, value: example.value }] },
    },
    answer: 'value',
    run: async ({ account }) => ({ data: await store.variables.values(await idOf(account)) }),
  })

  const set = defineOperation({
    id: 'variable-set',
    group: 'admin',
    summary: 'Create or change a variable.',
    method: 'POST',
    path: '/admin/variables/{name}',
    access: 'admin',
    input: z.strictObject({
      ...account,
      ...name,
      value: z.string().max(10_000).describe('The text that takes the place of `{{name}}`.'),
      secret: z
        .boolean()
        .default(false)
        .describe('Its value is not shown again, and stays out of the history.'),
    }),
    output: variable,
    example: { input: { name: example.name, value: example.value }, output: example },
    answer: 'value',
    async run({ account, ...body }) {
      const created = await store.variables.set(await idOf(account), body, now())
      if (created) return created
      throw new AppError('conflict', 'This account has as many variables as it may.', {
        field: 'name',
        hint: 'Delete one that is no longer needed.',
      })
    },
  })

  const remove = defineOperation({
    id: 'variable-delete',
    group: 'admin',
    summary: 'Delete a variable.',
    method: 'DELETE',
    path: '/admin/variables/{name}',
    access: 'admin',
    input: z.strictObject({ ...account, ...name }),
    output: nothing,
    example: { input: { name: example.name }, output: null },
    answer: 'empty',
    async run({ account, name }) {
      if (!(await store.variables.remove(await idOf(account), name))) throw unknownResource()
      return null
    },
  })
  return [list, values, set, remove] as const
}
