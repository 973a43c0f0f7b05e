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

/** A page that came as a file. */
export interface OpenedPage {
  bytes: Uint8Array
  contentType: string | null
  url: string | undefined
  /** Its style sheets, pictures and fonts, by address, where the file holds them. */
  looks?: ReadonlyMap<string, SavedAnswer>
}

/** How a client describes the page that it sends. */
interface UploadFacts {
  charset?: string | undefined
  /** Its address; else that which the file names. */
  url?: string | undefined
  /** What it fetched is read, too, where the file holds that. */
  withAnswers?: boolean
  /** Its style sheets, pictures and fonts, too. */
  withLooks?: boolean
}

/**
 * The page of an upload: the file itself, or the one page of an MHTML, HAR, WARC or zip file. Throws 400 for a file that is
 * damaged, has no page or several.
 */
export async function openUpload(
  { extraction }: Pick<Services, 'extraction'>,
  file: UploadedFile,
  { charset, url = file.url, withAnswers = false, withLooks = false }: UploadFacts,
  { owner, signal }: { owner: Owner; signal: AbortSignal },
): Promise<OpenedPage> {
  const { bytes } = file
  const contentType = typeOf(file, charset)
  // A job's page that was kept with what it fetched comes as it was kept.
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
