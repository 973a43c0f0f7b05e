import { gunzipSync } from 'node:zlib'
import { mediaTypeOf } from '../base/media-type.ts'
import { ownBuffer } from '../base/own-buffer.ts'
import { detectFormat } from './detect-format.ts'
import { ownAddress } from './own-address.ts'
import type { AttachedFiles } from './read-har.ts'
import { SAVED_FILE_BOUNDS, type SavedFile, type SavedPage } from './saved-file.ts'
import { fileTooLarge, tooManyPages, unreadable } from './saved-file-errors.ts'

/**
 * Reads the pages in a file: one for HTML, MHTML, XML, JSON and text; several for HAR, WARC (gzipped or not) and zip. The
 * format is detected from the content. Pages whose file does not give their charset get that of `contentType`. Throws
 * AppError if the file is damaged, has no page or exceeds a bound.
 */
export async function readSavedFile(
  bytes: Uint8Array,
  contentType: string | null = null,
): Promise<SavedFile> {
  const isGzipped = detectFormat(bytes) === 'gzip'
  const file = isGzipped ? gunzip(bytes) : bytes
  const format = detectFormat(file)
  if (format === 'gzip') throw unreadable('gzip file')
  const pages = format === 'zip' ? await pagesOfZip(file) : await pagesOf(file, format, contentType)
  const charset = mediaTypeOf(contentType)?.parameters.get('charset')
  return { format, pages: charset === undefined ? pages : pages.map(page => withCharset(page, charset)) }
}

function withCharset(page: SavedPage, charset: string): SavedPage {
  const type = mediaTypeOf(page.contentType)
  if (type?.parameters.has('charset')) return page
  return { ...page, contentType: `${type?.essence ?? 'text/html'}; charset=${charset}` }
}

async function pagesOf(
  bytes: Uint8Array,
  format: ReturnType<typeof detectFormat>,
  contentType: string | null,
  attachedFiles?: AttachedFiles,
): Promise<SavedPage[]> {
  if (format === 'mhtml') return [await (await import('./read-mhtml.ts')).readMhtml(bytes)]
  if (format === 'warc') return (await import('./read-warc.ts')).readWarc(bytes)
  const harPages = format === 'har' ? (await import('./read-har.ts')).readHar(bytes, attachedFiles) : null
  if (harPages) return harPages
  return [{ url: ownAddress(bytes), contentType, bytes: ownBuffer(bytes), name: null, answers: [] }]
}

/** Reads the pages of a zip archive. No archive within it is opened but web archives, which usually are gzipped. */
async function pagesOfZip(bytes: Uint8Array): Promise<SavedPage[]> {
  const { readZip } = await import('./read-zip.ts')
  const pages: SavedPage[] = []
  let left: number = SAVED_FILE_BOUNDS.allBytes
  for (const entry of readZip(bytes)) {
    const isGzipped = detectFormat(entry.bytes) === 'gzip'
    const file = isGzipped ? gunzip(entry.bytes, left) : entry.bytes
    if (isGzipped) left -= file.length
    const entryPages = await pagesOf(file, detectFormat(file), null, entry.attached)
    pages.push(...entryPages.map(page => ({ ...page, name: entry.name })))
    if (pages.length > SAVED_FILE_BOUNDS.pages) throw tooManyPages()
  }
  return pages
}

/** Decompresses a gzipped file, as web archives usually are. */
function gunzip(bytes: Uint8Array, maxOutputLength: number = SAVED_FILE_BOUNDS.allBytes): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength })
  } catch (cause) {
    const isBomb = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw isBomb ? fileTooLarge() : unreadable('gzip file', cause)
  }
}
