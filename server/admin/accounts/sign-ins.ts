import { z } from 'zod'
import type { InternalClient } from '../../accounts/keys.ts'
import { AppError } from '../../base/errors.ts'
import { idField, nothing, time } from '../../operations/fields.ts'
import { defineOperation, type Operation, unknownResource } from '../../operations/operation.ts'
import type { SignIn } from '../../store/accounts/sign-ins.ts'
import { type AdminServices, accountNamed } from '../services.ts'
import { accountField } from './accounts.ts'

const route = z.object({
  id: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string(),
  access: z.string(),
  files: z.array(z.string()).describe('Fields that are uploaded files.'),
})

const signIn = z.object({
  id: z.string(),
  browser: z.string().describe('The browser and its system, as it named itself when it signed in.'),
  is_own: z.boolean().describe('It is the sign-in that calls.'),
  created_at: time,
  last_used_at: time.describe('To the hour.'),
  expires_at: time,
})

const example: z.input<typeof signIn> = {
  id: 'sgn_01KF0H6C3E5G7J9L1N3P5R7T9V',
  browser: 'Firefox on Linux',
  is_own: true,
  created_at: '2026-01-15T09:30:00.000Z',
  last_used_at: '2026-01-15T09:30:00.000Z',
  expires_at: '2026-02-14T09:30:00.000Z',
}

/** Sign-ins of windows: invite, list and end them; give a window its key and the operations that it can call. */
export function signInOperations(services: AdminServices, all: () => readonly Operation[]) {
  const { keys, windows } = services

  const faceOf = (name: InternalClient['name'], own: SignIn | undefined): InternalClient =>
    name === 'cli'
      ? { name, source: 'cli', holder: name }
      : { name, source: 'app', holder: own?.id ?? name, expires_at: own?.expires_at }

  const invite = defineOperation({
    id: 'window-invite',
    group: 'admin',
    summary: 'Create the address that signs a window in, once, within 15 minutes.',
    method: 'POST',
    path: '/admin/windows',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ address: z.string(), expires_at: time }),
    example: {
      input: {},
      output: { address: 'http://127.0.0.1:8787/app/?token=…', expires_at: '2026-01-15T09:45:00.000Z' },
    },
    answer: 'value',
    run() {
      const { token, expires_at } = windows.invite()
      return { address: `${services.address()}/app/?token=${token}`, expires_at }
    },
  })

  const show = defineOperation({
    id: 'sign-in-get',
    group: 'admin',
    summary: 'What a window needs at its start: the path of every operation.',
    method: 'GET',
    path: '/admin/sign-in',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ operations: z.array(route) }),
    example: {
      input: {},
      output: {
        operations: [{ id: 'credits', method: 'GET', path: '/v1/credits', access: 'read', files: [] }],
      },
    },
    answer: 'value',
    run: () => ({
      operations: all().map(({ id, method, also, path, access, files = {} }) => ({
        id,
        method: also ?? method,
        path,
        access,
        files: Object.keys(files),
      })),
    }),
  })

  const open = defineOperation({
    id: 'sign-in-open',
    group: 'admin',
    summary:
      'Get the key that the command line or the window calls with; it is kept in memory and never listed.',
    description: 'Each sign-in has keys of its own, one an account; they end with it.',
    method: 'POST',
    path: '/admin/sign-in',
    access: 'admin',
    input: z.strictObject({
      account: accountField,
      face: z
        .enum(['cli', 'window'])
        .default('window')
        .describe('Who calls: the command line or the window.'),
    }),
    output: z.object({ key: z.string() }),
    example: { input: { face: 'cli' }, output: { key: 'wk_cli_…' } },
    answer: 'value',
    async run({ account, face }, { signIn: own }) {
      const { id } = await accountNamed(services, account)
      return { key: await keys.faceKey(id, faceOf(face, own)) }
    },
  })

  const end = defineOperation({
    id: 'sign-in-end',
    group: 'admin',
    summary: 'Sign the calling window out; its keys stop at once.',
    method: 'POST',
    path: '/admin/sign-in/end',
    access: 'admin',
    input: z.strictObject({}),
    output: nothing,
    example: { input: {}, output: null },
    answer: 'empty',
    async run(_input, { signIn: own }) {
      if (!own)
        throw new AppError('conflict', 'No window calls, so none can be signed out.', {
          hint: 'A window signs itself out.',
        })
      await windows.leave(own.id)
      return null
    },
  })

  const list = defineOperation({
    id: 'sign-in-list',
    group: 'admin',
    summary: 'List the browsers that are signed in to the app, last used first.',
    method: 'GET',
    path: '/admin/sign-ins',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ data: z.array(signIn) }),
    example: { input: {}, output: { data: [example] } },
    answer: 'value',
    run: async (_input, { signIn: own }) => ({
      data: (await windows.list()).map(one => ({ ...one, is_own: one.id === own?.id })),
    }),
  })

  const revoke = defineOperation({
    id: 'sign-in-revoke',
    group: 'admin',
    summary: 'Sign a browser out; all its windows stop at once.',
    method: 'POST',
    path: '/admin/sign-ins/{id}/revoke',
    access: 'admin',
    input: z.strictObject({ id: idField('sign-in') }),
    output: nothing,
    example: { input: { id: example.id }, output: null },
    answer: 'empty',
    async run({ id }) {
      if (!(await windows.leave(id))) throw unknownResource()
      return null
    },
  })
  return [invite, show, open, end, list, revoke] as const
}
