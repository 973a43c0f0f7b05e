import { bufferOf } from '../base/own-buffer.ts'
import type { SavedFormat } from './saved-file.ts'

/** How much of a file is looked at. */
const HEAD_BYTES = 8_192

/** The fields with which an MHTML file begins, as a mail does (RFC 5322); a value may go on in the next line. */
const MAIL_FIELDS = /^(?:[!-9;-~]+[ \t]*:.*(?:\r?\n|$)(?:[ \t].*(?:\r?\n|$))*)+/
const MULTIPART = /^content-type[ \t]*:\s*multipart\/related\b/im
/** A page alone, as Internet Explorer saved those without pictures, and mails; what a server answers has no version of MIME. */
const MIME_VERSION = /^mime-version[ \t]*:/im
const MIME_TYPE = /^content-type[ \t]*:\s*(?:multipart\/|text\/html\b)/im
/** With the first key of its log (HAR 1.2): other JSON has a `log` as well. */
const HAR = /^\s*\{\s*"log"\s*:\s*\{\s*"(?:version|creator|browser|pages|entries|comment)"/

const isZip = ([first, second, third, fourth]: Uint8Array) =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4

/** How far into a page its first tag stands. */
const TAG_BYTES = 256

/** A page of SingleFile that unpacks itself in a browser: a zip with a program before it. */
const isSelfExtracting = (bytes: Uint8Array) =>
  bufferOf(bytes).subarray(0, TAG_BYTES).includes('<html data-sfz')

const isGzip = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b

/** Files that may hold pictures beside their pages, and so are not text. */
const ARCHIVES = new Set(['zip', 'gzip', 'warc', 'mhtml'])

/** Whether a file is an archive, which is not text though it may hold some. */
export const isArchive = (bytes: Uint8Array): boolean => ARCHIVES.has(detectFormat(bytes))

/** What a file is, by how it begins; names and types of files are often wrong. */
export function detectFormat(bytes: Uint8Array): SavedFormat | 'gzip' {
  if (isZip(bytes) || isSelfExtracting(bytes)) return 'zip'
  if (isGzip(bytes)) return 'gzip'
  // Most pages begin so, and are nothing else.
  if (bytes[0] === 0x3c) return 'page'
  const head = bufferOf(bytes)
    .toString('latin1', 0, HEAD_BYTES)
    .replace(/^\xef\xbb\xbf/, '')
  if (head.startsWith('WARC/1.')) return 'warc'
  const [fields = ''] = MAIL_FIELDS.exec(head.trimStart()) ?? []
  if (MULTIPART.test(fields) || (MIME_VERSION.test(fields) && MIME_TYPE.test(fields))) return 'mhtml'
  return HAR.test(head) ? 'har' : 'page'
}
