import { AsyncIterReader, LimitReader, WARCParser, type WARCRecord } from 'warcio'
import { AppError } from '../base/errors.ts'
import { bufferOf, ownBuffer } from '../base/own-buffer.ts'
import { unpack } from '../pages/fetch/unpack.ts'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'
import { type Exchange, isPage, isSuccessful, pagesOf } from './exchanges.ts'
import { isWebAddress } from './own-address.ts'
import { SAVED_FILE_BOUNDS, type SavedPage } from './saved-file.ts'
import { fileTooLarge, tooManyEntries, tooManyPages, unreadable } from './saved-file-errors.ts'

const KIND = 'WARC file'

/** The beginning of each record. */
const MAGIC = 'WARC/'

/** Reads the pages of an uncompressed web archive (ISO 28500), each with the responses to its requests. */
export async function readWarc(bytes: Uint8Array): Promise<SavedPage[]> {
  const budget = createByteBudget()
  const exchanges: Exchange[] = []
  let entries = 0
  let lastOffset = 0
  let pages = 0
  // The parser slices off each line and record, which copies the rest of an array, but not of a buffer.
  const parser = new WARCParser([bufferOf(bytes)])
  try {
    for await (const record of parser) {
      if (++entries > SAVED_FILE_BOUNDS.entries) throw tooManyEntries(KIND)
      lastOffset = parser.offset
      const exchange = await exchangeOf(record, budget)
      if (exchange) exchanges.push(exchange)
      if (exchange && isPage(exchange) && ++pages > SAVED_FILE_BOUNDS.pages) throw tooManyPages()
      await skipRest(record)
    }
  } catch (error) {
    throw asFileError(error)
  }
  if (isCutHeader(bytes.subarray(lastOffset))) throw unreadable(KIND)
  return pagesOf(exchanges, KIND)
}

/** Whether a record is cut off in its header, which ends with an empty line. */
function isCutHeader(record: Uint8Array): boolean {
  const bytes = bufferOf(record)
  return (
    MAGIC.startsWith(bytes.toString('latin1', 0, MAGIC.length)) &&
    !bytes.includes('\r\n\r\n') &&
    !bytes.includes('\n\n')
  )
}

/** Turns an error about a network response into an error about a file. */
function asFileError(error: unknown): AppError {
  if (!(error instanceof AppError) || error.code === 'encoding') return unreadable(KIND, error)
  return error.code === 'page_too_large' ? fileTooLarge() : error
}

/**
 * Returns the status and type of a response, or of a `resource` record, which some archivers write without a response; null
 * for any other record.
 */
function answerOf({ warcType, httpHeaders, warcContentType }: WARCRecord) {
  if (warcType === 'resource') return { status: 200, contentType: warcContentType ?? '' }
  if (warcType !== 'response' || !httpHeaders) return null
  const { headers, statusCode } = httpHeaders
  return { status: Number(statusCode) || 0, contentType: headers.get('content-type') ?? '' }
}

/**
 * Returns the exchange of a record with a 2xx response, or null. Content that cannot be decoded is skipped, unless it is a
 * page.
 */
async function exchangeOf(record: WARCRecord, budget: ByteBudget): Promise<Exchange | null> {
  const url = record.warcTargetURI
  const answer = answerOf(record)
  if (!answer || !isSuccessful(answer) || !url || !isWebAddress(url)) return null
  const head = { url, ...answer, group: null, isDocument: false }
  try {
    const content = await contentOf(record, new URL(url).host, budget)
    return { ...head, bytes: () => ownBuffer(content) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'encoding' || isPage(head)) throw error
    return null
  }
}

async function contentOf(
  { httpHeaders, reader }: WARCRecord,
  host: string,
  budget: ByteBudget,
): Promise<Uint8Array> {
  const header = (name: string) => httpHeaders?.headers.get(name) ?? undefined
  const isChunked = /chunked/i.test(header('transfer-encoding') ?? '')
  const packed = await readBounded(new AsyncIterReader(reader, null, isChunked), budget)
  const encoding = header('content-encoding')
  const content = await unpack(packed, encoding, { host, maxBytes: budget.left() }).catch(error => {
    if (!(error instanceof AppError) || error.code !== 'encoding' || !isUnpackedText(packed)) throw error
    return packed
  })
  if (encoding) budget.take(content.length)
  return content
}

/**
 * Whether content that cannot be decompressed begins as markup or JSON does. Some archivers unpack it, but keep its
 * Content-Encoding.
 */
const isUnpackedText = (content: Uint8Array) =>
  /^(?:\xef\xbb\xbf)?\s*(?:<[!?a-z]|[[{]\s*["\]}])/i.test(
    bufferOf(content).toString('latin1', 0, UNPACKED_START_BYTES),
  )

const UNPACKED_START_BYTES = 64

/** Skips the rest of a record. Throws if the file ends before it, because the parser would search for the end forever. */
async function skipRest({ reader }: WARCRecord): Promise<void> {
  await new AsyncIterReader(reader, null).skipSize(Number.POSITIVE_INFINITY)
  if (reader instanceof LimitReader && reader.limit > 0) throw unreadable(KIND)
}

async function readBounded(source: AsyncIterable<Uint8Array>, budget: ByteBudget): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) {
    budget.take(piece.length)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
