import { z } from 'zod'
import { pagesAtMost } from '../parsers/paging/pages-at-most.ts'
import type { ParserRecord } from '../store/parsers.ts'
import { idField } from './fields.ts'
import { defineOperation } from './operation.ts'
import { attemptNote } from './page-attempt.ts'
import { ownParser, parsedData, parserKey } from './parse.ts'
import { schemaField } from './parser-body.ts'
import { exampleData, examplePage, exampleParser, exampleTrace } from './parser-examples.ts'
import { scrapePage } from './scrape-page.ts'
import type { Services } from './services.ts'
import { FETCHES } from './tool-hints.ts'
import { pageBytes } from './uploads.ts'

export const nullReason = z.object({
  field: z.string().describe('Where in the data.'),
  rule: z.string().describe('Path of the rule in the schema.'),
  reason: z.string().describe('Why it is null.'),
})

/** `POST /v1/parsers/{id}/test`: the data, and for each null its rule and its reason. */
export function testOperations(services: Services) {
  const { extraction, settings } = services
  const own = ownParser(services)

  const test = defineOperation({
    id: 'parser-test',
    group: 'parsers',
    summary: 'Try a parser and see why each null is null.',
    description:
      'On `html` it is free; on a `url` it costs what a scrape costs, and uses pages again as scrapes do. A `schema` is tried in place of the saved one.',
    method: 'POST',
    path: '/v1/parsers/{id}/test',
    access: 'run',
    input: z
      .strictObject({
        id: idField('parser'),
        html: z.string().min(1).optional().describe('The page itself, 16 MB at most.'),
        url: z.string().min(1).max(8_192).optional().describe('Address of the page.'),
        schema: schemaField.optional().describe('A schema to try in place of the saved one.'),
      })
      .superRefine(({ html, url }, context) => {
        if ((html === undefined) !== (url === undefined)) return
        context.addIssue({
          code: 'custom',
          path: ['html'],
          message: 'Give exactly one of `html` and `url`.',
          params: { hint: 'html: the page itself; url: its address.' },
        })
      }),
    output: z.object({
      data: parsedData,
      attempts: z.array(attemptNote).describe('How a `url` was fetched; empty where the page was at hand.'),
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
    async run({ html, url, schema }, context) {
      const parser = schema ? { ...context.owned, schema, id: context.requestId } : context.owned
      const traced = { ...context, debug: true }
      const task = {
        key: parserKey(parser),
        schema: parser.schema,
        contentType: 'text/html; charset=utf-8',
        trace: true,
      }
      const { result, attempts } =
        url === undefined
          ? {
              result: await extraction.parse({ ...task, bytes: pageBytes(html!, 'html') }, context.signal),
              attempts: [],
            }
          : await scrapePage({ services, parser, url, context: traced })
      return {
        data: result.data,
        attempts,
        nulls: result.nulls,
        trace: (result.trace ?? []) as unknown as Record<string, unknown>[],
      }
    },
  })
  return [test] as const
}
