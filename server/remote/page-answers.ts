import type { KeptPage } from '../operations/operation.ts'
import type { PageRead, PageWork } from '../operations/scraping/page-workers.ts'
import type { DetailLink, ParseResult } from '../parsers/parse-result.ts'
import { type PackedResult, packResult, unpackResult } from '../store/jobs/files.ts'
import { decodeFrame, encodeFrame } from './frames.ts'
import { restoreLinks, serializeLinks } from './link-paths.ts'
import { type PageAnswer, pageAnswer } from './protocol.ts'
import { isWorkerError, readError, writeError } from './sent-errors.ts'

/** Encodes what a worker has read as one message. */
export function encodeAnswer({ error, result, forJob, changes }: PageRead): Uint8Array {
  const data = result && packData(result.data, forJob)
  const page = forJob?.page
  const answer: PageAnswer = {
    error: writeError(error),
    result: result ? withoutData(result as ParseResult) : null,
    page: page ? { url: page.url, contentType: page.contentType } : null,
    data: data ? { packed: typeof data.body !== 'string', whole: data.whole } : null,
    ...(changes && { changes }),
  }
  const bytes = [...(page ? [page.body] : []), ...(data ? [bytesOf(data.body)] : [])]
  return encodeFrame(answer, bytes)
}

/** Data that a thread has already packed is sent as it is. */
function packData(data: unknown, forJob: KeptPage | undefined): { body: PackedResult; whole: boolean } {
  if (data instanceof Uint8Array) return { body: data, whole: true }
  const packed = forJob?.result?.packed
  return packed === undefined ? { body: packResult(data), whole: false } : { body: packed, whole: true }
}

const bytesOf = (body: PackedResult) => (typeof body === 'string' ? Buffer.from(body) : body)

function withoutData({ data, links, fault: _, ...rest }: ParseResult): NonNullable<PageAnswer['result']> {
  return { ...rest, ...(links && { links: serializeLinks(links, data) }) }
}

/** Decodes an answer. Returns null if the error was the worker's own. Throws for an invalid message. */
export function decodeAnswer(
  message: Uint8Array,
  { storesOnly }: Pick<PageWork, 'storesOnly'>,
): PageRead | null {
  const { json, bytes } = decodeFrame(message)
  const { error, result, page, data, changes } = pageAnswer.parse(json)
  if (isWorkerError(error)) return null
  const pageRead: PageRead = readError(error)
  if (changes) pageRead.changes = changes
  if (page) pageRead.forJob = { page: { ...page, body: bytes.shift()! } }
  if (!result || !data) return pageRead
  const packed = data.packed ? bytes[0]! : bytes[0]!.toString()
  const value = data.whole && storesOnly ? {} : (unpackResult(packed) as ParseResult['data'])
  if (data.whole && pageRead.forJob) pageRead.forJob.result = { value, packed }
  return { ...pageRead, result: withData(result, value) }
}

function withData(
  { links, ...rest }: NonNullable<PageAnswer['result']>,
  data: ParseResult['data'],
): ParseResult {
  const restored: { links?: DetailLink[] } = links ? { links: restoreLinks(links, data) } : {}
  return { ...rest, data, ...restored }
}
