import { z } from 'zod'
import { maxPagesOf } from '../../parsers/paging/pages-at-most.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import { idField } from '../fields.ts'
import { accountOf, type Context, defineOperation, LARGE_BODY, ownerOf } from '../operation.ts'
import { checkAddressOfUpload } from '../pages/page-source.ts'
import { found } from '../resource.ts'
import { type ScrapeOutcome, scrapePage } from '../scraping/scrape-page.ts'
import type { Services } from '../services.ts'
import { FETCHES } from '../tool-hints.ts'
import { pageBytes } from '../uploads.ts'
import { schemaField } from './body.ts'
import { exampleData, examplePage, exampleParser, exampleTrace } from './examples.ts'
import { explainedFields, withData } from './explained.ts'
import { ownParser, parserKey, writtenFor } from './parse.ts'
import { fixtureTask } from './run-fixtures.ts'
import { resultOfTrial } from './tried-schema.ts'

/** The source of the page: the input itself, a URL, or a fixture of the parser. */
interface PageInput {
  html?: string | undefined
  url?: string | undefined
  fixture?: string | undefined
}

/** Whether the page is fetched. If `html` is given, `url` is only its address. */
const isFetched = ({ html, url }: PageInput) => url !== undefined && html === undefined

/** The result of a test, and how its page was fetched. */
type Explained = Pick<ScrapeOutcome, 'result' | 'attempts'>

function checkPageInput({ html, url, fixture }: PageInput, context: z.RefinementCtx) {
  if ([html ?? url, fixture].filter(given => given !== undefined).length !== 1)
    context.addIssue({
      code: 'custom',
      path: ['html'],
      message: 'Give one of `html`, `url` and `fixture`.',
      params: {
        hint: 'html: the page itself, with its address as url if links are read; url alone: an address to fetch; fixture: a page saved with the parser.',
      },
    })
  checkAddressOfUpload({ html, url }, context, 'leave it out if no links are read')
}

/** `POST /v1/parsers/{id}/test`: returns the data, and the rule and reason of each null. */
export function testOperations(services: Services) {
  const { extraction, settings } = services
  const own = ownParser(services)

  /** Returns the page in the input, or the page of the fixture. */
  async function pageOf({ html, url, fixture }: PageInput, { owned }: Context<ParserRecord>) {
    if (fixture === undefined)
      return { bytes: pageBytes(html!, 'html'), contentType: 'text/html; charset=utf-8', url }
    return fixtureTask(
      services,
      owned.id,
      found(await services.store.fixtures.find(owned.id, fixture), 'fixture'),
    )
  }

  const test = defineOperation({
    id: 'parser-test',
    group: 'parsers',
    summary: 'Try a parser and see why each null is null.',
    description: 'On a saved or uploaded page it is free; a `url` costs what a scrape costs.',
    method: 'POST',
    path: '/v1/parsers/{id}/test',
    body: LARGE_BODY,
    access: 'run',
    input: z
      .strictObject({
        id: idField('parser'),
        html: z.string().min(1).optional().describe('The page, 16 MB at most.').meta({ title: 'Page HTML' }),
        url: z
          .string()
          .min(1)
          .max(8_192)
          .optional()
          .describe('Its address; with `html`, not fetched.')
          .meta({ title: 'Page address' }),
        fixture: z.string().max(100).optional().describe('Id of a saved page.').meta({ title: 'Saved page' }),
        schema: schemaField
          .optional()
          .describe('Tried in place of the saved schema.')
          .meta({ title: 'Trial schema', 'x-for-tools': 'Tried in place of the saved schema.' }),
      })
      .superRefine(checkPageInput),
    output: z.object({
      ...explainedFields,
      trace: z.array(z.record(z.string(), z.unknown())),
    }),
    example: {
      input: { id: exampleParser.id, html: examplePage },
      output: {
        data: exampleData,
        attempts: [],
        nulls: [],
        trace: exampleTrace,
      },
    },
    answer: 'value',
    faces: {
      // The trace has an entry for every value, and few of them are in question.
      tool: { name: 'parser_test', group: 'parsers', hints: FETCHES, shows: ['data', 'attempts', 'nulls'] },
    },
    cost: ({ schema, ...page }, parser?: ParserRecord) =>
      isFetched(page) ? settings.values.price_scrape * maxPagesOf(schema ?? parser!.schema) : 0,
    own: ({ id }, caller) => own({ parserId: id }, caller),
    check(page) {
      if (isFetched(page)) services.fetcher.checkAddress(page.url!)
    },
    async run({ schema, ...page }, context) {
      const parser = schema ? { ...context.owned, schema, id: context.requestId } : context.owned
      const traced = { ...context, debug: true }
      const readSavedPage = async () => ({
        result: await extraction.parseWritten(
          {
            key: parserKey(parser),
            schema: parser.schema,
            trace: true,
            owner: ownerOf(context),
            ...(await pageOf(page, context)),
            writes: writtenFor(context),
          },
          context.signal,
        ),
        attempts: [],
      })
      const { result, attempts } = await resultOfTrial<Explained>(
        isFetched(page)
          ? scrapePage({
              services,
              parser,
              url: page.url!,
              accountId: accountOf(context),
              context: traced,
            })
          : readSavedPage(),
      )
      const { data, nulls, trace = [] } = result
      return withData(data, { attempts, nulls, trace: trace as unknown as Record<string, unknown>[] })
    },
  })
  return [test] as const
}
