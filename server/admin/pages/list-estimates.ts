import { z } from 'zod'
import { DAY } from '../../base/times.ts'
import { priceFor } from '../../operations/jobs/create-job.ts'
import { targetOf } from '../../operations/jobs/targets.ts'
import { defineOperation } from '../../operations/operation.ts'
import { accountField } from '../accounts/accounts.ts'
import { type AdminServices, accountNamed } from '../services.ts'

/** Days of calls that the average time of a page is computed from. */
const DAYS = 7

/** Estimates of what following a list costs. */
export function listEstimateOperations(services: AdminServices) {
  const { store, now } = services

  const estimate = defineOperation({
    id: 'list-estimate',
    group: 'admin',
    summary: 'What one page of the list of an API costs, and how long it takes.',
    description: `The time is the average of the account’s calls of the last ${DAYS} days.`,
    method: 'GET',
    path: '/admin/apis/{id}/estimate',
    access: 'admin',
    input: z.strictObject({
      id: z.string().min(1).max(100).describe('Id of the API.'),
      account: accountField,
    }),
    output: z.object({
      credits: z.int(),
      ms: z.int().nullable().describe('Milliseconds; null where nothing is known yet.'),
    }),
    example: { input: { id: 'videosite-comments' }, output: { credits: 1, ms: 820 } },
    answer: 'value',
    async run({ id, account: name }) {
      const account = await accountNamed(services, name)
      const { price } = await targetOf(services, { account }, { api_id: id })
      const since = now() - DAYS * DAY
      const days = await store.usage.list(account.id, {
        span: 'day',
        since: since - (since % DAY),
        leftOut: [],
      })
      const own = days.filter(({ operation }) => operation === id)
      const calls = own.reduce((sum, day) => sum + day.calls, 0)
      const ms = own.reduce((sum, day) => sum + day.ms, 0)
      return { credits: priceFor({ account }, price), ms: calls ? Math.round(ms / calls) : null }
    },
  })
  return [estimate] as const
}
