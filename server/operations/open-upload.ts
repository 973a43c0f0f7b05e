import { groupDigits } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'
import { detectFormat } from '../saved-files/detect-format.ts'
import { ownAddress } from '../saved-files/own-address.ts'
import { HAR_TYPE } from '../saved-files/recorded-page.ts'
import type { SavedAnswer } from '../saved-files/saved-file.ts'
import { emptyPage } from '../saved-files/saved-file-errors.ts'
import type { Owner } from '../threads/fair-queue.ts'
import type { UploadedFile } from './operation.ts'
import type { Services } from './services.ts'
import { typeOf } from './uploads.ts'

/** A page from an uploaded file. */
export interface OpenedPage {
  bytes: Uint8Array
  contentType: string | null
  url: string | undefined
  /** The style sheets, images and fonts of the page by URL, if the file contains them. */
  looks?: ReadonlyMap<string, SavedAnswer>
}

/** What the client states about the uploaded page. */
interface UploadFacts {
  charset?: string | undefined
  /** The URL of the page. Default: the URL in the file. */
  url?: string | undefined
  /** Also reads the responses that the page fetched, if the file contains them. */
  withAnswers?: boolean
  /** Also reads the page's style sheets, images and fonts. */
  withLooks?: boolean
}

/**
 * Returns the page of an upload: the file itself, or the only page of an MHTML, HAR, WARC or zip file. Throws 400 if the file
 * is damaged, or has no page or several.
 */
export async function openUpload(
  { extraction }: Pick<Services, 'extraction'>,
  file: UploadedFile,
  { charset, url = file.url, withAnswers = false, withLooks = false }: UploadFacts,
  { owner, signal }: { owner: Owner; signal: AbortSignal },
): Promise<OpenedPage> {
  const { bytes } = file
  const contentType = typeOf(file, charset)
  // A page that a job kept together with its responses is already a HAR file and is passed on unchanged.
  if (withAnswers && file.contentType === HAR_TYPE) return { bytes, contentType: HAR_TYPE, url }
  if (detectFormat(bytes) === 'page')
    return { bytes, contentType, url: url ?? ownAddress(bytes) ?? undefined }
  const task = { bytes, contentType, most: 1, withAnswers, withLooks, owner }
  const { count, pages, looks } = await extraction.open(task, signal)
  if (count > 1) throw severalPages(count)
  const [page] = pages
  if (page!.bytes.byteLength === 0) throw emptyPage()
  return {
    bytes: page!.bytes,
    contentType: page!.contentType,
    url: url ?? page!.url ?? undefined,
    ...(withLooks && { looks: new Map(looks.map(look => [look.url, look])) }),
  }
}

const severalPages = (count: number) =>
  new AppError('invalid_input', `The file holds ${groupDigits(count)} pages.`, {
    hint: 'This call takes one. Send the pages one by one, or all of them as a batch: `POST /v1/batches/pages`.',
  })
