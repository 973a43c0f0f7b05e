import { z } from 'zod'
import { time } from '../../operations/fields.ts'
import { defineOperation } from '../../operations/operation.ts'
import { type AdminServices, accountNamed } from '../services.ts'
import { accountField } from './accounts.ts'

/** The code that pairs a browser extension. */
export function pairingCodeOperations(services: AdminServices) {
  const create = defineOperation({
    id: 'pairing-code-create',
    group: 'admin',
    summary: 'Create the code that pairs a browser extension: once, within 5 minutes.',
    description: 'It replaces the previous code, and stops working after 5 wrong attempts.',
    method: 'POST',
    path: '/admin/pairing-codes',
    access: 'admin',
    input: z.strictObject({ account: accountField }),
    output: z.object({ code: z.string(), expires_at: time }),
    example: { input: {}, output: { code: '7KQ2-M9XD', expires_at: '2026-01-15T09:35:00.000Z' } },
    answer: 'created',
    async run({ account }) {
      const { id } = await accountNamed(services, account)
      return services.pairings.offer(id)
    },
  })
  return [create] as const
}
