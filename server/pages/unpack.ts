import { promisify } from 'node:util'
import zlib, { type BrotliOptions, type ZlibOptions, type ZstdOptions } from 'node:zlib'
import { brokenEncoding, pageTooLarge } from './fetch-errors.ts'

type Unpacker = (
  packed: Uint8Array,
  caps: { maxOutputLength: number; chunkSize: number },
) => Promise<Uint8Array>

const MAX_LAYERS = 2
const SMALLEST_STEP = 16 * 1024
const LARGEST_STEP = 512 * 1024

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants

const gunzip = promisify<Uint8Array, ZlibOptions, Uint8Array>(zlib.gunzip)
const inflate = promisify<Uint8Array, ZlibOptions, Uint8Array>(zlib.inflate)
const inflateRaw = promisify<Uint8Array, ZlibOptions, Uint8Array>(zlib.inflateRaw)
/** With `info` it also hands over what knows how many of the bytes it took. */
const inflateRawTold = inflateRaw as unknown as (
  packed: Uint8Array,
  options: ZlibOptions,
) => Promise<{ buffer: Uint8Array; engine: { bytesWritten: number } }>
const brotli = promisify<Uint8Array, BrotliOptions, Uint8Array>(zlib.brotliDecompress)
const zstd = promisify<Uint8Array, ZstdOptions, Uint8Array>(zlib.zstdDecompress)

/** Browsers pass over what follows the packed page, which servers and caches add. Several members are one page. */
const unpackGzip: Unpacker = async (packed, caps) => {
  const options = { ...caps, finishFlush: Z_SYNC_FLUSH }
  try {
    return await gunzip(packed, options)
  } catch (error) {
    const end =
      (error as NodeJS.ErrnoException).code === 'Z_DATA_ERROR' ? await memberEnd(packed, caps) : null
    if (end === null || end >= packed.length) throw error
    return gunzip(packed.subarray(0, end), options)
  }
}

const CHECK_BYTES = 8

/** Where the first member of gzip ends; null where it does not. */
async function memberEnd(
  packed: Uint8Array,
  caps: { maxOutputLength: number; chunkSize: number },
): Promise<number | null> {
  const start = dataStart(packed)
  if (start === null) return null
  const { engine } = await inflateRawTold(packed.subarray(start), { ...caps, info: true })
  return start + engine.bytesWritten + CHECK_BYTES
}

/** Where the data of a member of gzip begins, behind a head that may have fields and names (RFC 1952). */
function dataStart(packed: Uint8Array): number | null {
  const [HEAD_CHECK, FIELDS, NAME, COMMENT] = [2, 4, 8, 16] as const
  const flags = packed[3] ?? 0
  let at = 10
  if (flags & FIELDS) at += 2 + (packed[at] ?? 0) + 256 * (packed[at + 1] ?? 0)
  for (const text of [NAME, COMMENT]) {
    if (!(flags & text)) continue
    const end = packed.indexOf(0, at)
    if (end < 0) return null
    at = end + 1
  }
  return flags & HEAD_CHECK ? at + 2 : at
}

/** Sites say `deflate` for both of its forms; the wrapped one starts with the method 8 in the low half byte. */
const unpackDeflate: Unpacker = (packed, caps) =>
  ((packed[0]! & 15) === 8 ? inflate : inflateRaw)(packed, { ...caps, finishFlush: Z_SYNC_FLUSH })

/**
 * The flush settings take a stream without its end for what it holds, as browsers do: HTTP's own framing has
 * known by then that the server sent all it had, and some servers never write the end.
 */
const UNPACKERS = new Map<string, Unpacker>([
  ['gzip', unpackGzip],
  ['x-gzip', unpackGzip],
  ['deflate', unpackDeflate],
  ['br', (packed, caps) => brotli(packed, { ...caps, finishFlush: BROTLI_OPERATION_FLUSH })],
  ['zstd', (packed, caps) => zstd(packed, { ...caps, finishFlush: ZSTD_e_flush })],
])

/**
 * A body as it was before its Content-Encoding. Names that we did not ask for (`utf-8` and such, sent in error) are
 * passed over, as in browsers. Throws `page_too_large` beyond `maxBytes` and `encoding` for broken data.
 */
export async function unpack(
  bytes: Uint8Array,
  encoding: string | undefined,
  { host, maxBytes }: { host: string; maxBytes: number },
): Promise<Uint8Array> {
  const layers = layersOf(encoding)
  if (layers.length > MAX_LAYERS) throw brokenEncoding(host)
  try {
    let unpacked = bytes
    for (const open of layers) unpacked = await openLayer(open, unpacked, maxBytes)
    return unpacked
  } catch (error) {
    const bomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw bomb ? pageTooLarge(host, maxBytes, error) : brokenEncoding(host, error)
  }
}

/** The layers of a Content-Encoding from the outermost inwards; it lists them in the order of packing. */
function layersOf(encoding = ''): Unpacker[] {
  const names = encoding.toLowerCase().split(',')
  return names.flatMap(name => UNPACKERS.get(name.trim()) ?? []).reverse()
}

/** Fewer and larger steps cost half of zlib's default; a small page still does not reserve a large buffer. */
function openLayer(open: Unpacker, packed: Uint8Array, maxBytes: number): Promise<Uint8Array> | Uint8Array {
  if (packed.length === 0) return packed
  const chunkSize = Math.min(Math.max(packed.length * 8, SMALLEST_STEP), LARGEST_STEP)
  return open(packed, { maxOutputLength: maxBytes, chunkSize })
}
