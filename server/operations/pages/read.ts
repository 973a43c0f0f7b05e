import type { ReadPage } from '../../reading/read-page.ts'
import { type Context, defineOperation, ownerOf } from '../operation.ts'
import type { Services } from '../services.ts'
import { FETCHES } from '../tool-hints.ts'
import { pageBody } from './page-source.ts'
import { type PageToRead, pageInBrowser, pageToRead, type ReadInput } from './page-to-read.ts'
import { exampleAnswer, readInput, readOutput } from './shapes.ts'

/** `POST /v1/pages/read`: a page as text, without a parser. */
export function pageOperations(services: Services) {
  const { settings } = services

  const read = defineOperation({
    id: 'page-read',
    group: 'extraction',
    summary: 'Read any page as text.',
    description:
      'Needs no parser. The text is cut at a block; reading on with `from` is free for an hour, while the page is kept. A page costs what a scrape costs, an uploaded one what a parse costs; one that cannot be read, or comes from the cache, is free. `X-Source` says where the page came from.',
    method: 'POST',
    path: '/v1/pages/read',
    access: 'run',
    input: readInput,
    output: readOutput,
    example: { input: { url: 'https://news.example/tea' }, output: exampleAnswer },
    ...pageBody,
    answer: 'value',
    faces: {
      tool: {
        name: 'page_read',
        group: 'pages',
        hints: FETCHES,
        description: 'For any site, without a parser. Reading on with `from` is free for an hour.',
        omits: ['charset'],
        // With outline, links and tables beside the text an answer stays within what a tool shows.
        defaults: { max_tokens: 5_000 },
      },
    },
    cost: ({ html }) => (html ? settings.values.price_parse : settings.values.price_scrape),
    async run(input, context) {
      const { found, result } = await readOnce(services, input, context)
      if (result.next !== null || input.fetch.max_age_s !== null) found.keep()
      context.addSource(found.origin)
      if (found.origin === 'cache') context.charge(0)
      const { text, ...rest } = result
      return { ...rest, ...written(input, text), url: input.url ?? null, final_url: found.page.url ?? null }
    },
  })
  return [read] as const
}

interface Read {
  found: PageToRead
  result: ReadPage
}

/** Reads a page; where it may be had in a browser as well and has no text over HTTP, as it is there. */
async function readOnce(services: Services, input: ReadInput, context: Context): Promise<Read> {
  const found = await pageToRead(services, input, context)
  try {
    return { found, result: await readPage(services, input, found, context) }
  } catch (error) {
    const mayHelp = input.fetch.mode === 'auto' && found.origin === 'http'
    const inBrowser = mayHelp ? await pageInBrowser(services, input, context) : null
    if (!inBrowser) throw error
    return { found: inBrowser, result: await readPage(services, input, inBrowser, context) }
  }
}

function readPage(
  { extraction }: Services,
  input: ReadInput,
  { page }: PageToRead,
  context: Context,
): Promise<ReadPage> {
  const { content, format, from, find, links } = input
  const options = {
    content,
    format,
    from,
    find,
    links,
    maxTokens: input.max_tokens,
    linksMatching: input.links_matching,
  }
  return extraction.read({ ...page, options, owner: ownerOf(context) }, context.signal)
}

const NOT_WRITTEN = { markdown: null, text: null, html: null }

/** The text in the field of its format. */
const written = ({ format }: ReadInput, text: string) => ({ ...NOT_WRITTEN, [format]: text })
