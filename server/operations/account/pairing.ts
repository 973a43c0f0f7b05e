import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'

/** `POST /v1/pairings`: a browser extension exchanges the code that the app shows for its key. */
export function pairingOperations({ pairings }: Services) {
  const pair = defineOperation({
    id: 'browser-pair',
    group: 'account',
    summary: 'Exchange the code that the app shows for the key of a browser extension.',
    description:
      'Only the extension itself can call this. The key may run and nothing else, and works from the origin of that extension alone.',
    method: 'POST',
    path: '/v1/pairings',
    access: 'public',
    fromExtension: true,
    input: z.strictObject({
      code: z
        .string()
        .min(1)
        .max(40)
        .describe('The code, as the app shows it under Connect → Browser.')
        .meta({ title: 'Code' }),
    }),
    output: z.object({
      name: z.string().describe('Name of the key: the browser and its system.'),
      key: z.string().describe('The key, which is shown only once.'),
    }),
    example: {
      input: { code: '7KQ2-M9XD' },
      output: { name: 'Chrome on Linux', key: 'wk_…x7Qd' },
    },
    answer: 'value',
    async run({ code }, { sender }) {
      const { name, secret } = await pairings.pair(code, {
        origin: sender!.origin!,
        userAgent: sender!.userAgent,
      })
      return { name, key: secret }
    },
  })
  return [pair] as const
}
