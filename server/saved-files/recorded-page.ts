import { AppError } from '../base/errors.ts'
import { ownBuffer } from '../base/own-buffer.ts'
import { decodeText } from '../pages/charset.ts'
import type { SavedAnswer, SavedPage } from './saved-file.ts'
import { type HarAnswer, harOf } from './write-har.ts'

/** Content type of a page that is kept together with what it fetched, as a HAR file with one page. */
export const HAR_TYPE = 'application/har+json'

/** Writes a page and the responses that it fetched as a HAR 1.2 file, which other programs can open too. */
export function recordPage(
  page: Pick<SavedPage, 'url' | 'contentType' | 'bytes'>,
  answers: readonly SavedAnswer[],
): Uint8Array<ArrayBuffer> {
  const document = { ...page, url: page.url ?? 'http://localhost/', status: 200 }
  return ownBuffer(Buffer.from(JSON.stringify(harOf(asText(document), answers.map(asText)))))
}

/**
 * Returns the page in such a file; null for any other type, and for a file of this type from a site that is not a HAR file.
 */
export async function readRecordedPage({
  bytes,
  contentType,
}: Pick<SavedPage, 'contentType'> & { bytes: Uint8Array }): Promise<SavedPage | null> {
  if (contentType !== HAR_TYPE) return null
  const { readHar } = await import('./read-har.ts')
  try {
    return readHar(bytes)?.[0] ?? null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

interface RecordedResponse extends Pick<HarAnswer, 'url' | 'status'> {
  contentType: string | null
  bytes: Uint8Array
}

const asText = ({ url, status, contentType, bytes }: RecordedResponse): HarAnswer => ({
  url,
  status,
  contentType: contentType ?? '',
  text: decodeText(bytes, contentType),
  size: bytes.length,
})
