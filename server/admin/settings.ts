import { z } from 'zod'
import { defineOperation } from '../operations/operation.ts'
import type { SettingRow } from '../settings/resolve-settings.ts'
import { SETTINGS, settingNames } from '../settings/settings.ts'
import type { AdminServices } from './services.ts'

const row = z.object({
  name: z.string(),
  title: z.string().describe('Its label in the app.'),
  group: z.string().describe('Description.'),
  value: z.unknown(),
  origin: z.enum(['flag', 'variable', 'settings', 'default']).describe('Where the value comes from.'),
  set_by: z.string().nullable().describe('The flag or variable that alone sets it.'),
  default: z.unknown(),
  restart: z.boolean().describe('A change takes effect at the next start.'),
  waits: z.boolean().describe('It was changed since the start and takes effect at the next one.'),
  saved: z
    .unknown()
    .describe(
      'The value that was saved, which applies without a flag or variable; null where there is none.',
    ),
  secret: z.boolean(),
  description: z.string(),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema of its values.'),
})

const example = {
  name: 'port',
  title: 'Port',
  group: 'Service',
  value: 8787,
  origin: 'default',
  set_by: null,
  default: 8787,
  restart: true,
  waits: false,
  saved: null,
  secret: false,
  description: 'Port to listen on; 0 takes a free one.',
  schema: { type: 'integer', minimum: 0, maximum: 65_535 },
} satisfies z.input<typeof row>

const shown = (setting: SettingRow): z.input<typeof row> => ({
  ...setting,
  schema: z.toJSONSchema(SETTINGS[setting.name].schema, { io: 'output', unrepresentable: 'any' }),
})

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
    run: () => ({ data: settings.list().map(shown) }),
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
        title: 'Price of a parse (credits)',
        group: 'Credits',
        value: 2,
        origin: 'settings',
        saved: 2,
        default: 1,
        restart: false,
        description: 'Credits for a parse of uploaded HTML.',
      },
    },
    answer: 'value',
    async run({ name, value: shownValue }) {
      const value = settings.unmasked(name, shownValue)
      const known = settings.checked(name, value)
      if (value === undefined) await store.settings.remove(known)
      else await store.settings.set(known, value)
      settings.change(known, value)
      return shown(settings.list().find(setting => setting.name === known)!)
    },
  })
  return [list, change] as const
}
