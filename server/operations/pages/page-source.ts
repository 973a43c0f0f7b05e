import { z } from 'zod'
import { webAddress } from '../fields.ts'
import type { BodyBounds, FileField } from '../operation.ts'
import { fetchOptions } from '../parsers/fetch.ts'
import type { Services } from '../services.ts'
import { charsetField, MAX_PAGE_BYTES, uploadedPage } from '../uploads.ts'

/** The input field for the URL of a page to fetch. */
export const pageUrl = z
  .string()
  .min(1)
  .max(8_192)
  .describe(
    'Address of the page, http or https. With `html`, it is not fetched: relative links are resolved against it.',
  )
  .meta({ title: 'Page address', 'x-for-tools': 'Address of the page; with `html`, of its links.' })

/** The input fields for a page that needs no parser: a URL or an upload. */
export const pageFields = {
  url: pageUrl.optional(),
  html: uploadedPage
    .optional()
    .describe(
      'The page itself, or as a browser saved it (MHTML, HAR, WARC, zip), 16 MB at most: a part of a multipart/form-data body.',
    )
    .meta({ title: 'Page' }),
  charset: charsetField,
  fetch: fetchOptions,
}

/** The input fields for an uploaded page and its URL. */
export const uploadFields = {
  html: uploadedPage
    .describe('The page, or a file that a browser saved (MHTML, HAR, WARC, zip), 16 MB at most.')
    .meta({ title: 'Page' }),
  url: webAddress
    .optional()
    .describe('Address of the page, which relative links are resolved against.')
    .meta({ title: 'Page address' }),
  charset: charsetField,
}

export type PageSource = z.output<z.ZodObject<typeof pageFields>>

/** How such a page is sent: as an upload, or as JSON with its URL. */
export const pageBody: { files: Record<string, FileField>; body: BodyBounds } = {
  files: { html: { max: 1, maxBytes: MAX_PAGE_BYTES, description: 'The page to read.' } },
  body: { maxBytes: 1_048_576 },
}

/** Throws 400 if a page is to be fetched and its URL shows that it cannot be. */
export function checkSource({ fetcher }: Pick<Services, 'fetcher'>, { url, html }: PageSource): void {
  if (html === undefined) fetcher.checkAddress(url!)
}

/** Adds an issue for a call without a page, and for an upload with an invalid URL. */
export function checkPage({ url, html }: { url?: unknown; html?: unknown }, context: z.RefinementCtx): void {
  if (url === undefined && html === undefined)
    context.addIssue({
      code: 'custom',
      path: ['url'],
      message: 'Give the address of a page as `url`, or the page itself as `html`.',
      params: { hint: 'Send {"url": "https://…"} as JSON, or the page as a file part named `html`.' },
    })
  checkAddressOfUpload({ url, html }, context, 'leave it out if it is not known')
}

/** Adds an issue for an upload with an invalid URL. `otherwise` says what to do without one. */
export function checkAddressOfUpload(
  { url, html }: { url?: unknown; html?: unknown },
  context: z.RefinementCtx,
  otherwise: string,
): void {
  if (url === undefined || html === undefined || webAddress.safeParse(url).success) return
  context.addIssue({
    code: 'custom',
    path: ['url'],
    message: 'The address of the page must be complete, with http or https.',
    params: { hint: `For example https://shop.example/kettle; ${otherwise}.` },
  })
}

/** Returns what to do about a page that seems to have none of what is looked for. */
export function hintForEmpty({ html, fetch }: PageSource, what: 'text' | 'links'): string {
  if (html !== undefined)
    return 'If scripts fill the page, save it in your browser once everything is shown, and send that.'
  return fetch.mode === 'browser'
    ? `Check in your own browser that the page has ${what}; \`fetch.wait_for\` waits for what comes late.`
    : 'If scripts fill the page, set `fetch.mode` to `browser`.'
}
