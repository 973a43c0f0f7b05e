import { AppError } from '../base/errors.ts'
import { createConnections } from '../pages/connections.ts'
import { startDeadline } from '../pages/deadline.ts'
import { createAttempt } from '../pages/fetch-attempt.ts'
import type { Guard } from '../pages/guard.ts'

/** What came of a request: a status, or the word for why there is none. */
export interface Posted {
  status: number | null
  error: string | null
}

/** Sends a body to an address, once and at once. It never throws. */
export interface Poster {
  /** Throws `target_forbidden` for an address that is refused by its text alone. */
  check(url: string): void
  post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Posted>
  close(): Promise<void>
}

/** Longest wait for a receiver's whole answer. */
const TIMEOUT_MS = 15_000
/** Of an answer, only its status is looked at. */
const MAX_ANSWER_BYTES = 1_048_576
/** Deliveries are claimed no faster than their hosts may be asked, so that none waits here while its time runs. */
const NO_LINE = { enter: () => () => undefined, size: () => 0 }

/** Posts behind the same guard as pages: judged by text, and by what the name resolves to while connecting. Redirects are not followed. */
export function createPoster(guard: Guard, { timeoutMs = TIMEOUT_MS } = {}): Poster {
  const connections = createConnections(guard)
  const attempt = createAttempt({ guard, connections, line: NO_LINE, desktop: null })

  return {
    check: url => void guard.admit(new URL(url)),
    async post(url, headers, body, signal) {
      const deadline = startDeadline(timeoutMs, signal)
      const address = new URL(url)
      const hop = { url: address, method: 'POST', headers, body }
      try {
        const ended = await attempt(hop, address, {
          ...NOTHING_MORE,
          signal: deadline.signal,
          endsAt: Date.now() + timeoutMs,
        })
        if ('answer' in ended) return { status: ended.answer.status, error: null }
        return { status: null, error: wordOf(ended.error) }
      } finally {
        deadline.end()
      }
    },
    close: connections.close,
  }
}

/** What a fetch of a page may have beside its address. */
const NOTHING_MORE = {
  rewrite: undefined,
  allow: undefined,
  cookies: undefined,
  secretHeaders: [],
  proxy: null,
  desktop: false,
  robots: false,
  safe: false,
  retries: 0,
  maxBytes: MAX_ANSWER_BYTES,
}

const wordOf = (error: unknown) => AppError.from(error).code
