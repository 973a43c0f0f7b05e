import { AsyncIterReader, WARCParser, type WARCRecord } from 'warcio'
import { AppError } from '../base/errors.ts'
import { ownBuffer } from '../base/own-buffer.ts'
import { unpack } from '../pages/unpack.ts'
import { type Exchange, pagesOf } from './exchanges.ts'
import { isWeb } from './own-address.ts'
import { createRoom, type Room } from './room.ts'
import { SAVED_FILE_BOUNDS, type SavedPage } from './saved-file.ts'
import { tooManyEntries, unreadable } from './saved-file-errors.ts'

const KIND = 'WARC file'

/** Reads the pages of a web archive (ISO 28500), with what each of them asked for; gzip has been undone. */
export async function readWarc(bytes: Uint8Array): Promise<SavedPage[]> {
  const room = createRoom()
  const exchanges: Exchange[] = []
  let entries = 0
  try {
    for await (const record of new WARCParser([bytes])) {
      if (++entries > SAVED_FILE_BOUNDS.entries) throw tooManyEntries(KIND)
      const exchange = await exchangeOf(record, room)
      if (exchange) exchanges.push(exchange)
    }
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(KIND, error)
  }
  return pagesOf(exchanges, KIND)
}

async function exchangeOf(record: WARCRecord, room: Room): Promise<Exchange | null> {
  const url = record.warcTargetURI
  if (record.warcType !== 'response' || !record.httpHeaders || !url || !isWeb(url)) return null
  const { headers, statusCode } = record.httpHeaders
  const isChunked = /chunked/i.test(headers.get('transfer-encoding') ?? '')
  const packed = await readBounded(new AsyncIterReader(record.reader, null, isChunked), room)
  const encoding = headers.get('content-encoding') ?? undefined
  const content = await unpack(packed, encoding, { host: new URL(url).host, maxBytes: room.left() })
  if (encoding) room.take(content.length)
  return {
    url,
    status: Number(statusCode) || 0,
    contentType: headers.get('content-type') ?? '',
    bytes: () => ownBuffer(content),
    group: null,
    isDocument: false,
  }
}

async function readBounded(source: AsyncIterable<Uint8Array>, room: Room): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) {
    room.take(piece.length)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
