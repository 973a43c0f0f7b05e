import { z } from 'zod'
import { pagesAtMost } from '../../parsers/paging/pages-at-most.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import { idField } from '../fields.ts'
import { type Context, defineOperation, LARGE_BODY, ownerOf } from '../operation.ts'
import { found } from '../resource.ts'
import { attemptNote } from '../scraping/page-attempt.ts'
import { scrapePage } from '../scraping/scrape-page.ts'
import type { Services } from '../services.ts'
import { FETCHES } from '../tool-hints.ts'
import { pageBytes } from '../uploads.ts'
import { schemaField } from './body.ts'
import { exampleData, examplePage, exampleParser, exampleTrace } from './examples.ts'
import { ownParser, parsedData, parserKey, writtenFor } from './parse.ts'
import { fixtureTask } from './run-fixtures.ts'

export const nullReason = z.object({
  field: z.string().describe('Where in the data.'),
  rule: z.string().describe('Path of the rule in the schema.'),
  reason: z.string().describe('Why it is null.'),
})

/** `POST /v1/parsers/{id}/test`: the data, and for each null its rule and its reason. */
export function testOperations(services: Services) {
  const { extraction, settings } = services
  const own = ownParser(services)

  /** The page that came with the call, or that is saved with the parser. */
  async function pageOf(
    { html, fixture }: { html: string | undefined; fixture: string | undefined },
    { owned }: Context<ParserRecord>,
  ) {
    if (fixture === undefined)
      return { bytes: pageBytes(html!, 'html'), contentType: 'text/html; charset=utf-8' }
    return fixtureTask(services, owned.id, found(await services.store.fixtures.find(owned.id, fixture)))
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
        html: z.string().min(1).optional().describe('The page itself, 16 MB at most.'),
        url: z.string().min(1).max(8_192).optional().describe('Address of the page.'),
        fixture: z.string().max(100).optional().describe('Id of a saved page.'),
        schema: schemaField.optional().describe('A schema to try in place of the saved one.'),
      })
      .superRefine(({ html, url, fixture }, context) => {
        if ([html, url, fixture].filter(given => given !== undefined).length === 1) return
        context.addIssue({
          code: 'custom',
          path: ['html'],
          message: 'Give exactly one of `html`, `url` and `fixture`.',
          params: { hint: 'html: the page itself; url: its address; fixture: a page saved with the parser.' },
        })
      }),
    output: z.object({
      data: parsedData,
      attempts: z
        .array(attemptNote)
        .describe('How a `url` was fetched; empty where the page was not fetched.'),
      nulls: z.array(nullReason),
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
    faces: { tool: { name: 'parser_test', group: 'parsers', hints: FETCHES } },
    cost: ({ url, schema }, parser?: ParserRecord) =>
      url === undefined ? 0 : settings.values.price_scrape * pagesAtMost(schema ?? parser!.schema),
    own: ({ id }, caller) => own({ parserId: id }, caller),
    async run({ html, url, fixture, schema }, context) {
      const parser = schema ? { ...context.owned, schema, id: context.requestId } : context.owned
      const traced = { ...context, debug: true }
      const readSavedPage = async () => ({
        result: await extraction.parseWritten(
          {
            key: parserKey(parser),
            schema: parser.schema,
            trace: true,
            owner: ownerOf(context),
            ...(await pageOf({ html, fixture }, context)),
            writes: writtenFor(context),
          },
          context.signal,
        ),
        attempts: [],
      })
      const { result, attempts } =
        url === undefined
          ? await readSavedPage()
          : await scrapePage({ services, parser, url, context: traced })
      const { data, nulls, trace = [] } = result
      const about = { attempts, nulls, trace: trace as unknown as Record<string, unknown>[] }
      return data instanceof Uint8Array ? withWritten(data, about) : { data, ...about }
    },
  })
  return [test] as const
}

/** The answer around data that are JSON already, as JSON. */
function withWritten(data: Uint8Array, about: object) {
  const rest = Buffer.from(`,${JSON.stringify(about).slice(1)}`)
  return Buffer.concat([Buffer.from('{"data":'), data, rest]) as never
}
