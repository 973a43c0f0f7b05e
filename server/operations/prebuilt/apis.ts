import { z } from 'zod'
import { defineOperation, type Operation, unknownResource } from '../operation.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'

const api = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string().describe('Path of the API.'),
  description: z.string(),
  credits: z.int().describe('Price of a call.'),
})

/** The public documentation of the service; no key needed, limited per address. */
export function apiOperations({ prebuilts, docs, version, now }: Services, all: () => readonly Operation[]) {
  const startedAt = now()
  const first = prebuilts[0]!

  const list = defineOperation({
    id: 'api-list',
    group: 'docs',
    summary: 'List the prebuilt APIs.',
    method: 'GET',
    path: '/v1/apis',
    access: 'public',
    input: z.strictObject({}),
    output: z.array(api),
    example: {
      input: {},
      output: [
        { id: first.id, name: first.name, url: `/v1/${first.id}`, description: first.summary, credits: 1 },
      ],
    },
    answer: 'value',
    run: () =>
      prebuilts.map(({ id, name, summary }) => ({
        id,
        name,
        url: `/v1/${id}`,
        description: summary,
        credits: 1,
      })),
  })

  const describe = defineOperation({
    id: 'api-docs',
    group: 'docs',
    summary: 'Read the documentation of a prebuilt API, in markdown.',
    method: 'GET',
    path: '/v1/apis/{apiId}',
    access: 'public',
    input: z.strictObject({
      apiId: z
        .string()
        .min(1)
        .max(100)
        .describe('Id of the API; GET /v1/apis lists them.')
        .meta({ title: 'API', 'x-id-of': 'api' }),
    }),
    output: z.string(),
    example: { input: { apiId: first.id }, output: `# ${first.name}\n` },
    answer: 'text',
    faces: { tool: { name: 'api_docs', group: 'docs', hints: READS } },
    run({ apiId }) {
      if (!prebuilts.some(({ id }) => id === apiId)) throw unknownResource()
      return docs.markdown(all().find(({ id }) => id === apiId)!)
    },
  })

  const openApi = defineOperation({
    id: 'openapi',
    group: 'docs',
    summary: 'The whole interface as OpenAPI 3.1.',
    method: 'GET',
    path: '/v1/openapi.json',
    access: 'public',
    input: z.strictObject({}),
    output: z.looseObject({ openapi: z.string() }),
    example: { input: {}, output: { openapi: '3.1.0' } },
    answer: 'value',
    run: () => docs.openApi(all()) as Promise<{ openapi: string }>,
  })

  const health = defineOperation({
    id: 'health',
    group: 'docs',
    summary: 'Whether the service answers.',
    method: 'GET',
    path: '/health',
    access: 'public',
    input: z.strictObject({}),
    output: z.object({ status: z.literal('ok'), version: z.string(), uptime_seconds: z.int() }),
    example: { input: {}, output: { status: 'ok', version: '0.1.0', uptime_seconds: 42 } },
    answer: 'value',
    run: () => ({ status: 'ok' as const, version, uptime_seconds: Math.floor((now() - startedAt) / 1000) }),
  })
  return [list, describe, openApi, health] as const
}
