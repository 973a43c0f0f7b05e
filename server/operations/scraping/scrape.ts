import { z } from 'zod'
import { maxPagesOf } from '../../parsers/paging/pages-at-most.ts'
import type { ParseResult } from '../../parsers/parse-result.ts'
import { idField } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { exampleData, exampleParser } from '../parsers/examples.ts'
import { noteParse, ownParser, parsedData } from '../parsers/parse.ts'
import type { Services } from '../services.ts'
import { FETCHES } from '../tool-hints.ts'
import { scrapePage } from './scrape-page.ts'

/** The input field for the URL to scrape. */
export const scrapedUrl = z
  .string()
  .min(1)
  .max(8_192)
  .describe('Address of the page, http or https; percent-encoded in a query.')
  .meta({ title: 'Page address', 'x-for-tools': 'Address of the page.' })

/** `GET|POST /v1/scrape/{parserId}`: fetches a page and applies a parser to it. */
export function scrapeOperations(services: Services) {
  const scrape = defineOperation({
    id: 'scrape',
    group: 'extraction',
    summary: 'Fetch an address and apply a parser to it.',
    description:
      'Private and local targets are refused. `X-Source` says how the page was fetched, as the parser’s `fetch` asks: `http`, `desktop`, `browser` or `cache`. One that cannot be fetched is free, and so is one from the cache.',
    method: 'POST',
    also: 'GET',
    path: '/v1/scrape/{parserId}',
    access: 'run',
    input: z.strictObject({
      parserId: idField('parser'),
      url: scrapedUrl,
    }),
    unknownQueryHint:
      'Fields: parserId, url. If this is a part of the address of the page, percent-encode that address, or POST {"url": "…"} to the same path.',
    output: parsedData,
    example: {
      input: { parserId: exampleParser.id, url: 'https://shop.example/kettle?size=l&colour=red' },
      output: exampleData,
    },
    answer: 'value',
    faces: {
      tool: {
        name: 'parser_scrape_url',
        group: 'parsers',
        hints: FETCHES,
        description: 'A page that cannot be fetched is free.',
        paysPerPage: true,
      },
      node: true,
    },
    cost: (_input, parser) =>
      services.settings.values.price_scrape * (parser ? maxPagesOf(parser.schema) : 1),
    runsParser: true,
    own: ownParser(services),
    check: ({ url }) => services.fetcher.checkAddress(url),
    async run({ url }, context) {
      const { result, ...how } = await scrapePage({
        services,
        parser: context.owned,
        url,
        accountId: accountOf(context),
        context,
      })
      noteParse(context, result, how)
      return result.data as ParseResult['data']
    },
  })
  return [scrape] as const
}
