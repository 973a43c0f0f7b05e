import { AppError } from '../base/errors.ts'
import { createConnections } from '../pages/connections.ts'
import { startDeadline } from '../pages/deadline.ts'
import { exchange } from '../pages/exchange.ts'
import { toFetchError } from '../pages/fetch-errors.ts'
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

/** Longest wait for a receiver's answer, of which only the status is looked at. */
const TIMEOUT_MS = 15_000

/** Posts behind the same guard as pages: judged by text, and by what the name resolves to while connecting. Redirects are not followed. */
export function createPoster(guard: Guard, { timeoutMs = TIMEOUT_MS } = {}): Poster {
  const connections = createConnections(guard)

  return {
    check: url => void guard.admit(new URL(url)),
    async post(url, headers, body, signal) {
      const deadline = startDeadline(timeoutMs, signal)
      const address = new URL(url)
      try {
        const { status } = await exchange({
          url: address,
          method: 'POST',
          headers,
          body,
          maxBytes: 0,
          signal: deadline.signal,
          bodyless: () => true,
          begun: () => undefined,
          connections: connections.for(guard.admit(address)),
        })
        return { status, error: null }
      } catch (thrown) {
        return { status: null, error: AppError.from(toFetchError(thrown, address.host)).code }
      } finally {
        deadline.end()
      }
    },
    close: connections.close,
  }
}
