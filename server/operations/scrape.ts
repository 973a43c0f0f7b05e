import { z } from 'zod'
import { decodeText } from '../pages/charset.ts'
import { mustHoldData } from '../pages/meaning.ts'
import type { ParserRecord } from '../store/parsers.ts'
import { idField } from './fields.ts'
import { type Context, defineOperation } from './operation.ts'
import { noteParse, ownParser, parsedData, parserKey } from './parse.ts'
import { exampleData, exampleParser } from './parser-examples.ts'
import type { Services } from './services.ts'

/** Fetches an address the way the parser says, and reads it. Throws in the words of upstream answers. */
export async function scrapePage(
  { fetcher, extraction }: Services,
  parser: ParserRecord,
  url: string,
  context: Context,
) {
  const { headers, timeout_ms } = parser.fetch
  const page = await fetcher.fetch({
    url,
    headers,
    signal: context.signal,
    ...(timeout_ms && { timeoutMs: timeout_ms }),
  })
  mustHoldData(page, () => decodeText(page.bytes, page.contentType))
  context.addSource('http')
  const task = {
    key: parserKey(parser),
    schema: parser.schema,
    bytes: page.bytes,
    contentType: page.contentType,
    url: page.url,
  }
  return extraction.parse({ ...task, trace: context.debug }, context.signal)
}

/** `GET|POST /v1/scrape/{parserId}`: a fetched page through a parser. */
export function scrapeOperations(services: Services) {
  const scrape = defineOperation({
    id: 'scrape',
    group: 'extraction',
    summary: 'Fetch an address and apply a parser to it.',
    description:
      'Private and local targets are refused, also behind redirects and names. A page that cannot be had is free.',
    method: 'POST',
    also: 'GET',
    path: '/v1/scrape/{parserId}',
    access: 'run',
    input: z.strictObject({
      parserId: idField('parser'),
      url: z
        .string()
        .min(1)
        .max(8_192)
        .describe('Address of the page, http or https; percent-encoded in a query.'),
    }),
    unknownFieldHint:
      'If this is a part of the address, percent-encode it, or POST {"url": "…"} to the same path.',
    output: parsedData,
    example: {
      input: { parserId: exampleParser.id, url: 'https://shop.example/kettle?size=l&colour=red' },
      output: exampleData,
    },
    answer: 'value',
    cost: () => services.settings.values.price_scrape,
    runsParser: true,
    own: ownParser(services),
    async run({ url }, context) {
      const result = await scrapePage(services, context.owned, url, context)
      noteParse(context, result)
      return result.data
    },
  })
  return [scrape] as const
}
