import { isAscii, isUtf8 } from 'node:buffer'
import { mediaTypeOf } from '../../base/media-type.ts'

/** An answer as Chromium hands it over: text is decoded and then encoded as UTF-8, anything else has its own bytes. */
interface Received {
  bytes: Buffer
  /** As the site sent it. */
  contentType: string | null
}

const TEXT_TYPE = /^text\/|[/+](?:json|xml)$|javascript$/

/** Returns the answer with a content type that fits its bytes, or with the bytes that the site sent. */
export function asReceived({ bytes, contentType }: Received): Received {
  if (isAscii(bytes) || !isUtf8(bytes)) return { bytes, contentType }
  const type = mediaTypeOf(contentType)
  const essence = type?.essence ?? 'text/plain'
  if (essence === 'text/plain' && !type?.parameters.has('charset')) {
    const sent = encodeWindows1252(bytes.toString())
    if (sent) return { bytes: sent, contentType }
  }
  return { bytes, contentType: TEXT_TYPE.test(essence) ? `${essence}; charset=utf-8` : contentType }
}

/**
 * Chromium decodes plain text without a charset as windows-1252, where scripts of the page read UTF-8. That encoding has a
 * character for each byte, so the bytes can be restored.
 */
const WINDOWS_1252 = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (character, byte) => [character, byte],
  ),
)

/** Returns null if the text has a character that windows-1252 lacks. */
function encodeWindows1252(text: string): Buffer | null {
  const bytes = Buffer.allocUnsafeSlow(text.length)
  for (let at = 0; at < text.length; at++) {
    const byte = WINDOWS_1252.get(text[at]!)
    if (byte === undefined) return null
    bytes[at] = byte
  }
  return bytes
}
