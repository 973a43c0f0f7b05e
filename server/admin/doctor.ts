import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { defineOperation } from '../operations/operation.ts'
import { probeSource } from '../operations/prebuilt/probe-source.ts'
import type { AdminServices } from './services.ts'

const finding = z.object({
  api: z.string(),
  source: z.string(),
  ok: z.boolean(),
  cause: z.string().nullable().describe('Why it returned no data.'),
  remedy: z.string().nullable(),
  sources: z.array(z.string()).describe('All sources of the API, in the order in which a call asks them.'),
})

/** Checks of services outside this machine. */
export function doctorOperations(services: AdminServices) {
  const { prebuilts } = services

  const live = defineOperation({
    id: 'doctor-live',
    group: 'admin',
    summary: 'Ask one source of a prebuilt API, and no other, how it answers right now.',
    description:
      'One to a few requests to the platform. It costs no credits and is not a call of any account.',
    method: 'POST',
    path: '/admin/doctor/live',
    access: 'admin',
    input: z.strictObject({
      api: z.string().describe('Id of the API.'),
      source: z.string().optional().describe('Name of the source; without it the first.'),
    }),
    output: finding,
    example: {
      input: { api: prebuilts[0]!.id },
      output: {
        api: prebuilts[0]!.id,
        source: 'page',
        ok: false,
        cause: 'The platform is blocking this machine for now.',
        remedy: 'Wait a few minutes.',
        sources: ['page', 'browser'],
      },
    },
    answer: 'value',
    async run({ api: id, source }, { signal }) {
      const api = prebuilts.find(prebuilt => prebuilt.id === id)
      if (!api) throw unknownApi(prebuilts.map(prebuilt => prebuilt.id))
      const { failure, ...probed } = await probeSource(services, api, signal, source)
      return {
        api: id,
        ...probed,
        ok: failure === null,
        cause: failure?.message ?? null,
        remedy: failure?.facts.hint ?? null,
      }
    },
  })
  return [live] as const
}

const unknownApi = (ids: string[]) =>
  new AppError('invalid_input', 'There is no such API.', {
    field: 'api',
    hint: `APIs: ${ids.join(', ')}.`,
  })
