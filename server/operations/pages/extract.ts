import { hash } from 'node:crypto'
import { z } from 'zod'
import { maxPagesOf } from '../../parsers/paging/pages-at-most.ts'
import { accountOf, type Context, defineOperation } from '../operation.ts'
import { schemaField } from '../parsers/body.ts'
import { exampleBody, exampleData } from '../parsers/examples.ts'
import { explainedFields, withData } from '../parsers/explained.ts'
import { noteParse, readUpload } from '../parsers/parse.ts'
import { resultOfTrial } from '../parsers/tried-schema.ts'
import type { ScrapingParser } from '../scraping/page-ways.ts'
import { scrapePage } from '../scraping/scrape-page.ts'
import type { Services } from '../services.ts'
import { FETCHES } from '../tool-hints.ts'
import { checkPage, checkSource, type PageSource, pageBody, pageFields } from './page-source.ts'

type ExtractInput = PageSource & Pick<ScrapingParser, 'schema'>

/** `POST /v1/pages/extract`: reads a page with the schema in the call. */
export function extractOperations(services: Services) {
  const { settings } = services

  const extract = defineOperation({
    id: 'page-extract',
    group: 'extraction',
    summary: 'Extract data from a page with a schema, without saving a parser.',
    description:
      'Each null comes with its reason. A page costs what a scrape costs, each further one that the schema leads to as well, an uploaded one what a parse costs; one that cannot be read, or comes from the cache, is free. `X-Source` says where the page came from.',
    method: 'POST',
    path: '/v1/pages/extract',
    access: 'run',
    input: z.strictObject({ ...pageFields, schema: schemaField }).superRefine(checkPage),
    output: z.object(explainedFields),
    example: {
      input: { url: 'https://shop.example/kettle', schema: exampleBody.schema },
      output: { data: exampleData, attempts: [{ mode: 'http', taken: true, lack: null }], nulls: [] },
    },
    ...pageBody,
    answer: 'value',
    faces: {
      tool: {
        name: 'page_extract',
        group: 'pages',
        hints: FETCHES,
        description: '`nulls` says why values are null.',
        paysPerPage: true,
        omits: ['charset'],
      },
    },
    cost: ({ html, schema }) =>
      html ? settings.values.price_parse : settings.values.price_scrape * maxPagesOf(schema),
    check: input => checkSource(services, input),
    async run(input, context) {
      const { result, attempts, pages } = await resultOfTrial(
        input.html
          ? extractUpload(services, input, context)
          : scrapePage({
              services,
              parser: parserOf(input),
              url: input.url!,
              accountId: accountOf(context),
              context,
            }),
      )
      noteParse(context, result, { attempts, pages })
      return withData(result.data, { attempts, nulls: result.nulls })
    },
  })
  return [extract] as const
}

async function extractUpload(services: Services, input: ExtractInput, context: Context) {
  const { html, charset, url } = input
  const result = await readUpload(services, parserOf(input), { html: html!, charset, url }, context)
  context.addSource('upload')
  return { result, attempts: [], pages: [] }
}

/** The id is a hash of the schema, so that a thread compiles a schema once for many pages. */
const parserOf = ({ schema, fetch }: ExtractInput): ScrapingParser => ({
  id: hash('sha256', JSON.stringify(schema), 'base64'),
  version: 0,
  schema,
  fetch,
})
