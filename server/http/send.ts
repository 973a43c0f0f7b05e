import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { hasLargeBody } from './read-body.ts'

const LINGER_MS = 5_000
const LINGER_BYTES = 134_217_728

/**
 * Sends an answer. Where the request's body is still coming, the whole answer is written first and what comes is thrown
 * away for a while: closing at once would reset the connection, and the client would lose the answer.
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
