import { z } from 'zod'
import { createTurns } from '../../base/turns.ts'
import { compileUrlPatterns } from '../../parsers/paging/url-patterns.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'
import type { DatabaseRecord } from '../../store/databases/databases.ts'
import { everyRow, type Page, type PageQuery } from '../../store/page-of.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import { webAddress } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { exampleParser } from '../parsers/examples.ts'
import { platformAddressOf } from '../prebuilt/upstream-services.ts'
import type { Services } from '../services.ts'

/** Maximum number of parsers and of databases of an account that are searched, newest first. */
const MAX_LOOKED_AT = 1_000

const named = { id: z.string(), name: z.string() }
const credits = z.int().describe('Price of reading the page.')

const matches = z.object({
  apis: z.array(
    z.object({
      ...named,
      credits,
      input: z.record(z.string(), z.unknown()).describe('What the address says of the input of the API.'),
    }),
  ),
  parsers: z.array(
    z.object({
      ...named,
      credits,
      fits: z
        .enum(['address', 'site'])
        .describe('`address`: a pattern of the parser fits; `site`: it is tested on pages of this site.'),
    }),
  ),
  databases: z.array(z.object(named)).describe('Where rows can go.'),
})
type Matches = z.input<typeof matches>

/** `POST /v1/pages/matches`: lists the APIs and parsers that read the page at a URL, and the databases for its rows. */
export function matchOperations(services: Services) {
  const { store, prebuilts, settings } = services
  const { values } = settings

  const find = defineOperation({
    id: 'page-matches',
    group: 'extraction',
    summary: 'List the APIs and parsers that recognise an address.',
    description:
      'Free; nothing is fetched. It is what the browser extension shows for the page that is open.',
    method: 'POST',
    path: '/v1/pages/matches',
    access: 'run',
    input: z.strictObject({
      url: webAddress.describe('Address of the page.').meta({ title: 'Page address' }),
    }),
    output: matches,
    example: {
      input: { url: 'https://shop.example/kettle' },
      output: {
        apis: [],
        parsers: [{ id: exampleParser.id, name: exampleParser.name, credits: 1, fits: 'address' }],
        databases: [{ id: 'db_01KF0H6N2Q8V4XJ7M3T5W9Y1ZC', name: 'Kettles' }],
      },
    },
    answer: 'value',
    async run({ url }, context) {
      const account = accountOf(context)
      const parsers = await firstOf<ParserRecord>(page => store.parsers.list(account, page))
      const databases = await firstOf<DatabaseRecord>(page => store.databases.list(account, page))
      return {
        apis: prebuilts.flatMap(api => apiMatch(api, url)),
        parsers: await parserMatches(parsers, url),
        databases: databases.map(({ id, name }) => ({ id, name })),
      }
    },
  })

  function apiMatch(api: Prebuilt, url: string): Matches['apis'] {
    const input = inputOf(api, platformAddressOf(services, api.platform).back(url))
    return input ? [{ id: api.id, name: api.name, credits: values.price_extract, input }] : []
  }

  async function parserMatches(parsers: ParserRecord[], url: string): Promise<Matches['parsers']> {
    const turns = createTurns()
    const found: Matches['parsers'] = []
    for (const parser of parsers) {
      if (turns.isOver()) await turns.next()
      const fits = fitOf(parser, url)
      if (fits) found.push({ id: parser.id, name: parser.name, credits: values.price_parse, fits })
    }
    return found.sort((a, b) => a.fits.localeCompare(b.fits))
  }
  return [find] as const
}

/** Returns the first records of a list. */
async function firstOf<T>(list: (query: PageQuery) => Promise<Page<T>>): Promise<T[]> {
  const records: T[] = []
  for await (const record of everyRow(list)) if (records.push(record) === MAX_LOOKED_AT) break
  return records
}

/** Returns the input of an API for a URL; null if the URL is not one of its pages. */
function inputOf({ input }: Prebuilt, url: string): Record<string, unknown> | null {
  const fits = Object.keys(input.shape).find(field => input.safeParse({ [field]: url }).success)
  return fits === undefined ? null : { [fits]: url }
}

/** Returns why a parser matches a URL; null if it does not. */
function fitOf(parser: ParserRecord, url: string): Matches['parsers'][number]['fits'] | null {
  if (parser.status === 'archived') return null
  const patterns = (parser.schema.pages ?? []).flatMap(({ match }) => match?.url_patterns ?? [])
  if ([...parser.match.url_patterns, ...patterns].some(pattern => fitsPattern(pattern, url))) return 'address'
  const { host } = new URL(url)
  return parser.test_urls.some(test => URL.parse(test)?.host === host) ? 'site' : null
}

/**
 * Whether a URL matches a pattern. The patterns of a parser are informative and may use any notation; one that cannot be
 * compiled matches nothing.
 */
function fitsPattern(pattern: string, url: string): boolean {
  try {
    return compileUrlPatterns([pattern])(url)
  } catch {
    return false
  }
}
