import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { FETCHES } from '../tool-hints.ts'
import { linkChoice } from './link-choice.ts'
import { readPageLinks } from './page-links.ts'
import { checkPage, checkSource, pageBody, pageFields } from './page-source.ts'
import { readerOf } from './page-to-read.ts'

const MAX_SHOWN = 10_000

/** The shape of the links of a page in answers. */
const linksOutput = z.object({
  url: z.string().nullable().describe('The address that was asked for.'),
  final_url: z.string().nullable().describe('The address after redirects.'),
  links: z
    .array(
      z.object({
        url: z.string(),
        text: z.string().nullable().describe('What the page shows for it; null in a sitemap.'),
        lastmod: z.string().nullable().describe('When a sitemap says that the page has changed.'),
      }),
    )
    .describe('Each address once, without its part behind `#`.'),
  total: z.int().describe('All links that fit, those beyond `limit` too.'),
  complete: z
    .boolean()
    .describe(
      'False where there is more than is read: of a page 50,000 links, of an index 50 sitemaps, for 60 seconds.',
    ),
  groups: z
    .array(
      z.object({
        pattern: z.string().describe('The form of the addresses; `*` stands for what differs.'),
        count: z.int(),
        examples: z.array(z.string()),
        matching: z.string().nullable().describe('The same as a value for `links_matching`.'),
      }),
    )
    .describe('All links that fit, by the form of their address; the 50 largest groups.'),
  sitemaps: z
    .array(
      z.object({
        url: z.string(),
        links: z.int(),
        error: z.string().nullable().describe('Why it was not read.'),
      }),
    )
    .describe('The sitemaps that were read, where the page is an index of sitemaps.'),
})

const exampleLinks: z.input<typeof linksOutput> = {
  url: 'https://shop.example/sitemap.xml',
  final_url: 'https://shop.example/sitemap.xml',
  links: [{ url: 'https://shop.example/p/kettle', text: null, lastmod: '2026-03-02' }],
  total: 1,
  complete: true,
  groups: [
    {
      pattern: 'https://shop.example/p/*',
      count: 1,
      examples: ['https://shop.example/p/kettle'],
      matching: '^https://shop\\.example/p/[^/?#]+$',
    },
  ],
  sitemaps: [],
}

/** `POST /v1/pages/links`: lists the links of a page or of a sitemap. */
export function linkOperations(services: Services) {
  const { settings } = services

  const links = defineOperation({
    id: 'page-links',
    group: 'extraction',
    summary: 'List the links of a page or sitemap.',
    description:
      'Groups them by the form of their address. An index of sitemaps is read with its sitemaps, also compressed ones, for the price of one page: a page costs what a scrape costs, an uploaded one what a parse costs; one that cannot be read, has no links that fit, or comes from the cache, is free. `items_from.links` of a batch takes the same choice.',
    method: 'POST',
    path: '/v1/pages/links',
    access: 'run',
    input: z
      .strictObject({
        ...pageFields,
        ...linkChoice,
        limit: z
          .int()
          .min(1)
          .max(MAX_SHOWN)
          .default(1_000)
          .describe('Maximum links to list; groups count all of them.')
          .meta({ title: 'Maximum links' }),
      })
      .superRefine(checkPage)
      .superRefine(needHost),
    output: linksOutput,
    example: { input: { url: exampleLinks.url! }, output: exampleLinks },
    ...pageBody,
    answer: 'value',
    faces: {
      tool: {
        name: 'page_links',
        group: 'pages',
        hints: FETCHES,
        description: 'Groups them by the form of their address; takes indexes of sitemaps, too.',
        omits: ['charset'],
        // A model continues from the groups: it then requests links by the pattern of a group.
        defaults: { limit: 100 },
      },
    },
    cost: ({ html }) => (html ? settings.values.price_parse : settings.values.price_scrape),
    check: input => checkSource(services, input),
    async run(input, context) {
      const reader = readerOf(context)
      const found = await readPageLinks({ services, wanted: input, reader })
      const urls = found.links.map(({ url }) => url)
      const groups = await services.extraction.group({ urls, owner: reader.owner }, reader.signal)
      context.addSource(found.origin)
      if (!found.isNew || urls.length === 0) context.charge(0)
      return {
        url: input.url ?? null,
        final_url: found.url ?? null,
        links: found.links.slice(0, input.limit),
        total: urls.length,
        complete: found.isComplete,
        groups,
        sitemaps: found.sitemaps,
      }
    },
  })
  return [links] as const
}

function needHost(
  { url, same_host }: { url?: unknown; same_host?: unknown },
  context: z.RefinementCtx,
): void {
  if (!same_host || url !== undefined) return
  context.addIssue({
    code: 'custom',
    path: ['same_host'],
    message: 'The host of the page is not known.',
    params: { hint: 'Give the address of the uploaded page as `url`, or leave `same_host` out.' },
  })
}
