import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { webAddress } from '../../operations/fields.ts'
import { type Context, defineOperation, LARGE_BODY, ownerOf } from '../../operations/operation.ts'
import { examplePage } from '../../operations/parsers/examples.ts'
import { problemsOf } from '../../operations/parsers/schema-problems.ts'
import { fetchOfFurther, pageEitherWay } from '../../operations/scraping/page-ways.ts'
import { MAX_PAGE_BYTES, pageBytes } from '../../operations/uploads.ts'
import { listOf } from '../../parsers/paging/paged-list.ts'
import { maxPagesOf } from '../../parsers/paging/pages-at-most.ts'
import type { ParserSchema } from '../../parsers/parser-schema.ts'
import { kindsOf } from '../../parsers/resolve-schema.ts'
import { pageAddress } from '../../parsers/values/read-url.ts'
import type { PageBytes } from '../../threads/tasks.ts'
import { type AdminServices, accountNamed } from '../services.ts'
import { editedFetch, editedFetchFields } from './edited-fetch.ts'

/** Pages that a preview fetches in addition to the open one. */
const FETCHED = 2

const page = {
  html: z.string().min(1).max(MAX_PAGE_BYTES).describe('The open page.'),
  url: webAddress.describe('Its address.'),
}

const offerShape = z.object({
  paginate: z.record(z.string(), z.unknown()).describe('As `paginate` of a schema.'),
  found: z.string().describe('What on the page it goes by.'),
  next: z.string().describe('The address that it leads to.'),
})

const previewedShape = z.object({
  pages: z.array(
    z.object({
      url: z.string(),
      items: z.int().describe('Items of the list on this page.'),
      fresh: z.int().describe('Those that no page before it had.'),
      error: z.string().nullable().describe('Why the page could not be fetched or read.'),
    }),
  ),
  has_more: z.boolean().describe('The last of these pages leads on.'),
  credits: z.int().describe('What a scrape of all pages costs at most.'),
  ms: z
    .int()
    .nullable()
    .describe(
      'Milliseconds that such a scrape takes at most, as far as these pages tell; null where none was fetched.',
    ),
})

type PreviewedPage = z.input<typeof previewedShape>['pages'][number]

/** A page of a list after it was read. */
interface ListPage {
  items: unknown[]
  next: string | undefined
}

/** How the list of a page continues: what a parser can follow, and a preview of the result. */
export function parserPagingOperations(services: AdminServices) {
  const { extraction, settings } = services

  const offers = defineOperation({
    id: 'next-page-offers',
    group: 'admin',
    summary: 'Suggest how the list of a page may continue, the surest way first.',
    description: 'Free; nothing is fetched.',
    method: 'POST',
    path: '/admin/pages/next',
    body: LARGE_BODY,
    access: 'admin',
    input: z.strictObject(page),
    output: z.object({ data: z.array(offerShape) }),
    example: {
      input: { html: examplePage, url: 'https://shop.example/new' },
      output: {
        data: [
          {
            paginate: { next: '[rel~=next]@href' },
            found: 'the page’s own mark, rel=next',
            next: 'https://shop.example/new?page=2',
          },
        ],
      },
    },
    answer: 'value',
    run: async ({ html, url }, context) => ({
      data: (await extraction.nextPages(
        { bytes: pageBytes(html, 'html'), contentType: null, url, owner: ownerOf(context) },
        context.signal,
      )) as z.input<typeof offerShape>[],
    }),
  })

  const preview = defineOperation({
    id: 'next-page-preview',
    group: 'admin',
    summary: `Follow the list of a page over ${FETCHED} further pages, to see what each holds.`,
    description: 'Free. Private and local targets are refused, as in every fetch.',
    method: 'POST',
    path: '/admin/pages/next/preview',
    body: LARGE_BODY,
    access: 'admin',
    input: z.strictObject({
      ...page,
      schema: z.record(z.string(), z.unknown()).describe('The schema, with `paginate`.'),
      ...editedFetchFields,
    }),
    output: previewedShape,
    example: {
      input: {
        html: examplePage,
        url: 'https://shop.example/new',
        schema: { fields: { items: { css: 'li', all: true } }, paginate: { param: 'page' } },
      },
      output: {
        pages: [{ url: 'https://shop.example/new', items: 24, fresh: 24, error: null }],
        has_more: false,
        credits: 10,
        ms: null,
      },
    },
    answer: 'value',
    async run({ html, url, schema: written, ...edited }, context) {
      const schema = await checked(written)
      const fetch = await editedFetch(services, edited)
      const { id: accountId } = await accountNamed(services, edited.account)
      const read = (one: PageBytes) => readList(services, schema, one, context)
      const fetched = async (address: string) => {
        const { page } = await pageEitherWay({
          services,
          parser: { fetch: fetchOfFurther(fetch, url, address) },
          url: address,
          accountId,
          context,
        })
        return read({ bytes: page.bytes, contentType: page.contentType, url: page.url })
      }
      const first = await read({ bytes: pageBytes(html, 'html'), contentType: null, url })
      const startedAt = performance.now()
      const followed = await followPages(url, first, fetched)
      const fetches = followed.pages.length - 1
      const most = maxPagesOf(schema)
      const each = (performance.now() - startedAt) / fetches
      return {
        ...followed,
        credits: settings.values.price_scrape * most,
        ms: fetches ? Math.round(each * most) : null,
      }
    },
  })
  return [offers, preview] as const
}

/** Throws 400 for an invalid schema, or one without `paginate`. */
async function checked(written: Record<string, unknown>): Promise<ParserSchema> {
  const [problem] = await problemsOf(written)
  if (problem)
    throw new AppError('invalid_input', problem.error, {
      field: problem.field,
      ...(problem.hint !== undefined && { hint: problem.hint }),
    })
  const schema = written as unknown as ParserSchema
  if (kindsOf(schema).some(({ paginate }) => paginate)) return schema
  throw new AppError('invalid_input', 'The schema does not say how its list continues.', {
    field: 'schema.paginate',
    hint: 'Choose what leads to the next page first.',
  })
}

async function readList(
  { extraction }: AdminServices,
  schema: ParserSchema,
  page: PageBytes,
  context: Context,
): Promise<ListPage> {
  const task = { key: context.requestId, schema, ...page, trace: false, owner: ownerOf(context) }
  const { data, kind, next } = await extraction.parse(task, context.signal)
  const { fields, paginate } = kindsOf(schema)[kind]!
  const items = paginate ? data[listOf(fields, paginate.list) as string] : []
  return { items: Array.isArray(items) ? items : [], next }
}

/** Follows a list for a few pages, as a scrape would. A page that cannot be fetched ends the list, with the reason. */
async function followPages(url: string, first: ListPage, get: (address: string) => Promise<ListPage>) {
  const seen = new Set<string>()
  const visited = new Set([pageAddress(url)])
  const noted = (address: string, { items }: ListPage): PreviewedPage => {
    const before = seen.size
    for (const item of items) seen.add(JSON.stringify(item))
    return { url: address, items: items.length, fresh: seen.size - before, error: null }
  }
  const pages = [noted(url, first)]
  let next: string | undefined = first.next
  const isOpen = () => next !== undefined && !visited.has(next)
  while (isOpen() && pages.length <= FETCHED) {
    const address = next as string
    visited.add(address)
    const page = await get(address).catch(unlessCancelled)
    pages.push(page instanceof AppError ? failed(address, page) : noted(address, page))
    next = page instanceof AppError ? undefined : page.next
  }
  return { pages, has_more: isOpen() }
}

const failed = (url: string, { message }: AppError) => ({ url, items: 0, fresh: 0, error: message })

/** Returns an expected error of a page as a result. Rethrows anything else, and cancellation. */
function unlessCancelled(error: unknown): AppError {
  if (error instanceof AppError && error.code !== 'cancelled') return error
  throw error
}
