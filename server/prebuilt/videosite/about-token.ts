/** The panel that the token names. Any id of this form does. */
const PANEL = '00000000-0000-2000-8000-000000000000'

/**
 * A token that asks for the About panel of a channel (`UC` and 22 characters), as the platform's own pages carry it:
 * protobuf, field 80226972 {2: channel, 3: {110 {3 {19 {1: panel}}}}}, the inner message and the whole as base64url.
 */
export function aboutToken(channelId: string, panel = PANEL): string {
  const inner = field(110, field(3, field(19, field(1, Buffer.from(panel)))))
  const parts = [field(2, Buffer.from(channelId)), field(3, Buffer.from(encoded(inner)))]
  return encoded(field(80_226_972, Buffer.concat(parts)))
}

/** One length-delimited field: its key, its length, its bytes. */
const field = (number: number, bytes: Buffer) =>
  Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes])

/** Seven bits a byte, the lowest first; the top bit says that more follow. */
function varint(value: number): Buffer {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! += 128
    bytes.push(rest % 128)
  }
  return Buffer.from(bytes)
}

/** base64url with its padding, percent-encoded. */
const encoded = (bytes: Buffer) =>
  encodeURIComponent(bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'))
