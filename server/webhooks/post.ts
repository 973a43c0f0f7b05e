import { AppError } from '../base/errors.ts'
import { createConnections } from '../pages/connections.ts'
import { startDeadline } from '../pages/fetch/deadline.ts'
import { exchange } from '../pages/fetch/exchange.ts'
import { toFetchError } from '../pages/fetch/fetch-errors.ts'
import type { Guard } from '../pages/guard.ts'

/** The outcome of a request: a status, or the error code if there is none. */
interface PostResult {
  status: number | null
  error: string | null
}

/** Sends a body to an address, without retries. `post` never throws. */
export interface Poster {
  /** Throws `target_forbidden` for an address that is refused before its name is resolved. */
  check(url: string): void
  post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<PostResult>
  close(): Promise<void>
}

/** Maximum time for a receiver to respond. Only the status of the response is used. */
const TIMEOUT_MS = 15_000

/**
 * Creates a poster that uses the same guard as page requests: it checks the address, and what its name resolves to when it
 * connects. Redirects are not followed.
 */
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
