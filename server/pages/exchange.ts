import type { Dispatcher } from 'undici'
import { createBody } from './body.ts'
import { pageTooLarge } from './fetch-errors.ts'

/** The header fields of an answer by lower-case name; a field that came several times is a list. */
export type AnswerHeaders = Record<string, string | string[] | undefined>

/** One request on the wire. */
export interface Exchange {
  connections: Dispatcher
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | null
  maxBytes: number
  signal: AbortSignal
  /** Whether the answer is wanted without its body, as that of a redirect. It counts then, whatever becomes of the body. */
  bodyless(status: number, headers: AnswerHeaders): boolean
  /** Called when the request starts to go out; before that, the site knows nothing of it. */
  begun(): void
}

/** `bytes` are as they came, still packed, and may be a view into a larger buffer. */
export interface Answer {
  status: number
  headers: AnswerHeaders
  bytes: Uint8Array
}

/** An unwanted body up to this size is read to its end, since that keeps the connection usable. */
const SKIPPED_BODY_BYTES = 64 * 1024

const NOTHING = new Uint8Array()

/** Sends a request and collects the answer. Rejects with undici's errors, `page_too_large` or the signal's reason. */
export function exchange(request: Exchange): Promise<Answer> {
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
  request: Exchange,
  resolve: (answer: Answer) => void,
  reject: (reason: unknown) => void,
): Dispatcher.DispatchHandler {
  const { url, method, maxBytes, signal } = request
  const body = createBody()
  const answer: Answer = { status: 0, headers: {}, bytes: NOTHING }
  let control: Dispatcher.DispatchController | undefined
  let skipped = false
  let room = maxBytes

  const fail = (reason: unknown) => (skipped ? resolve(answer) : reject(reason))
  const stop = (reason: Error) => {
    fail(reason)
    control?.abort(reason)
  }
  const overflow = () => stop(pageTooLarge(url.host, maxBytes))
  const cancel = () => stop(signal.reason)
  signal.addEventListener('abort', cancel, { once: true })

  return {
    // Comes once a connection is there, which may be after the signal has ended the wait for it.
    onRequestStart(controller) {
      control = controller
      if (signal.aborted) controller.abort(signal.reason)
      else request.begun()
    },
    onResponseStart(_, status, headers) {
      if (status < 200) return
      answer.status = status
      answer.headers = headers
      skipped = request.bodyless(status, headers)
      if (skipped) room = SKIPPED_BODY_BYTES
      const announced = Number(headers['content-length'])
      if (method !== 'HEAD' && announced > room) overflow()
      else body.expect(announced)
    },
    onResponseData(_, chunk) {
      room -= chunk.length
      if (room < 0) return overflow()
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
 * undici hands a connection back one turn of the event loop after the answer's end. Waiting for it lets the next
 * request (a redirect, say) use the same connection instead of opening another.
 */
function afterRelease(done: () => void): void {
  queueMicrotask(() => setImmediate(done))
}
