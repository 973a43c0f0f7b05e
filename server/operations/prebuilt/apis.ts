import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { countSeconds } from '../../base/times.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'
import { defineOperation, type Operation } from '../operation.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'

const api = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string().describe('Path of the API.'),
  description: z.string(),
  credits: z.int().describe('Price of a call.'),
})

/** The name of the parser language among the documents. */
export const LANGUAGE = 'parser-language'

/**
 * Returns the words by which people may look for an API: its id, its summary, the kind of its platform and the platform's
 * host name.
 */
const wordsOf = ({ id, summary, platform }: Prebuilt) =>
  [id, summary, platform.kind, new URL(platform.origin).hostname].join(' ').toLowerCase()

/** Returns the 404 error that suggests similar APIs, or lists all of them. */
function unknownApi(prebuilts: readonly Prebuilt[], asked: string): AppError {
  const words = asked
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word.length > 3)
  const matches = prebuilts.filter(api => words.some(word => wordsOf(api).includes(word)))
  const names = (matches.length ? matches : prebuilts).map(({ id }) => id).join(', ')
  return new AppError('unknown_resource', 'There is no API of this name.', {
    hint: matches.length ? `Did you mean: ${names}?` : `There are ${names}, and ${LANGUAGE}.`,
  })
}

/** Operations for the public documentation of the service; no key needed, rate-limited by IP address. */
export function apiOperations({ prebuilts, docs, version }: Services, all: () => readonly Operation[]) {
  const uptime = countSeconds()
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
    summary: 'Read the documentation of a prebuilt API or of the parser language, in markdown.',
    method: 'GET',
    path: '/v1/apis/{apiId}',
    access: 'public',
    input: z.strictObject({
      apiId: z
        .string()
        .min(1)
        .max(100)
        .describe(`Id of the API; GET /v1/apis lists them. \`${LANGUAGE}\`: the parser language.`)
        .meta({
          title: 'API',
          'x-id-of': 'api',
          'x-for-tools': `Name of a tool of a platform, or \`${LANGUAGE}\`.`,
        }),
    }),
    output: z.string(),
    example: { input: { apiId: first.id }, output: `# ${first.name}\n` },
    answer: 'text',
    faces: { tool: { name: 'api_docs', group: 'docs', hints: READS } },
    run({ apiId }) {
      if (apiId === LANGUAGE) return docs.parserLanguage()
      const asked = prebuilts.find(({ id }) => id === apiId.replaceAll('_', '-'))
      if (!asked) throw unknownApi(prebuilts, apiId)
      return docs.markdown(all().find(({ id }) => id === asked.id)!)
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
    run: () => ({ status: 'ok' as const, version, uptime_seconds: uptime() }),
  })
  return [list, describe, openApi, health] as const
}
