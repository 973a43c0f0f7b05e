import type { IncomingMessage } from 'node:http'
import { groupDigits } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'
import { once } from '../base/once.ts'
import { createCollector } from './collector.ts'

const continueCallbacks = new WeakMap<IncomingMessage, () => void>()

/**
 * Marks a request whose client waits for `100 Continue`, which `proceed` sends. If the call is refused, the client never
 * sends its body.
 */
export const expectContinue = (req: IncomingMessage, proceed: () => void) =>
  continueCallbacks.set(req, proceed)

/** Tells a waiting client to send its body. */
export const startBody = (req: IncomingMessage) => continueCallbacks.get(req)?.()

/** The announced length of the body; 0 if there is none. */
export const announcedLength = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)

/** True if the request announces a body. */
export const hasBody = (req: IncomingMessage) =>
  req.headers['transfer-encoding'] !== undefined || announcedLength(req) > 0

const SHORT_BODY_BYTES = 4_096

/** True if the body is too short to exceed any limit but that of levels. */
export const hasShortBody = (req: IncomingMessage) =>
  announcedLength(req) > 0 && announcedLength(req) <= SHORT_BODY_BYTES

const SMALL_BODY_BYTES = 262_144

/** True if the length of the body is unknown, or too large to read it only to discard it. */
export const hasLargeBody = (req: IncomingMessage) =>
  req.headers['transfer-encoding'] !== undefined || announcedLength(req) > SMALL_BODY_BYTES

/** What is too large: one part of an upload, or the body, with the field that the client can shorten. */
interface OversizedPart {
  part?: string
  field?: string | undefined
}

/** The error of a body or a part that exceeds its cap. */
export const tooLarge = (maxBytes: number, { part, field = part }: OversizedPart = {}) =>
  new AppError(
    'body_too_large',
    `The ${part ? `part \`${part}\`` : 'body'} is larger than ${sizeText(maxBytes)}.`,
    {
      ...(field && { field }),
      hint: smallerHint(part),
    },
  )

const SEND_PART_OF_PAGE = 'Send only the part of the page that holds the data.'
const SMALLER_PARTS = new Map([
  ['html', SEND_PART_OF_PAGE],
  ['page', SEND_PART_OF_PAGE],
  ['file', 'Send a smaller file, with only what is needed.'],
  ['items', 'Split the items over several calls.'],
])

function smallerHint(part: string | undefined): string {
  if (part === undefined) return 'Send less at once.'
  return SMALLER_PARTS.get(part) ?? 'Send a shorter value.'
}

const sizeText = (bytes: number) =>
  bytes < 1_048_576
    ? `${Math.round(bytes / 1024)} KB`
    : `${Math.round(bytes / 1_048_576)} MB (${groupDigits(bytes)} bytes)`

/** Throws 413 before a byte is read, if the announced length exceeds the cap. */
export function checkLength(req: IncomingMessage, maxBytes: number, field?: string) {
  if (announcedLength(req) > maxBytes) throw tooLarge(maxBytes, { field })
}

/** Throws 415 for a compressed body. */
export function checkPlain({ headers }: IncomingMessage) {
  if ((headers['content-encoding'] ?? 'identity') === 'identity') return
  throw new AppError('unsupported_media', 'Compressed bodies are not accepted.', {
    hint: 'Send the body without `Content-Encoding`.',
  })
}

/**
 * Reads the whole body, at most `maxBytes`. `inspect` gets each chunk and may throw. Rejects with 413 as soon as the body
 * is too long, with the error of `inspect`, and with 499 if the client disconnects.
 */
export function readBody(
  req: IncomingMessage,
  maxBytes: number,
  inspect?: (chunk: Buffer) => void,
): Promise<Buffer> {
  checkLength(req, maxBytes)
  startBody(req)
  return new Promise((resolve, reject) => {
    let singleChunk: Buffer | undefined
    const collector = once(() => createCollector(maxBytes, announcedLength(req)))
    const stop = (error: unknown) => {
      req.off('data', collect)
      reject(error)
    }
    const collect = (chunk: Buffer) => {
      try {
        inspect?.(chunk)
        // Most bodies are short and arrive in one chunk, which is used directly.
        if (chunk.length === announcedLength(req)) singleChunk = chunk
        else if (!collector().add(chunk)) stop(tooLarge(maxBytes))
      } catch (error) {
        stop(error)
      }
    }
    req.on('data', collect)
    req.once('end', () => resolve(singleChunk ?? collector().take()))
    req.once('error', cause => reject(new AppError('cancelled', 'The request body ended early.', { cause })))
  })
}
