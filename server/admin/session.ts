import { z } from 'zod'
import type { Face } from '../accounts/keys.ts'
import { AppError } from '../base/errors.ts'
import { nothing, time } from '../operations/fields.ts'
import { defineOperation, type Operation } from '../operations/operation.ts'
import { accountName } from './accounts.ts'
import type { AdminServices } from './services.ts'

const route = z.object({
  id: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string(),
  access: z.string(),
  files: z.array(z.string()).describe('Fields that are uploaded files.'),
})

/** Windows: let one in, give it a key and the way to each operation, sign it out. */
export function sessionOperations(services: AdminServices, all: () => readonly Operation[]) {
  const { store, keys, windows, settings, now } = services

  const faceOf = (name: Face['name'], window: string | undefined): Face =>
    name === 'cli' ? { name, source: 'cli', holder: name } : { name, source: 'app', holder: window ?? name }

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
    id: 'session-get',
    group: 'admin',
    summary: 'What a window begins with: where every operation is.',
    method: 'GET',
    path: '/admin/session',
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
    id: 'session-open',
    group: 'admin',
    summary: 'Get the key that a face of Winnow calls with; it lives in memory and is in no list.',
    description: "Each window has keys of its own, one an account; they end with the window's session.",
    method: 'POST',
    path: '/admin/session',
    access: 'admin',
    input: z.strictObject({
      account: accountName.default('default'),
      face: z
        .enum(['cli', 'window'])
        .default('window')
        .describe('Who calls: the command line or the window.'),
    }),
    output: z.object({ key: z.string() }),
    example: { input: { face: 'cli' }, output: { key: 'wk_cli_…' } },
    answer: 'value',
    async run({ account, face }, { window }) {
      const { id } = await store.accounts.ensure(account, settings.values.birth_credits, now())
      return { key: await keys.session(id, faceOf(face, window)) }
    },
  })

  const end = defineOperation({
    id: 'session-end',
    group: 'admin',
    summary: 'Sign the calling window out; its keys stop at once.',
    method: 'POST',
    path: '/admin/session/end',
    access: 'admin',
    input: z.strictObject({}),
    output: nothing,
    example: { input: {}, output: null },
    answer: 'empty',
    run(_input, { window }) {
      if (!window)
        throw new AppError('conflict', 'No window calls, so none can be signed out.', {
          hint: 'A window signs itself out.',
        })
      windows.leave(window)
      keys.endSession(window)
      return null
    },
  })
  return [invite, show, open, end] as const
}
