import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Flight } from './in-flight.ts'

/**
 * Sends a body as it comes, no faster than the client takes it. The status is out when it breaks off, so that all that
 * tells the client is the broken connection. Rejects with what broke it; not where the client went.
 */
export async function sendStream(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: Readable,
): Promise<void> {
  req.resume()
  res.writeHead(status, headers)
  if (req.method === 'HEAD') {
    body.destroy()
    res.end()
    return
  }
  await pipeline(body, res).catch(error => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

/** A streamed answer is under way until its last byte is sent; what stops the call breaks it off. */
export function endWithAnswer(flight: Flight, res: ServerResponse): void {
  if (res.closed) flight.end()
  flight.signal.addEventListener('abort', () => res.destroy())
  res.once('close', () => flight.end())
}
