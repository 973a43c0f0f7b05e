import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { mediaTypeOf } from '../base/media-type.ts'
import { looksBinary } from '../pages/charset.ts'
import { standardLabel } from '../pages/charset-labels.ts'
import { isArchive } from '../saved-files/detect-format.ts'
import type { UploadedFile } from './operation.ts'

/** Maximum size of an uploaded page in bytes: 16 MB. */
export const MAX_PAGE_BYTES = 16_777_216

/** What to send instead of a file that is not text. */
export const TEXT_HINT =
  'Send HTML, or a file that a browser saved (MHTML, HAR, WARC or zip), not a picture; UTF-16 and UTF-32 need their byte order mark.'

/**
 * A page sent as a file part of an upload: HTML, or a file that a browser or an archiver saved. Rejects empty files and those
 * that are neither text nor an archive.
 */
export const uploadedPage = z
  .custom<UploadedFile>()
  .superRefine((file, context) => {
    const refuse = (message: string, hint: string) =>
      context.addIssue({ code: 'custom', message, params: { hint } })
    if (!file?.bytes)
      refuse(
        'The page is missing.',
        'Send it in a multipart/form-data body, as a file part with the name of this field.',
      )
    else if (!file.bytes.byteLength)
      refuse(
        'The page is empty.',
        'Send the file itself; with curl, its path follows an @, as in `@page.html`.',
      )
    else if (!isArchive(file.bytes) && looksBinary(file.bytes)) refuse('The upload is not text.', TEXT_HINT)
  })
  .meta({ type: 'string', format: 'binary' })

/** The charset of uploaded pages, if the client knows it. A byte order mark takes precedence. */
export const charsetField = z
  .string()
  .max(40)
  .refine(isCharset, {
    error: 'There is no such charset.',
    params: { hint: 'For example: windows-1251.' },
  })
  .optional()
  .describe(
    'Charset of the page, if its file does not name it. It takes precedence over what the page itself says, but not over a byte order mark.',
  )
  .meta({ title: 'Charset', 'x-advanced': true })

function isCharset(label: string): boolean {
  try {
    return Boolean(new TextDecoder(standardLabel(label)))
  } catch {
    return false
  }
}

/** Returns the content type of an uploaded page, with the charset that the client names. */
export function typeOf({ contentType }: UploadedFile, charset: string | undefined): string | null {
  if (charset === undefined) return contentType
  return `${mediaTypeOf(contentType)?.essence ?? 'text/html'}; charset=${charset}`
}

/**
 * Returns a page that was sent as text as bytes in a buffer of their own, which can be transferred. Throws 413 if it is
 * larger than 16 MB.
 */
export function pageBytes(html: string, field: string): Uint8Array {
  const bytes = new TextEncoder().encode(html)
  if (bytes.byteLength <= MAX_PAGE_BYTES) return bytes
  throw new AppError('body_too_large', 'The page is larger than 16 MB.', {
    field,
    hint: 'Send the part that holds the data.',
  })
}
