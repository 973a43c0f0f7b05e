import { AppError } from '../errors.ts'

/** A call under way. */
export interface Flight {
  signal: AbortSignal
  abort(): void
  end(): void
}

/** The calls under way, so that a stop can wait for them and then cancel what is left. */
export interface InFlight {
  /** Throws 503 once the service is stopping. */
  begin(): Flight
  count(): number
  /** Refuses new calls, waits for the running ones, ends those that are not done in `ms` with the same 503. */
  drain(ms: number): Promise<void>
}

/** Longest wait for cancelled calls to write what they leave behind. */
const SETTLE_MS = 2_000

export function createInFlight(): InFlight {
  const flights = new Set<AbortController>()
  let stopping = false
  let emptied: () => void = () => undefined

  const empty = (ms: number) =>
    new Promise<void>(resolve => {
      if (!flights.size) return resolve()
      const timer = setTimeout(resolve, ms)
      emptied = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    begin() {
      if (stopping) throw shuttingDown()
      const controller = new AbortController()
      flights.add(controller)
      return {
        signal: controller.signal,
        abort: () => controller.abort(),
        end() {
          flights.delete(controller)
          if (!flights.size) emptied()
        },
      }
    },
    count: () => flights.size,
    async drain(ms) {
      stopping = true
      await empty(ms)
      for (const controller of flights) controller.abort(shuttingDown())
      await empty(SETTLE_MS)
    },
  }
}

const shuttingDown = () =>
  new AppError('unavailable_service', 'Winnow is stopping.', {
    hint: 'Try again in a moment.',
    retryAfter: 5,
  })
