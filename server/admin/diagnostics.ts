import { release } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { LOG_LEVELS, type LogLevel } from '../base/fields/log-levels.ts'
import { time } from '../operations/fields.ts'
import { defineOperation } from '../operations/operation.ts'
import { readLog } from './read-log.ts'
import type { AdminServices } from './services.ts'

const levels = Object.keys(LOG_LEVELS) as LogLevel[]

const line = z.object({
  at: time,
  level: z.enum(levels),
  message: z.string(),
  facts: z.record(z.string(), z.unknown()).describe('What else the line says.'),
})

const exampleLine = {
  at: '2026-01-15T09:30:00.000Z',
  level: 'info',
  message: 'request',
  facts: { requestId: 'req_01KF0H7B3D5F7H9K2M4P6R8T0V', method: 'GET', path: '/v1/credits', status: 401 },
} satisfies z.input<typeof line>

const browser = z
  .object({ name: z.string(), path: z.string() })
  .nullable()
  .describe('The browser for pages that need one; null where none was found.')

const diagnostics = z.object({
  version: z.string(),
  node: z.string(),
  system: z.string(),
  browser,
  changed_settings: z
    .record(z.string(), z.unknown())
    .describe('Values other than the default; secrets masked.'),
  warnings: z.array(z.string()),
  store: z.object({
    damage: z.string().nullable().describe('What is damaged, as far as is known.'),
    loss: z.string().nullable().describe('Changes that were lost, where that was noticed in the last days.'),
    backup: z.string().nullable().describe('The newest intact backup, once the store is damaged.'),
  }),
  log: z.array(line).describe('The last warnings and errors.'),
})

/** Diagnostics: the log, and everything that a bug report should contain. Neither holds a secret. */
export function diagnosticOperations(services: AdminServices) {
  const { dataDir, settings, store, version } = services
  const found = () => services.browser.found()

  const log = defineOperation({
    id: 'log-show',
    group: 'admin',
    summary: 'The last lines of the log, newest first.',
    method: 'GET',
    path: '/admin/log',
    access: 'admin',
    input: z.strictObject({
      level: z.enum(levels).default('info').describe('Minimum level.'),
      limit: z.int().min(1).max(1_000).default(200).describe('How many lines.'),
    }),
    output: z.object({ data: z.array(line) }),
    example: { input: {}, output: { data: [exampleLine] } },
    answer: 'value',
    run: async ({ level, limit }) => ({ data: await readLog(dataDir, level, limit) }),
  })

  const show = defineOperation({
    id: 'diagnostics',
    group: 'admin',
    summary: 'What a bug report should say of this machine, without secrets.',
    method: 'GET',
    path: '/admin/diagnostics',
    access: 'admin',
    input: z.strictObject({}),
    output: diagnostics,
    example: {
      input: {},
      output: {
        version: '0.1.0',
        node: 'v24.21.0',
        system: 'linux x64 6.8.0',
        browser: { name: 'Chrome', path: '/opt/google/chrome/chrome' },
        changed_settings: { port: 9000 },
        warnings: [],
        store: { damage: null, loss: null, backup: null },
        log: [{ ...exampleLine, level: 'error', message: 'failed', facts: {} }],
      },
    },
    answer: 'value',
    run: async () => ({
      version,
      node: process.version,
      system: `${process.platform} ${process.arch} ${release()}`,
      browser: found(),
      changed_settings: Object.fromEntries(
        settings
          .list()
          .filter(row => !isDeepStrictEqual(row.value, row.default))
          .map(({ name, value }) => [name, value]),
      ),
      warnings: services.warnings(),
      store: { damage: store.health.damage(), ...store.health.facts() },
      log: await readLog(dataDir, 'warn', 20),
    }),
  })
  return [log, show] as const
}
