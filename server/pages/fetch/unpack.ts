import { promisify } from 'node:util'
import zlib, { type BrotliOptions, type ZlibOptions, type ZstdOptions } from 'node:zlib'
import { bufferOf } from '../../base/own-buffer.ts'
import { brokenEncoding, pageTooLarge } from './fetch-errors.ts'

type Unpacker = (
  packed: Uint8Array,
  caps: { maxOutputLength: number; chunkSize: number },
) => Promise<Uint8Array>

const MAX_LAYERS = 2
const MIN_CHUNK_BYTES = 16 * 1024
const MAX_CHUNK_BYTES = 512 * 1024

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants

const gunzip = promisify<Uint8Array, ZlibOptions, Uint8Array>(zlib.gunzip)
const inflate = promisify<Uint8Array, ZlibOptions, Uint8Array>(zlib.inflate)
const inflateRaw = promisify<Uint8Array, ZlibOptions, Uint8Array>(zlib.inflateRaw)
/** What the calls of zlib return with `info`: also the engine, which knows how many input bytes it has read. */
interface WithInfo {
  buffer: Uint8Array
  engine: { bytesWritten: number }
}

const inflateRawWithInfo = inflateRaw as unknown as (
  packed: Uint8Array,
  options: ZlibOptions,
) => Promise<WithInfo>
const brotli = promisify<Uint8Array, BrotliOptions, Uint8Array>(zlib.brotliDecompress)
const zstdWithInfo = promisify(zlib.zstdDecompress) as unknown as (
  packed: Uint8Array,
  options: ZstdOptions & { info: true },
) => Promise<WithInfo>

/**
 * Decompresses gzip. Like browsers, ignores trailing bytes after the compressed page, which some servers and caches add.
 * Several gzip members form one page.
 */
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

/** Returns where the first gzip member ends; null if it does not. */
async function memberEnd(
  packed: Uint8Array,
  caps: { maxOutputLength: number; chunkSize: number },
): Promise<number | null> {
  const start = dataStart(packed)
  if (start === null) return null
  const { engine } = await inflateRawWithInfo(packed.subarray(start), { ...caps, info: true })
  return start + engine.bytesWritten + CHECK_BYTES
}

/** Returns where the data of a gzip member starts, after a header that may contain extra fields and names (RFC 1952). */
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

/**
 * Sites use `deflate` for both of its forms. The form with a zlib header has the compression method 8 in the low 4 bits of
 * its first byte.
 */
const unpackDeflate: Unpacker = (packed, caps) =>
  ((packed[0]! & 15) === 8 ? inflate : inflateRaw)(packed, { ...caps, finishFlush: Z_SYNC_FLUSH })

/** The bytes at the start of a zstd frame that has data, and of one to be skipped, whose first byte may vary (RFC 8878). */
const ZSTD_FRAME = 0xfd2fb528
const SKIPPED_FRAME = 0x184d2a50
const SKIPPED_HEAD_BYTES = 8
/** Pages have one frame, or one for each part that was sent on its own. */
const MAX_FRAMES = 1_000

/** Decompresses zstd, of which Node reads only the first frame. Ignores trailing bytes after the last one. */
const unpackZstd: Unpacker = async (packed, { maxOutputLength, chunkSize }) => {
  const parts: Uint8Array[] = []
  let length = 0
  let at = skippedTo(packed, 0)
  do {
    if (parts.length === MAX_FRAMES) throw new Error(`There are more than ${MAX_FRAMES} zstd frames.`)
    const { buffer, engine } = await zstdWithInfo(packed.subarray(at), {
      // Zero would mean no limit.
      maxOutputLength: Math.max(maxOutputLength - length, 1),
      chunkSize,
      finishFlush: ZSTD_e_flush,
      info: true,
    })
    parts.push(buffer)
    length += buffer.length
    at = skippedTo(packed, at + engine.bytesWritten)
  } while (frameAt(packed, at) === ZSTD_FRAME)
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts, length)
}

/** Returns where the frames to be skipped end that start at `at`. */
function skippedTo(packed: Uint8Array, at: number): number {
  const view = bufferOf(packed)
  let end = at
  while (end + SKIPPED_HEAD_BYTES <= view.length && (frameAt(packed, end) & ~15) === SKIPPED_FRAME)
    end += SKIPPED_HEAD_BYTES + view.readUInt32LE(end + 4)
  return end
}

/** Returns the first bytes of a frame as a number; 0 if there is none. */
const frameAt = (packed: Uint8Array, at: number): number =>
  at + 4 <= packed.length ? bufferOf(packed).readUInt32LE(at) : 0

/**
 * The flush settings make a truncated stream yield what it holds, as browsers do: HTTP's own framing has already shown that
 * the server sent everything, and some servers never write the end of the stream.
 */
const UNPACKERS = new Map<string, Unpacker>([
  ['gzip', unpackGzip],
  ['x-gzip', unpackGzip],
  ['deflate', unpackDeflate],
  ['br', (packed, caps) => brotli(packed, { ...caps, finishFlush: BROTLI_OPERATION_FLUSH })],
  ['zstd', unpackZstd],
])

/**
 * Decompresses a body by its Content-Encoding. Like browsers, ignores names that we did not ask for (`utf-8` and such, sent
 * by mistake). Throws `page_too_large` beyond `maxBytes`, and `encoding` for broken data.
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

/** The layers of a Content-Encoding, outermost first. The header lists them in the order in which they were applied. */
function layersOf(encoding = ''): Unpacker[] {
  const names = encoding.toLowerCase().split(',')
  return names.flatMap(name => UNPACKERS.get(name.trim()) ?? []).reverse()
}

/**
 * Chooses the chunk size: fewer and larger steps take half the time of zlib's default, but a small page must not reserve a
 * large buffer.
 */
function openLayer(open: Unpacker, packed: Uint8Array, maxBytes: number): Promise<Uint8Array> | Uint8Array {
  if (packed.length === 0) return packed
  const chunkSize = Math.min(Math.max(packed.length * 8, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES)
  return open(packed, { maxOutputLength: maxBytes, chunkSize })
}
