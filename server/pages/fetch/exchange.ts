import { subscribe } from 'node:diagnostics_channel'
import type { ClientHttp2Stream } from 'node:http2'
import type { Dispatcher } from 'undici'
import { createBody } from './body.ts'
import { pageTooLarge } from './fetch-errors.ts'

/** The header fields of an answer by lower-case name. A field that occurs several times is a list. */
export type AnswerHeaders = Record<string, string | string[] | undefined>

/** One HTTP request, as it is sent. */
export interface OutgoingRequest {
  connections: Dispatcher
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | null
  maxBytes: number
  signal: AbortSignal
  /**
   * Whether the answer's body is not needed, as for a redirect. Such an answer is complete even if reading its body fails.
   */
  bodyless(status: number, headers: AnswerHeaders): boolean
  /** Called when the request starts to be sent. Before that, the site has not seen it. */
  begun(): void
}

/** An answer. `bytes` are still compressed, and may be a view into a larger buffer. */
export interface Answer {
  status: number
  headers: AnswerHeaders
  bytes: Uint8Array
}

/** An unneeded body up to this size is read to its end, which keeps the connection usable. */
const SKIPPED_BODY_BYTES = 64 * 1024

const NOTHING = new Uint8Array()

/** The code with which an HTTP/2 server cancels a stream (RFC 9113, section 7). */
const CANCEL = 8

// Node ends such a stream without an error, so undici would take what has arrived for the whole answer.
subscribe('http2.client.stream.created', message => {
  const { stream } = message as { stream: ClientHttp2Stream }
  stream.on('error', () => undefined)
  stream.once('end', () => {
    if (stream.rstCode === CANCEL)
      stream.emit('error', Object.assign(new Error('Cancelled.'), { code: 'ERR_HTTP2_STREAM_CANCEL' }))
  })
})

/**
 * Sends a request and returns the whole answer. Rejects with undici's errors, `page_too_large` or the reason of the signal.
 */
export function exchange(request: OutgoingRequest): Promise<Answer> {
  const { connections, url, method, headers, body, signal } = request
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const path = url.pathname + url.search
    connections.dispatch(
      { origin: url.origin, path, method, headers, body },
      collect(request, resolve, reject),
    )
  })
}

function collect(
  request: OutgoingRequest,
  resolve: (answer: Answer) => void,
  reject: (reason: unknown) => void,
): Dispatcher.DispatchHandler {
  const { url, method, maxBytes, signal } = request
  const body = createBody()
  const answer: Answer = { status: 0, headers: {}, bytes: NOTHING }
  let control: Dispatcher.DispatchController | undefined
  let skipped = false
  let bytesLeft = maxBytes

  const fail = (reason: unknown) => (skipped ? resolve(answer) : reject(reason))
  const stop = (reason: Error) => {
    fail(reason)
    control?.abort(reason)
  }
  const overflow = () => stop(pageTooLarge(url.host, maxBytes))
  const cancel = () => stop(signal.reason)
  signal.addEventListener('abort', cancel, { once: true })

  return {
    // undici calls this when a connection is open, possibly after the signal has already ended the wait.
    onRequestStart(controller) {
      control = controller
      if (signal.aborted) controller.abort(signal.reason)
      else request.begun()
    },
    onResponseStart(_, status, headers) {
      // Below 100, undici fails with an assertion.
      if (status < 100)
        throw Object.assign(new Error(`HTTP status ${status}`), { code: 'HPE_INVALID_STATUS' })
      if (status < 200) return
      answer.status = status
      answer.headers = headers
      skipped = request.bodyless(status, headers)
      if (skipped) bytesLeft = SKIPPED_BODY_BYTES
      const announced = Number(headers['content-length'])
      if (method !== 'HEAD' && announced > bytesLeft) overflow()
      else body.expect(announced)
    },
    onResponseData(_, chunk) {
      bytesLeft -= chunk.length
      if (bytesLeft < 0) return overflow()
      if (!skipped) body.add(chunk)
    },
    onResponseEnd() {
      signal.removeEventListener('abort', cancel)
      answer.bytes = body.take()
      afterRelease(() => {
        body.free()
        resolve(answer)
      })
    },
    onResponseError(_, error) {
      signal.removeEventListener('abort', cancel)
      fail(error)
    },
  }
}

/**
 * Calls `done` after undici has released the connection, which it does one turn of the event loop after the answer's end.
 * This lets the next request (for a redirect, say) reuse the connection instead of opening another.
 */
function afterRelease(done: () => void): void {
  queueMicrotask(() => setImmediate(done))
}
