import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'

const expecting = new WeakMap<IncomingMessage, () => void>()

/** Marks a request whose client waits for `100 Continue`; `proceed` sends it. A refused call's body is then never sent. */
export const expectContinue = (req: IncomingMessage, proceed: () => void) => expecting.set(req, proceed)

/** Lets a waiting client send its body. */
export const startBody = (req: IncomingMessage) => expecting.get(req)?.()

/** True where the request announces a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const SMALL_BODY = 262_144

/** True where the body is of unknown length, or too long to be read to its end for nothing. */
export const hasLargeBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY

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
export function checkLength({ headers }: IncomingMessage, maxBytes: number, field?: string) {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes, field)
}

/** The whole body, at most `maxBytes`. Throws 413 as soon as it is longer, 499 where the client goes. */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  checkLength(req, maxBytes)
  startBody(req)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const collect = (chunk: Buffer) => {
      length += chunk.length
      if (length > maxBytes) {
        req.off('data', collect)
        reject(tooLarge(maxBytes))
      } else chunks.push(chunk)
    }
    req.on('data', collect)
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('error', cause => reject(new AppError('cancelled', 'The body broke off.', { cause })))
  })
}
