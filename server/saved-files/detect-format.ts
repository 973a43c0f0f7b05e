import type { SavedFormat } from './saved-file.ts'

/** How much of a file is looked at. */
const HEAD_BYTES = 8_192

/** The first line of a mail, or of an MHTML file, is one of these fields. */
const MAIL_FIELD =
  /^(?:from|subject|date|mime-version|content-type|content-location|snapshot-content-location):/i
const MULTIPART = /^content-type:[ \t]*multipart\/related\b/im
const HAR = /^\s*\{\s*"log"\s*:\s*\{/

const isZip = ([first, second, third, fourth]: Uint8Array) =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4

const isGzip = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b

/** Files that may hold pictures beside their pages, and so are no text. */
const ARCHIVES = new Set(['zip', 'gzip', 'warc', 'mhtml'])

/** Whether a file is an archive, which is no text though it may hold some. */
export const isArchive = (bytes: Uint8Array): boolean => ARCHIVES.has(detectFormat(bytes))

/** What a file is, by how it begins; names and types of files are often wrong. */
export function detectFormat(bytes: Uint8Array): SavedFormat | 'gzip' {
  if (isZip(bytes)) return 'zip'
  if (isGzip(bytes)) return 'gzip'
  // Most pages begin so, and are nothing else.
  if (bytes[0] === 0x3c) return 'page'
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  if (head.startsWith('WARC/1.')) return 'warc'
  if (MAIL_FIELD.test(head) && MULTIPART.test(head)) return 'mhtml'
  return HAR.test(head) ? 'har' : 'page'
}
