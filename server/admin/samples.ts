import { z } from 'zod'
import { idField } from '../operations/fields.ts'
import { defineOperation, unknownResource } from '../operations/operation.ts'
import { savedSchema } from '../operations/parsers/body.ts'
import { exampleBody, examplePage } from '../operations/parsers/examples.ts'
import { accepted } from '../operations/prebuilt/accepted.ts'
import { extractSample, parserSamples, readablePage, sampleNames, samplePages } from './sample-files.ts'
import type { AdminServices } from './services.ts'

const synthetic = z.literal(true).describe('Invented: nobody and nothing in it is real.')
const page = z.object({
  name: z.string().describe('File name.'),
  content_type: z.string(),
  text: z.string(),
})

const summary = z.object({
  api_id: z.string(),
  synthetic,
  pages: z.array(z.string()).describe('File names.'),
})

const sample = z.object({
  api_id: z.string(),
  synthetic,
  asked: z.record(z.string(), z.unknown()).describe('Parameters to send along.'),
  pages: z.array(page).describe('Pages to send to `/v1/extract/{apiId}`, all at once.'),
})

const parserSample = z.object({
  name: z.string(),
  description: z.string(),
  synthetic,
  schema: savedSchema,
  page: page.describe('A page to send to `/v1/parse/{parserId}`.'),
})

/** Samples for trying everything offline: saved pages for each prebuilt API, and parsers with theirs. */
export function sampleOperations(services: AdminServices) {
  const { prebuilts } = services
  const first = prebuilts[0]!
  const examplePages = [{ name: `${first.id}.html`, content_type: 'text/html', text: '<!doctype html>…' }]

  async function sampleOf(apiId: string) {
    const api = prebuilts.find(({ id }) => id === apiId)
    const pages = api ? await samplePages(api) : []
    if (!api || pages.length === 0) throw unknownResource()
    return { api, pages }
  }

  const list = defineOperation({
    id: 'sample-list',
    group: 'admin',
    summary: 'List the prebuilt APIs that have an offline example.',
    method: 'GET',
    path: '/admin/samples',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ data: z.array(summary) }),
    example: {
      input: {},
      output: { data: [{ api_id: first.id, synthetic: true, pages: [`${first.id}.html`] }] },
    },
    answer: 'value',
    run: () => ({
      data: prebuilts
        .map(api => ({ api_id: api.id, synthetic: true as const, pages: sampleNames(api) }))
        .filter(({ pages }) => pages.length > 0),
    }),
  })

  const show = defineOperation({
    id: 'sample-get',
    group: 'admin',
    summary: 'The offline example of a prebuilt API: invented pages, as if you had saved them.',
    method: 'GET',
    path: '/admin/samples/{apiId}',
    access: 'admin',
    input: z.strictObject({ apiId: idField('API') }),
    output: sample,
    example: {
      input: { apiId: first.id },
      output: { api_id: first.id, synthetic: true, asked: first.example.input, pages: examplePages },
    },
    answer: 'value',
    async run({ apiId }) {
      const { api, pages } = await sampleOf(apiId)
      return { api_id: api.id, synthetic: true as const, asked: api.example.input, pages }
    },
  })

  const answer = defineOperation({
    id: 'sample-answer',
    group: 'admin',
    summary: 'What a prebuilt API reads from its offline example. Free.',
    method: 'GET',
    path: '/admin/samples/{apiId}/answer',
    access: 'admin',
    input: z.strictObject({ apiId: idField('API') }),
    output: z.record(z.string(), z.unknown()),
    example: { input: { apiId: first.id }, output: first.example.output as Record<string, unknown> },
    answer: 'value',
    async run({ apiId }, context) {
      const { api, pages } = await sampleOf(apiId)
      const value = await extractSample(services, api, pages, context)
      context.addSource('saved')
      return accepted(api, value) as Record<string, unknown>
    },
  })

  const parsers = defineOperation({
    id: 'sample-parsers',
    group: 'admin',
    summary: 'Sample parsers, each with an invented page that it reads.',
    method: 'GET',
    path: '/admin/samples/parsers',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ data: z.array(parserSample) }),
    example: {
      input: {},
      output: {
        data: [
          {
            ...exampleBody,
            description: 'Reads a product.',
            synthetic: true,
            page: { name: 'product.html', content_type: 'text/html', text: examplePage },
          },
        ],
      },
    },
    answer: 'value',
    run: async () => ({
      data: (await parserSamples()).map(found => ({ ...found, synthetic: true as const })),
    }),
  })

  const readable = defineOperation({
    id: 'sample-page',
    group: 'admin',
    summary: 'An invented page to read as text.',
    method: 'GET',
    path: '/admin/samples/page',
    access: 'admin',
    input: z.strictObject({}),
    output: page
      .extend({
        synthetic,
        url: z.string().describe('Its invented address, which its links are relative to.'),
      })
      .describe('A page to send to `/v1/pages/read`.'),
    example: {
      input: {},
      output: {
        name: 'tea.html',
        content_type: 'text/html',
        text: examplePage,
        synthetic: true,
        url: 'https://journal.example/tea',
      },
    },
    answer: 'value',
    run: async () => ({
      ...(await readablePage()),
      synthetic: true as const,
      url: 'https://journal.tidepool.example/tea',
    }),
  })
  return [list, show, answer, parsers, readable] as const
}
