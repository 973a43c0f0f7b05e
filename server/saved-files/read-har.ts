import { z } from 'zod'
import { ownBuffer } from '../base/own-buffer.ts'
import { type Exchange, pagesOf } from './exchanges.ts'
import { isWeb } from './own-address.ts'
import { createRoom, type Room } from './room.ts'
import { SAVED_FILE_BOUNDS, type SavedPage } from './saved-file.ts'
import { tooManyEntries, unreadable } from './saved-file-errors.ts'

const KIND = 'HAR file'

/** As far as it is read of HAR 1.2; `_resourceType` is what Chromium and Playwright add. */
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
    }),
  }),
})
type HarEntry = z.output<typeof harEntry>

const har = z.object({
  log: z.object({ creator: z.unknown().optional(), entries: z.array(z.unknown()) }),
})

/** Reads the pages of a HAR file, with the answers to their requests; null for JSON that only begins like one. */
export function readHar(bytes: Uint8Array): SavedPage[] | null {
  const read = har.safeParse(jsonOf(bytes))
  if (!read.success) return null
  const { creator, entries } = read.data.log
  if (entries.length > SAVED_FILE_BOUNDS.entries) throw tooManyEntries(KIND)
  if (creator === undefined && !entries.some(entry => harEntry.safeParse(entry).success)) return null
  const room = createRoom()
  return pagesOf(
    entries.flatMap(entry => exchangeOf(entry, room)),
    KIND,
  )
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw unreadable(KIND, cause)
  }
}

/** An entry whose answer was saved with its text; one without (from a cache, or of another kind) is passed over. */
function exchangeOf(entry: unknown, room: Room): Exchange[] {
  const read = harEntry.safeParse(entry)
  if (!read.success) return []
  const { request, response, pageref, _resourceType } = read.data
  const { mimeType, text } = response.content
  if (!text || !isWeb(request.url)) return []
  return [
    {
      url: request.url,
      status: response.status,
      contentType: isBase64(read.data) ? (mimeType ?? '') : asUtf8(mimeType ?? ''),
      bytes: () => {
        const content = Buffer.from(text, isBase64(read.data) ? 'base64' : 'utf8')
        room.take(content.length)
        return ownBuffer(content)
      },
      group: pageref ?? null,
      isDocument: _resourceType === 'document',
    },
  ]
}

const isBase64 = ({ response }: HarEntry) => response.content.encoding === 'base64'

/** The text of a HAR file has been decoded already, whatever the charset of the answer was. */
const asUtf8 = (type: string) => `${type.split(';')[0]!.trim()}; charset=utf-8`
