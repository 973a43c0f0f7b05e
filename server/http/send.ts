import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { hasLargeBody } from './read-body.ts'

const LINGER_MS = 5_000
const LINGER_BYTES = 134_217_728
/** How long a client may read nothing of a large answer. */
const STALLED_MS = 120_000
/** Answers up to this size fit into the buffers of the connection. */
const LARGE_BYTES = 65_536

/** Disconnects a client that has stopped reading its answer, which would otherwise stay in memory indefinitely. */
export function dropStalled(res: ServerResponse, stalledMs = STALLED_MS): void {
  res.setTimeout(stalledMs, () => {
    if (res.writableLength > 0) res.destroy()
  })
}

/**
 * Sends an answer. If the body of the request is still arriving, sends the whole answer first and discards incoming data
 * for a while: closing at once would reset the connection, and the client would lose the answer.
 */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Buffer,
) {
  const length = Buffer.byteLength(body)
  if (status !== 204) headers['Content-Length'] = length
  if (length > LARGE_BYTES) dropStalled(res)
  if (req.complete || !hasLargeBody(req)) {
    res.writeHead(status, headers)
    res.end(body)
    return
  }
  headers.Connection = 'close'
  res.writeHead(status, headers)
  res.write(body)
  discardRest(req, () => res.end())
}

/** Sends an answer made of several parts, without copying them. The request must have been read to its end. */
export function sendParts(
  res: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  parts: readonly (string | Buffer)[],
) {
  headers['Content-Length'] = parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0)
  res.writeHead(status, headers)
  for (const part of parts) res.write(part)
  res.end()
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
