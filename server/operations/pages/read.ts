import type { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import type { ReadOptions } from '../../reading/read-options.ts'
import { type Context, defineOperation, ownerOf } from '../operation.ts'
import type { Services } from '../services.ts'
import { FETCHES } from '../tool-hints.ts'
import { checkSource, hintForEmpty, pageBody } from './page-source.ts'
import { READ_ON_S, type ReadRequest, readerOf, readPageOf } from './page-to-read.ts'
import { exampleAnswer, readInput, readOutput } from './shapes.ts'

type ReadInput = z.output<typeof readInput>

/** The fields that the tool returns by default. Tables are in the text, and links have their own tool, `page_links`. */
const SHOWN = [
  ...['final_url', 'title', 'description', 'author', 'site', 'published_at', 'language'],
  ...['markdown', 'outline', 'tokens', 'next', 'empty_reason'],
]

/** `POST /v1/pages/read`: returns a page as text, without a parser. */
export function pageOperations(services: Services) {
  const { settings } = services

  const read = defineOperation({
    id: 'page-read',
    group: 'extraction',
    summary: 'Read any page as text.',
    description:
      'Needs no parser. The text is cut at a block; reading on with `from` is free for an hour, while the page is kept. A page costs what a scrape costs, an uploaded one what a parse costs; one that cannot be read, has nothing that fits `find` and `from`, or comes from the cache, is free. `X-Source` says where the page came from.',
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
        omits: ['charset', 'format', 'links', 'links_matching'],
        shows: SHOWN,
        // Together with outline, links and tables, the answer stays within what a tool may return.
        defaults: { max_tokens: 5_000 },
      },
    },
    cost: ({ html }) => (html ? settings.values.price_parse : settings.values.price_scrape),
    check: input => checkSource(services, input),
    async run(input, context) {
      const { found, result } = await readPageOf(wantedPage(services, input, context), {
        read: page =>
          services.extraction
            .read({ ...page, options: optionsOf(input), owner: ownerOf(context) }, context.signal)
            .catch(error => {
              throw withHint(error, input)
            }),
        isShell: ({ isShell }) => isShell,
        sizeOf: ({ words }) => words,
      })
      const isEmpty = result.empty_reason !== null
      // A page that was not paid for is not cached, or it could be read for free.
      if (!isEmpty && (result.next !== null || input.fetch.max_age_s !== null)) found.keep()
      context.addSource(found.origin)
      if (isEmpty || found.origin === 'cache') context.charge(0)
      const { text, isShell: _, words: __, ...rest } = result
      return { ...rest, ...written(input, text), url: input.url ?? null, final_url: found.page.url ?? null }
    },
  })
  return [read] as const
}

/** Returns the error with what to do about a page without text, unless the page itself shows that. */
function withHint(error: unknown, input: ReadInput): unknown {
  const isEmpty = error instanceof AppError && error.code === 'extraction_failed'
  if (!isEmpty || error.facts.hint !== undefined) return error
  const around = input.content === 'all' ? '' : ' `content: all` also reads what is around the main text.'
  return new AppError(error.code, error.message, { hint: `${hintForEmpty(input, 'text')}${around}` })
}

const wantedPage = (services: Services, source: ReadInput, context: Context): ReadRequest => ({
  services,
  source,
  reader: readerOf(context),
  maxAgeS: Math.max(source.fetch.max_age_s ?? 0, source.from > 0 ? READ_ON_S : 0),
  mayKeep: true,
})

const optionsOf = ({
  content,
  format,
  from,
  find,
  links,
  max_tokens,
  links_matching,
}: ReadInput): ReadOptions => ({
  content,
  format,
  from,
  find,
  links,
  maxTokens: max_tokens,
  linksMatching: links_matching,
})

const NOT_WRITTEN = { markdown: null, text: null, html: null }

/** Returns the text in the field of its format. */
const written = ({ format }: ReadInput, text: string) => ({ ...NOT_WRITTEN, [format]: text })
