import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { hasLargeBody } from './read-body.ts'

const LINGER_MS = 5_000
const LINGER_BYTES = 134_217_728

/** What the body of an answer is put together from. */
export type BodyPart = string | Buffer

/**
 * Sends an answer. Where the request's body is still coming, the whole answer is written first and what comes is thrown
 * away for a while: closing at once would reset the connection, and the client would lose the answer.
 */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: BodyPart | readonly BodyPart[],
) {
  const parts = typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body
  let length = 0
  for (const part of parts) length += Buffer.byteLength(part)
  if (status !== 204) headers['Content-Length'] = length
  const isRead = req.complete || !hasLargeBody(req)
  if (!isRead) headers.Connection = 'close'
  res.writeHead(status, headers)
  for (const part of parts.slice(0, -1)) res.write(part)
  const last = parts.at(-1)!
  if (isRead) {
    res.end(last)
    return
  }
  res.write(last)
  discardRest(req, () => res.end())
}

function discardRest(req: IncomingMessage, done: () => void) {
  let bytes = 0
  const stop = () => {
    clearTimeout(timer)
    done()
    req.destroy()
  }
  const timer = setTimeout(stop, LINGER_MS)
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LINGER_BYTES) stop()
  })
  req.once('end', () => {
    clearTimeout(timer)
    done()
  })
  req.once('close', () => clearTimeout(timer))
  req.resume()
}
