import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { nameField } from '../base/fields/name-field.ts'
import { newId } from '../base/ids.ts'
import { anyObject, idField, nothing, time } from '../operations/fields.ts'
import { defineOperation, unknownResource } from '../operations/operation.ts'
import { found } from '../operations/resource.ts'
import { asAnswer, asWritten, writeList, writeObject } from '../operations/written-json.ts'
import type { UnreadRequest } from '../store/accounts/saved-requests.ts'
import { accountField } from './accounts/accounts.ts'
import { type AdminServices, accountNamed } from './services.ts'

const MAX_INPUT_LENGTH = 500_000

const body = {
  name: nameField('saved request'),
  operation: z.string().min(1).max(100).describe('Id of the operation.'),
  method: z.enum(['GET', 'POST']).nullable().default(null).describe('The method, where it supports two.'),
  input: anyObject
    .refine(input => JSON.stringify(input).length <= MAX_INPUT_LENGTH, 'is too long to be saved')
    .describe('The fields of the form, without files; `{{name}}` stands for a variable.'),
}

const request = z.object({ id: z.string(), ...body, created_at: time, updated_at: time })

const exampleBody = {
  name: 'Our channel',
  operation: 'videosite-channel',
  input: { handle: '@tidepoolstudio' },
} satisfies z.input<z.ZodObject<typeof body>>

const example = {
  id: 'srq_01KF0M1B3D5F7H9K2M4P6R8T0V',
  ...exampleBody,
  method: null,
  created_at: '2026-01-15T09:30:00.000Z',
  updated_at: '2026-01-15T09:30:00.000Z',
} satisfies z.input<typeof request>

/** Requests of the Playground that were saved under a name. */
export function savedRequestOperations(services: AdminServices) {
  const { store, now } = services
  const account = { account: accountField }
  const id = { id: idField('saved request') }
  const idOf = async (name: string) => (await accountNamed(services, name)).id

  const list = defineOperation({
    id: 'saved-request-list',
    group: 'admin',
    summary: 'List the saved requests of an account, by name.',
    method: 'GET',
    path: '/admin/saved-requests',
    access: 'admin',
    input: z.strictObject(account),
    output: z.object({ data: z.array(request) }),
    example: { input: { account: 'default' }, output: { data: [example] } },
    answer: 'value',
    run: async ({ account }) => writtenList(store.savedRequests.list(await idOf(account))),
  })

  const create = defineOperation({
    id: 'saved-request-create',
    group: 'admin',
    summary: 'Save a request under a name.',
    method: 'POST',
    path: '/admin/saved-requests',
    access: 'admin',
    input: z.strictObject({ ...account, ...body }),
    output: request,
    example: { input: exampleBody, output: example },
    answer: 'created',
    async run({ account, ...given }) {
      const at = now()
      const created = await store.savedRequests.create(await idOf(account), newId('srq', at), given, at)
      if (created) return created
      throw new AppError('conflict', 'This account has as many saved requests as it may.', {
        hint: 'Delete one that is no longer needed.',
      })
    },
  })

  const replace = defineOperation({
    id: 'saved-request-replace',
    group: 'admin',
    summary: 'Replace a saved request.',
    method: 'PUT',
    path: '/admin/saved-requests/{id}',
    access: 'admin',
    input: z.strictObject({ ...account, ...id, ...body }),
    output: request,
    example: { input: { id: example.id, ...exampleBody }, output: example },
    answer: 'value',
    run: async ({ account, id, ...given }) =>
      found(await store.savedRequests.replace(await idOf(account), id, given, now())),
  })

  const remove = defineOperation({
    id: 'saved-request-delete',
    group: 'admin',
    summary: 'Delete a saved request.',
    method: 'DELETE',
    path: '/admin/saved-requests/{id}',
    access: 'admin',
    input: z.strictObject({ ...account, ...id }),
    output: nothing,
    example: { input: { id: example.id }, output: null },
    answer: 'empty',
    async run({ account, id }) {
      if (!(await store.savedRequests.remove(await idOf(account), id))) throw unknownResource()
      return null
    },
  })
  return [list, create, replace, remove] as const
}

/** Returns the answer as JSON. The inputs are inserted as they are stored. */
async function writtenList(requests: AsyncIterable<UnreadRequest>) {
  const data = []
  for await (const { input, ...rest } of requests)
    data.push(writeObject({ ...rest, input: asWritten(input) }))
  return asAnswer<{ data: z.input<typeof request>[] }>(writeObject({ data: writeList(data) }))
}
