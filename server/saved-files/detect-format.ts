import type { SavedFormat } from './saved-file.ts'

/** How much of a file is looked at. */
const HEAD_BYTES = 8_192

/** The first line of a mail, or of an MHTML file, is one of these fields. */
const MAIL_FIELD =
  /^(?:from|subject|date|mime-version|content-type|content-location|snapshot-content-location):/i
const MULTIPART = /^content-type:[ \t]*multipart\/related\b/im
const HAR = /^\s*\{\s*"log"\s*:\s*\{/

/** What a file is, by how it begins; names and types of files are often wrong. */
export function detectFormat(bytes: Uint8Array): SavedFormat | 'gzip' {
  const [first, second, third, fourth] = bytes
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) return 'zip'
  if (first === 0x1f && second === 0x8b) return 'gzip'
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  if (head.startsWith('WARC/1.')) return 'warc'
  if (MAIL_FIELD.test(head) && MULTIPART.test(head)) return 'mhtml'
  return HAR.test(head) ? 'har' : 'page'
}
