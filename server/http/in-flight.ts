import { AppError } from '../base/errors.ts'
import type { Access } from '../operations/operation.ts'

/** A call in progress. */
export interface Flight {
  signal: AbortSignal
  abort(): void
  end(): void
}

/** The calls in progress, so that a stop can wait for them and then cancel the rest. */
export interface InFlight {
  /**
   * Registers a call. Throws 503 if the service is stopping, or paused for calls of this kind. A stop does not wait for
   * `endless` calls.
   */
  begin(access: Access, endless?: boolean, keyId?: string): Flight
  /** Ends the endless calls of a key that is no longer valid. */
  endOf(keyId: string): void
  /** Number of calls in progress, without endless ones and those of `/admin`. */
  count(): number
  /** Refuses new calls, waits up to `ms` for the running ones, and then aborts the rest with the same 503. */
  drain(ms: number): Promise<void>
  /** Refuses calls with the scope `run`, or accepts them again. Calls that only read or manage continue. */
  pause(on: boolean): void
  paused(): boolean
}

/** Longest wait for cancelled calls to write their results. */
const SETTLE_MS = 2_000

/** A call in the list. Once it has ended it refers to nothing: a Set keeps deleted entries in memory until a full garbage collection. */
interface Listed {
  controller: AbortController | undefined
  access: Access
  isEndless: boolean
  keyId: string | undefined
}

export function createInFlight(): InFlight {
  const flights = new Set<Listed>()
  let stopping = false
  let paused = false
  let emptied: () => void = () => undefined

  const endless = () => [...flights].filter(({ isEndless }) => isEndless)

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
    begin(access, isEndless = false, keyId = undefined) {
      if (stopping) throw shuttingDown()
      if (paused && access === 'run') throw resting()
      const controller = new AbortController()
      const listed: Listed = { controller, access, isEndless, keyId }
      flights.add(listed)
      return {
        signal: controller.signal,
        abort: () => controller.abort(),
        end() {
          flights.delete(listed)
          listed.controller = undefined
          if (!flights.size) emptied()
        },
      }
    },
    endOf(keyId) {
      for (const flight of endless()) if (flight.keyId === keyId) flight.controller?.abort(signedOut())
    },
    count: () => [...flights].filter(({ access, isEndless }) => access !== 'admin' && !isEndless).length,
    async drain(ms) {
      stopping = true
      for (const { controller } of endless()) controller?.abort(shuttingDown())
      await empty(ms)
      for (const { controller } of flights) controller?.abort(shuttingDown())
      await empty(SETTLE_MS)
    },
    pause(on) {
      paused = on
    },
    paused: () => paused,
  }
}

const shuttingDown = () =>
  new AppError('unavailable_service', 'Winnow is stopping.', {
    hint: 'Try again in a moment.',
    retryAfter: 5,
  })

const signedOut = () =>
  new AppError('unauthenticated', 'The key of this call is not valid any more.', {
    hint: 'Call again with a key that is.',
  })

const resting = () =>
  new AppError('unavailable_service', 'Winnow is paused.', {
    hint: 'Its owner can resume it from the menu of its icon.',
    retryAfter: 60,
  })
