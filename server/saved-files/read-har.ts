import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { ownBuffer } from '../base/own-buffer.ts'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'
import { type Exchange, isPage, isSuccessful, pagesOf } from './exchanges.ts'
import { isWebAddress } from './own-address.ts'
import { SAVED_FILE_BOUNDS, type SavedPage } from './saved-file.ts'
import { tooManyEntries, unreadable, withoutAttached, withoutContents } from './saved-file-errors.ts'

const KIND = 'HAR file'

/** The fields of HAR 1.2 that are read. Chromium and Playwright add `_resourceType`; `_file` names a file beside the HAR. */
const harEntry = z.object({
  pageref: z.string().nullish().catch(null),
  _resourceType: z.string().nullish().catch(null),
  request: z.object({ url: z.string() }),
  response: z.object({
    status: z.number(),
    content: z.object({
      mimeType: z.string().nullish(),
      text: z.string().nullish(),
      encoding: z.string().nullish(),
      size: z.number().nullish().catch(null),
      _file: z.string().nullish().catch(null),
    }),
  }),
})
type HarEntry = z.output<typeof harEntry>

const har = z.object({
  log: z.object({ creator: z.unknown().optional(), entries: z.array(z.unknown()) }),
})

/** Contents that a HAR file keeps in separate files, by file name. */
export type AttachedFiles = ReadonlyMap<string, Uint8Array>

/**
 * Reads the pages of a HAR file, with the responses to their requests. Returns null for JSON that only begins like HAR.
 * Throws AppError if the file is damaged, has no page, was saved without contents or exceeds a bound.
 */
export function readHar(bytes: Uint8Array, attachedFiles?: AttachedFiles): SavedPage[] | null {
  const parsed = har.safeParse(jsonOf(bytes))
  if (!parsed.success) return null
  const { creator, entries } = parsed.data.log
  if (entries.length > SAVED_FILE_BOUNDS.entries) throw tooManyEntries(KIND)
  if (creator === undefined && !entries.some(entry => harEntry.safeParse(entry).success)) return null
  const budget = createByteBudget()
  const exchanges = entries.flatMap(entry => exchangeOf(entry, attachedFiles, budget))
  if (exchanges.length === 0 && !attachedFiles && entries.some(isAttached)) throw withoutAttached()
  if (!exchanges.some(isPage) && entries.some(isWithoutText)) throw withoutContents()
  return pagesOf(exchanges, KIND)
}

const isAttached = (entry: unknown) => Boolean(harEntry.safeParse(entry).data?.response.content._file)

/** Whether the response is a page of which only the size was saved. */
function isWithoutText(entry: unknown): boolean {
  const { response } = harEntry.safeParse(entry).data ?? {}
  if (!response || !isSuccessful(response)) return false
  const { mimeType, text, size } = response.content
  return !text && (size ?? 0) > 0 && isPage({ contentType: mimeType ?? '', isDocument: false })
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw unreadable(KIND, cause)
  }
}

/** Returns the exchange of an entry, or nothing if the entry has no content (because it came from a cache, for example). */
function exchangeOf(
  entry: unknown,
  attachedFiles: AttachedFiles | undefined,
  budget: ByteBudget,
): Exchange[] {
  const parsed = harEntry.safeParse(entry)
  if (!parsed.success) return []
  const { request, response, pageref, _resourceType } = parsed.data
  const content = isWebAddress(request.url)
    ? (textOf(parsed.data) ?? fileOf(parsed.data, attachedFiles))
    : null
  if (!content) return []
  return [
    {
      url: request.url,
      // 304 Not Modified: the text is the copy in the browser's cache, with the status of the new response.
      status: response.status === 304 ? 200 : response.status,
      contentType: content.contentType,
      bytes: () => {
        const bytes = content.bytes()
        budget.take(bytes.length)
        return ownBuffer(bytes)
      },
      group: pageref ?? null,
      isDocument: _resourceType === 'document',
    },
  ]
}

interface EntryContent {
  contentType: string
  bytes(): Uint8Array
}

function textOf(entry: HarEntry): EntryContent | null {
  const { mimeType, text } = entry.response.content
  if (!text) return null
  return isBase64(entry)
    ? { contentType: mimeType ?? '', bytes: () => Buffer.from(text, 'base64') }
    : { contentType: asUtf8(mimeType ?? ''), bytes: () => Buffer.from(text, 'utf8') }
}

/** Returns the content that is in a separate file. Browsers provide texts decoded, and most files are written as UTF-8. */
function fileOf({ response }: HarEntry, attachedFiles: AttachedFiles | undefined): EntryContent | null {
  const { mimeType, _file } = response.content
  const bytes = attachedFiles?.get(_file ?? '')
  if (!bytes) return null
  return { contentType: isUtf8(bytes) ? asUtf8(mimeType ?? '') : (mimeType ?? ''), bytes: () => bytes }
}

const isBase64 = ({ response }: HarEntry) => response.content.encoding === 'base64'

/** The text of a HAR file is already decoded, whatever the charset of the response was. */
const asUtf8 = (type: string) => `${type.split(';')[0]!.trim()}; charset=utf-8`
