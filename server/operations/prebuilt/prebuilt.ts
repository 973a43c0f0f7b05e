import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { schemaNameOf, schemaNames } from '../../base/fields/schema-names.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'
import { knownInput } from '../../prebuilt/known-input.ts'
import { asSavedPageError } from '../../prebuilt/upstream-errors.ts'
import { type Context, defineOperation, ownerOf, type UploadedFile } from '../operation.ts'
import type { Services } from '../services.ts'
import { FETCHES } from '../tool-hints.ts'
import { charsetField, MAX_PAGE_BYTES, typeOf, uploadedPage } from '../uploads.ts'
import { accepted } from './accepted.ts'
import { callApi } from './call-api.ts'
import { baseSetting } from './upstream-services.ts'

/** The tool group of each platform. */
const GROUPS: Record<string, string> = {
  photosocial: 'social',
  shortvideo: 'social',
  videosite: 'video',
  realty: 'realty',
}

/** Maximum number of pages for one extraction. */
const MAX_PAGES = 8

/** Returns both operations of every prebuilt API: the call, and the extraction from saved pages. */
export function prebuiltOperations(services: Services) {
  return services.prebuilts.flatMap(api => {
    const example = placedExample(api.example, api.platform.name, baseSetting(services, api.platform))
    const placed = { ...api, example }
    api.output.register(schemaNames, { id: schemaNameOf(api.id) })
    return [callOf(services, placed), extractOf(services, placed)]
  })
}

function callOf(services: Services, api: Prebuilt) {
  return defineOperation({
    id: api.id,
    group: 'prebuilt',
    summary: api.summary,
    description: api.description,
    method: 'GET',
    also: 'POST',
    path: `/v1/${api.id}`,
    access: 'run',
    input: api.input,
    output: api.output,
    example: api.example,
    answer: 'value',
    ...(api.paging && { paging: api.paging }),
    faces: {
      tool: {
        name: api.id.replaceAll('-', '_'),
        group: GROUPS[api.platform.name] ?? 'web',
        hints: FETCHES,
        description: `On the ${api.platform.kind}.`,
      },
      node: true,
    },
    cost: () => 1,
    async run(input, context) {
      const { value, error, notice, sources, exchanges } = await callApi(services, api, input, context)
      context.trace(() => ({ requests: exchanges.map(({ text: _, ...request }) => request) }))
      for (const source of sources) context.addSource(source)
      // The readers no longer understand the answers of the platform.
      if (error?.code === 'changed') await services.keepChanged(api.platform.name, exchanges)
      if (error) throw error
      noteWord(context, notice)
      return value
    },
  })
}

const noteWord = (context: Context, word: string | undefined) => word && context.notice(word)

function extractOf(services: Services, api: Prebuilt) {
  const pages = z
    .array(uploadedPage)
    .min(1)
    .max(MAX_PAGES)
    .describe(
      `Saved pages: 1 to ${MAX_PAGES} parts named \`page\`: HTML, MHTML, JSON, HAR, WARC or zip, in any order.`,
    )
    .meta({ title: 'Saved pages' })
  const example: UploadedFile = { bytes: new Uint8Array([60]), name: 'saved.html', contentType: 'text/html' }
  return defineOperation({
    id: `extract-${api.id}`,
    group: 'extraction',
    summary: `${api.name} from pages that you saved.`,
    description: `What \`/v1/${api.id}\` returns, read from pages that your own browser saved. Nothing is fetched.`,
    method: 'POST',
    path: `/v1/extract/${api.id}`,
    access: 'run',
    input: z.strictObject({ page: pages, charset: charsetField, ...knownInput(api.input) }),
    output: api.output,
    example: { input: { page: [example] }, output: api.example.output },
    files: { page: { max: MAX_PAGES, maxBytes: MAX_PAGE_BYTES, description: 'A saved page.' } },
    answer: 'value',
    cost: () => services.settings.values.price_extract,
    async run(input, context) {
      const { page, charset, ...asked } = input as { page: UploadedFile[]; charset?: string }
      const sent = page.map(file => ({ bytes: file.bytes, contentType: typeOf(file, charset) }))
      try {
        const task = { apiId: api.id, pages: sent, asked, owner: ownerOf(context) }
        const { value, notice } = await services.extraction.extract(task, context.signal)
        noteWord(context, notice)
        context.addSource('saved')
        return accepted(api, value)
      } catch (error) {
        throw error instanceof AppError ? asSavedPageError(error) : error
      }
    },
  })
}

/**
 * Adapts an example to the base address `base`: every URL of the platform, which examples write as
 * `https://www.<platform>.example/…`, keeps its path and gets that scheme and host. null: unchanged.
 */
function placedExample<T>(example: T, platform: string, base: string | null): T {
  const own = new RegExp(`^https://(?:[\\w-]+\\.)*${platform}\\.example(?=[/?#]|$)`)
  const place = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(own, base!)
    if (Array.isArray(value)) return value.map(place)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, place(inner)]))
  }
  return base ? (place(example) as T) : example
}
