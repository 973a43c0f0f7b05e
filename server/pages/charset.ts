import { isUtf8 } from 'node:buffer'
import sniffEncoding from 'html-encoding-sniffer'
import { MIMEType } from 'whatwg-mimetype'
import { decodeUtf32, utf32Order } from './utf-32.ts'

/** Inline styles and scripts push the meta element of some pages far beyond the standard's first 1,024 bytes. */
const META_SCAN_BYTES = 64 * 1024

/**
 * A body as text: byte order mark, else the header's charset, else the page's own (meta or XML declaration), else
 * UTF-8 where the bytes are valid, else windows-1252. JSON and XML default to UTF-8. Labels that no standard knows are
 * passed over; bytes that do not fit become U+FFFD. The text never starts with a byte order mark.
 */
export function decodeText(bytes: Uint8Array, contentType?: string | null): string {
  const order = utf32Order(bytes)
  const text = order
    ? decodeUtf32(bytes, order)
    : new TextDecoder(encodingOf(bytes, contentType)).decode(bytes)
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Whether bytes are no text: a NUL without the byte order mark of UTF-16 or UTF-32. */
export function looksBinary(bytes: Uint8Array): boolean {
  // A buffer looks for a byte many times faster than an array does.
  const { buffer, byteOffset, byteLength } = bytes
  return !hasWideMark(bytes) && Buffer.from(buffer, byteOffset, byteLength).includes(0)
}

function hasWideMark(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return utf16 || utf32Order(bytes) !== null
}

function encodingOf(bytes: Uint8Array, contentType?: string | null): string {
  const type = contentType ? MIMEType.parse(contentType) : null
  const label = type?.parameters.get('charset')
  const declared = label === undefined ? {} : { transportLayerEncodingLabel: label }
  const found = isData(type)
    ? sniffEncoding(bytes, { ...declared, xml: true })
    : sniffEncoding(bytes, { ...declared, maxPrescanBytes: META_SCAN_BYTES, defaultEncoding: '' })
  // "replacement" marks encodings that are unsafe to decode, and no decoder exists for it.
  if (found && found !== 'replacement') return found
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** JSON has no XML declaration, so the rules of XML (mark, header, declaration, UTF-8) are right for it too. */
function isData(type: MIMEType | null): boolean {
  return type !== null && (type.isXML() || /[/+]json$/.test(type.essence))
}
