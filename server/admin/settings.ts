import { z } from 'zod'
import { defineOperation } from '../operations/operation.ts'
import { settingNames } from '../settings.ts'
import type { AdminServices } from './services.ts'

const row = z.object({
  name: z.string(),
  value: z.unknown(),
  origin: z.enum(['flag', 'variable', 'settings', 'default']).describe('Where the value comes from.'),
  default: z.unknown(),
  restart: z.boolean().describe('A change takes effect at the next start.'),
  secret: z.boolean(),
  description: z.string(),
})

const example = {
  name: 'port',
  value: 8787,
  origin: 'default',
  default: 8787,
  restart: true,
  secret: false,
  description: 'Port to listen on; 0 takes a free one.',
} satisfies z.input<typeof row>

/** Settings: list, change. */
export function settingOperations({ settings, store }: AdminServices) {
  const list = defineOperation({
    id: 'setting-list',
    group: 'admin',
    summary: 'Every setting with its value and where that comes from.',
    method: 'GET',
    path: '/admin/settings',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ data: z.array(row) }),
    example: { input: {}, output: { data: [example] } },
    answer: 'value',
    run: () => ({ data: settings.list() }),
  })

  const change = defineOperation({
    id: 'setting-change',
    group: 'admin',
    summary: 'Change a setting; without a value it goes back to its default.',
    description: 'A flag or variable of the running service still wins.',
    method: 'POST',
    path: '/admin/settings/{name}',
    access: 'admin',
    input: z.strictObject({
      name: z.string().describe(`One of: ${settingNames.join(', ')}.`),
      value: z.unknown().optional().describe('The new value.'),
    }),
    output: row,
    example: {
      input: { name: 'price_parse', value: 2 },
      output: {
        ...example,
        name: 'price_parse',
        value: 2,
        origin: 'settings',
        default: 1,
        restart: false,
        description: 'Credits for a parse of uploaded HTML.',
      },
    },
    answer: 'value',
    async run({ name, value }) {
      const known = settings.change(name, value)
      if (value === undefined) await store.settings.remove(known)
      else await store.settings.set(known, value)
      return settings.list().find(setting => setting.name === known)!
    },
  })
  return [list, change] as const
}
