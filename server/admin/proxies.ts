import { z } from 'zod'
import { isoOrNull } from '../base/times.ts'
import { time } from '../operations/fields.ts'
import { defineOperation } from '../operations/operation.ts'
import type { AdminServices } from './services.ts'

const row = z.object({
  address: z.string().describe('With user and password hidden.'),
  rests_until: time.nullable().describe('When it is used again; null if it is not resting.'),
  failures: z.int().describe('Failures since it last worked.'),
  error: z.string().nullable().describe('What was wrong the last time; null: it works.'),
})

const output = z.object({ data: z.array(row) })

const example = {
  address: 'socks5://••••@proxy.example:1080',
  rests_until: '2026-01-15T09:31:00.000Z',
  failures: 1,
  error: 'The proxy proxy.example:1080 cannot be reached.',
} satisfies z.input<typeof row>

/** The proxies of the setting: which ones rest after failures, and how to end their rest. */
export function proxyOperations({ settings, proxyTurns }: AdminServices) {
  const shown = () => {
    const { proxy } = settings.values
    const states = proxy === null ? [] : proxyTurns.states({ addresses: proxy, trusted: true })
    return {
      data: states.map(({ rests_until, ...state }) => ({ ...state, rests_until: isoOrNull(rests_until) })),
    }
  }

  const list = defineOperation({
    id: 'proxy-list',
    group: 'admin',
    summary: 'The proxies of the setting, and which ones rest after failures.',
    method: 'GET',
    path: '/admin/proxies',
    access: 'admin',
    input: z.strictObject({}),
    output,
    example: { input: {}, output: { data: [example] } },
    answer: 'value',
    run: shown,
  })

  const wake = defineOperation({
    id: 'proxy-wake',
    group: 'admin',
    summary: 'Use resting proxies again at once.',
    method: 'POST',
    path: '/admin/proxies/wake',
    access: 'admin',
    input: z.strictObject({}),
    output,
    example: { input: {}, output: { data: [{ ...example, rests_until: null, failures: 0, error: null }] } },
    answer: 'value',
    run() {
      proxyTurns.wake()
      return shown()
    },
  })
  return [list, wake] as const
}
