import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'
import { createCollector } from './collector.ts'

const expecting = new WeakMap<IncomingMessage, () => void>()

/** Marks a request whose client waits for `100 Continue`; `proceed` sends it. A refused call's body is then never sent. */
export const expectContinue = (req: IncomingMessage, proceed: () => void) => expecting.set(req, proceed)

/** Lets a waiting client send its body. */
export const startBody = (req: IncomingMessage) => expecting.get(req)?.()

/** The length that a request announces; 0 where it does not. */
export const announced = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)

/** True where the request announces a body. */
export const hasBody = (req: IncomingMessage) =>
  req.headers['transfer-encoding'] !== undefined || announced(req) > 0

const SMALL_BODY = 262_144

/** True where the body is of unknown length, or too long to be read to its end for nothing. */
export const hasLargeBody = (req: IncomingMessage) =>
  req.headers['transfer-encoding'] !== undefined || announced(req) > SMALL_BODY

/** The error of a body over its cap. */
export const tooLarge = (maxBytes: number, field?: string) =>
  new AppError(
    'body_too_large',
    `The ${field ? `part \`${field}\`` : 'body'} is larger than ${megabytes(maxBytes)}.`,
    {
      ...(field && { field }),
      hint: 'Send less at once, or only the part of the page that holds the data.',
    },
  )

const megabytes = (bytes: number) =>
  `${Math.round(bytes / 1_048_576)} MB (${bytes.toLocaleString('en-US')} bytes)`

/** Throws 413 where the announced length is over the cap, before a byte is read. */
export function checkLength(req: IncomingMessage, maxBytes: number, field?: string) {
  if (announced(req) > maxBytes) throw tooLarge(maxBytes, field)
}

/** The whole body, at most `maxBytes`. Throws 413 as soon as it is longer, 499 where the client goes. */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  checkLength(req, maxBytes)
  startBody(req)
  return new Promise((resolve, reject) => {
    const body = createCollector(maxBytes, announced(req))
    const collect = (chunk: Buffer) => {
      if (body.add(chunk)) return
      req.off('data', collect)
      reject(tooLarge(maxBytes))
    }
    req.on('data', collect)
    req.once('end', () => resolve(body.take()))
    req.once('error', cause => reject(new AppError('cancelled', 'The body broke off.', { cause })))
  })
}
