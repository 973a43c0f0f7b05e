import type { z } from 'zod'
import { fieldBelow } from '../jobs/targets.ts'
import { accountOf, type Context, defineOperation, LARGE_BODY, ownerOf } from '../operation.ts'
import { pageEitherWay } from '../scraping/page-ways.ts'
import type { Services } from '../services.ts'
import { FETCHES } from '../tool-hints.ts'
import { pageBytes } from '../uploads.ts'
import { examplePage } from './examples.ts'
import { inferInput, inferOutput, selectorsInput, selectorsOutput } from './learn-shapes.ts'

type InferInput = z.output<typeof inferInput>

const HTML = 'text/html; charset=utf-8'

const exampleRule = { css: '.price', type: 'number' } as const
const exampleReason = 'its class is a word, which sites rarely change'

/** Operations that learn the rules of a parser from examples. */
export function learnOperations(services: Services) {
  const { extraction, settings } = services

  const infer = defineOperation({
    id: 'parser-infer',
    group: 'parsers',
    summary: 'Learn a schema from pages and the values wanted from them.',
    description:
      'Rules are right on all pages given, and built on what lasts: structured data, ids, names and labels before places. Nothing is saved. On saved or uploaded pages it is free; each `url` costs what a scrape costs, unless nothing is learned.',
    method: 'POST',
    path: '/v1/parsers/infer',
    body: LARGE_BODY,
    access: 'run',
    input: inferInput,
    output: inferOutput,
    example: {
      input: { pages: [{ html: examplePage, values: { price: 24.5 } }] },
      output: {
        schema: { fields: { price: exampleRule } },
        fields: [
          {
            name: 'price',
            rule: exampleRule,
            type: 'number',
            score: 0.71,
            reasons: [exampleReason, 'right on 1 of 1'],
            alternatives: [],
          },
        ],
        missing: [],
        counts: [],
      },
    },
    answer: 'value',
    faces: { tool: { name: 'parser_infer', group: 'learning', hints: FETCHES } },
    cost: ({ pages }) => settings.values.price_scrape * pages.filter(isFetched).length,
    check({ pages }) {
      for (const [at, page] of pages.entries()) if (isFetched(page)) checkPage(services, page.url!, at)
    },
    async run(input, context) {
      const pages = await Promise.all(
        input.pages.map((page, at) => pageOf(services, input, page, at, context)),
      )
      const learned = await extraction.infer(
        { pages, list: input.list, owner: ownerOf(context) },
        context.signal,
      )
      if (learned.schema === null) context.charge(0)
      return learned
    },
  })

  const selectors = defineOperation({
    id: 'parser-selectors',
    group: 'parsers',
    summary: 'Offer selectors for an element of a page, with what each finds.',
    description: 'Best first, by how well they will hold. Nothing is fetched. Free.',
    method: 'POST',
    path: '/v1/parsers/selectors',
    body: LARGE_BODY,
    access: 'run',
    input: selectorsInput,
    output: selectorsOutput,
    example: {
      input: { html: examplePage, node: { css: '.price' } },
      output: {
        number: 4,
        tag: 'p',
        text: '24.50',
        name: 'price',
        type: 'number',
        readings: [{ read: 'text', value: '24.50' }],
        selectors: [
          {
            css: '.price',
            score: 0.74,
            reasons: [exampleReason],
            matches: 1,
            nodes: [4],
          },
        ],
        rules: [
          {
            rule: exampleRule,
            score: 0.74,
            reasons: [exampleReason],
            value: 24.5,
          },
        ],
      },
    },
    answer: 'value',
    run: ({ html, url, node, also, not, within }, context) =>
      extraction.pick(
        {
          bytes: pageBytes(html, 'html'),
          contentType: HTML,
          url,
          pick: { node, also, not, within },
          owner: ownerOf(context),
        },
        context.signal,
      ),
  })
  return [infer, selectors] as const
}

function checkPage({ fetcher }: Services, url: string, at: number): void {
  try {
    fetcher.checkAddress(url)
  } catch (error) {
    throw fieldBelow(`pages[${at}]`, error)
  }
}

const isFetched = ({ html }: InferInput['pages'][number]) => html === undefined

/** Returns a page with its wanted values; fetches it if its HTML is not in the input. */
async function pageOf(
  services: Services,
  { fetch }: InferInput,
  { html, url, values, items }: InferInput['pages'][number],
  at: number,
  context: Context,
) {
  if (html !== undefined)
    return { bytes: pageBytes(html, `pages[${at}].html`), contentType: HTML, url, values, items }
  const { page, mode } = await pageEitherWay({
    services,
    parser: { fetch },
    url: url!,
    accountId: accountOf(context),
    context,
  })
  context.addSource(mode)
  return { bytes: page.bytes, contentType: page.contentType, url: page.url, values, items }
}
