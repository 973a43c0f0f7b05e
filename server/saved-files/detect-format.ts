import { bufferOf } from '../base/own-buffer.ts'
import type { SavedFormat } from './saved-file.ts'

/** Number of bytes at the start of a file that are examined. */
const HEAD_BYTES = 8_192

/** The header fields that an MHTML file begins with, as mail does (RFC 5322); a value may continue on the next line. */
const MAIL_FIELDS = /^(?:[!-9;-~]+[ \t]*:.*(?:\r?\n|$)(?:[ \t].*(?:\r?\n|$))*)+/
const MULTIPART = /^content-type[ \t]*:\s*multipart\/related\b/im
/**
 * Headers of mails, and of pages without pictures that Internet Explorer saved as MHTML. HTTP responses have no
 * MIME-Version.
 */
const MIME_VERSION = /^mime-version[ \t]*:/im
const MIME_TYPE = /^content-type[ \t]*:\s*(?:multipart\/|text\/html\b)/im
/** A HAR file (HAR 1.2), recognised by the first key of its `log`, since other JSON may have a `log` too. */
const HAR = /^\s*\{\s*"log"\s*:\s*\{\s*"(?:version|creator|browser|pages|entries|comment)"/

const isZip = ([first, second, third, fourth]: Uint8Array) =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4

/** Number of bytes at the start of a page in which to look for its first tag. */
const TAG_BYTES = 256

/** Whether the file is a self-extracting page of SingleFile: a zip archive after a program that unpacks it in a browser. */
const isSelfExtracting = (bytes: Uint8Array) =>
  bufferOf(bytes).subarray(0, TAG_BYTES).includes('<html data-sfz')

/** Whether bytes begin as a gzip file does. */
export const isGzip = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b

/** Formats that may contain pictures besides pages, and so are not text. */
const ARCHIVES = new Set(['zip', 'gzip', 'warc', 'mhtml'])

/** Whether a file is an archive, which is not text even if it contains some. */
export const isArchive = (bytes: Uint8Array): boolean => ARCHIVES.has(detectFormat(bytes))

/** Detects the format of a file from its content, since file names and declared types are often wrong. */
export function detectFormat(bytes: Uint8Array): SavedFormat | 'gzip' {
  if (isZip(bytes) || isSelfExtracting(bytes)) return 'zip'
  if (isGzip(bytes)) return 'gzip'
  // Most pages begin with `<`, which none of the formats below does.
  if (bytes[0] === 0x3c) return 'page'
  const head = bufferOf(bytes)
    .toString('latin1', 0, HEAD_BYTES)
    .replace(/^\xef\xbb\xbf/, '')
  if (head.startsWith('WARC/1.')) return 'warc'
  const [fields = ''] = MAIL_FIELDS.exec(head.trimStart()) ?? []
  if (MULTIPART.test(fields) || (MIME_VERSION.test(fields) && MIME_TYPE.test(fields))) return 'mhtml'
  return HAR.test(head) ? 'har' : 'page'
}
