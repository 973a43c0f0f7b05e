import { isAscii, isUtf8 } from 'node:buffer'
import sniffEncoding from 'html-encoding-sniffer'
import type { MIMEType } from 'whatwg-mimetype'
import { mediaTypeOf } from '../base/media-type.ts'
import { bufferOf } from '../base/own-buffer.ts'
import { createTurns } from '../base/turns.ts'
import { type Markup, textOf } from '../html/markup.ts'
import { labelInMeta, standardLabel } from './charset-labels.ts'

/**
 * How far to look for the meta element. Inline styles and scripts push it far beyond the standard's first 1,024 bytes on
 * some pages.
 */
const META_SCAN_BYTES = 64 * 1024

/**
 * Decodes a body. The encoding is that of the byte order mark, else the header's charset, else the page's own (meta element
 * or XML declaration), else UTF-8 if nearly all characters outside ASCII are valid, else windows-1252. JSON and
 * XML default to UTF-8. Unknown labels of encodings are ignored, and invalid bytes become U+FFFD. The text never starts with
 * a byte order mark.
 */
export const decodeText = (bytes: Uint8Array, contentType?: string | null): string =>
  textOf(decodePage(bytes, contentType))

/** Like `decodeText`, but does not copy UTF-8: returns its bytes without the byte order mark. */
export function decodePage(bytes: Uint8Array, contentType?: string | null): Markup {
  const order = utf32Order(bytes)
  if (order) return withoutMark(decodeUtf32(bytes, order))
  const encoding = encodingOf(bytes, contentType)
  if (encoding.toLowerCase() !== 'utf-8') return withoutMark(new TextDecoder(encoding).decode(bytes))
  return hasUtf8Mark(bytes) ? bytes.subarray(3) : bytes
}

/**
 * Decodes like `decodeText` to bytes in UTF-8, yielding to the event loop meanwhile. Bytes that are UTF-8 already are not
 * copied.
 */
export async function decodeToUtf8(bytes: Uint8Array, contentType?: string | null): Promise<Uint8Array> {
  if (isUtf8(bytes) && encodingOf(bytes, contentType).toLowerCase() === 'utf-8')
    return hasUtf8Mark(bytes) ? bytes.subarray(3) : bytes
  const turns = createTurns()
  const encoder = new TextEncoder()
  const decoded = Buffer.allocUnsafeSlow(bytes.length * MAX_GROWTH)
  let length = 0
  for (const text of decodeInPieces(bytes, contentType, true)) {
    length += encoder.encodeInto(length ? text : withoutMark(text), decoded.subarray(length)).written
    if (turns.isOver()) await turns.next()
  }
  return decoded.subarray(0, length)
}

/** Longest UTF-8 of a byte in another encoding. */
const MAX_GROWTH = 3

/** Bytes that are decoded at once. A multiple of 4, the size of a UTF-32 character. */
const PIECE_BYTES = 65_536

/**
 * Decodes like `decodeText`, piece by piece. The first piece may start with a byte order mark. A character that the end cuts
 * off is left out unless the page is `whole`.
 */
export function* decodeInPieces(
  bytes: Uint8Array,
  contentType?: string | null,
  whole = false,
): Generator<string> {
  const order = utf32Order(bytes)
  const decoder = order ? null : new TextDecoder(encodingOf(bytes, contentType))
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES)
    yield order ? decodeUtf32(piece, order) : decoder!.decode(piece, { stream: true })
  }
  if (whole && decoder) yield decoder.decode()
}

const withoutMark = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text)

const hasUtf8Mark = ([first, second, third]: Uint8Array) =>
  first === 0xef && second === 0xbb && third === 0xbf

/** The first bytes of PDF files and images. Small ones may contain no NUL byte. */
const SIGNATURE = /^(?:%PDF-|\x89PNG|GIF8[79]a|\xff\xd8\xff)/

/**
 * Whether bytes are binary: a PDF file, an image, or anything with a NUL byte and neither a byte order mark of UTF-16 or
 * UTF-32 nor a header that says UTF-16.
 */
export function looksBinary(bytes: Uint8Array, contentType?: string | null): boolean {
  // `Buffer.includes` is many times faster than that of a typed array.
  const content = bufferOf(bytes)
  if (SIGNATURE.test(content.toString('latin1', 0, 6))) return true
  return content.includes(0) && !hasWideMark(bytes) && !isUtf16(bytes, contentType)
}

const isUtf16 = (bytes: Uint8Array, contentType: string | null | undefined) =>
  mediaTypeOf(contentType)?.parameters.has('charset') === true &&
  /^utf-16/i.test(encodingOf(bytes, contentType))

function hasWideMark(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return utf16 || utf32Order(bytes) !== null
}

function encodingOf(bytes: Uint8Array, contentType?: string | null): string {
  const type = mediaTypeOf(contentType)
  const label = type?.parameters.get('charset')
  const declared = label === undefined ? {} : { transportLayerEncodingLabel: standardLabel(label) }
  const found = isData(type)
    ? sniffEncoding(bytes, { ...declared, xml: true })
    : sniffEncoding(bytes, { ...declared, maxPrescanBytes: META_SCAN_BYTES, defaultEncoding: '' })
  // The label "replacement" marks encodings that are unsafe to decode. No decoder exists for it.
  if (found && found !== 'replacement') return found
  if (isUtf8(bytes) || isCutUtf8(bytes) || isMostlyUtf8(bytes)) return 'utf-8'
  return labelInMeta(bufferOf(bytes).toString('latin1', 0, META_SCAN_BYTES)) ?? 'windows-1252'
}

/**
 * Whether bytes are UTF-8 except that the last character is cut off. At least one earlier character must be outside ASCII.
 */
function isCutUtf8(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(-3)
  const start = tail.findLastIndex(byte => byte >= 0xc2)
  if (start < 0 || lengthFrom(tail[start]!) <= tail.length - start) return false
  const complete = bytes.subarray(0, bytes.length - tail.length + start)
  return tail.subarray(start + 1).every(isContinuation) && isUtf8(complete) && !isAscii(complete)
}

/** Number of bytes in which to look for invalid characters, and of valid characters for each invalid byte there. */
const UTF8_SCAN_BYTES = 1024 * 1024
const VALID_PER_INVALID = 10

/**
 * Whether bytes are UTF-8 with a few wrong bytes, such as a character that a program cut in two. In other encodings few
 * characters look like UTF-8.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let valid = 0
  let invalid = 0
  const end = Math.min(bytes.length, UTF8_SCAN_BYTES)
  for (let at = 0; at < end; ) {
    if (bytes[at]! < 0x80) at++
    else {
      const length = validLengthAt(bytes, at)
      if (length > 0) valid++
      else invalid++
      at += length || 1
    }
  }
  return valid > invalid * VALID_PER_INVALID
}

/** The length in bytes of the UTF-8 character outside ASCII that starts here; 0 if none does. */
function validLengthAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!
  if (lead < 0xc2 || lead > 0xf4) return 0
  const length = lengthFrom(lead)
  for (let next = at + 1; next < at + length; next++) if (!isContinuation(bytes[next] ?? 0)) return 0
  return length
}

/** The length in bytes of a UTF-8 character that starts with this byte. */
const lengthFrom = (lead: number) => (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)

const isContinuation = (byte: number) => byte >= 0x80 && byte < 0xc0

/** JSON has no XML declaration, so the rules of XML (byte order mark, header, declaration, UTF-8) fit it too. */
function isData(type: Readonly<MIMEType> | null): boolean {
  return type !== null && (type.isXML() || /[/+]json$/.test(type.essence))
}

type ByteOrder = 'little' | 'big'

const LAST_CODE_POINT = 0x10ffff

/** The byte order if the text starts with the byte order mark of UTF-32, else null. */
function utf32Order([a, b, c, d]: Uint8Array): ByteOrder | null {
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'little'
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'big'
  return null
}

/** Decodes UTF-32, which `TextDecoder` does not support. Invalid code points become U+FFFD. */
function decodeUtf32(bytes: Uint8Array, order: ByteOrder): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, order === 'little')
    text += point <= LAST_CODE_POINT ? String.fromCodePoint(point) : '\ufffd'
  }
  return text.toWellFormed()
}
