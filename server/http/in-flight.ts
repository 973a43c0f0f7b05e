import { AppError } from '../base/errors.ts'
import type { Access } from '../operations/operation.ts'

/** A call under way. */
export interface Flight {
  signal: AbortSignal
  abort(): void
  end(): void
}

/** The calls under way, so that a stop can wait for them and then cancel what is left. */
export interface InFlight {
  /**
   * Throws 503 once the service is stopping, and while it is paused for calls of this kind. No stop waits for an
   * `endless` one.
   */
  begin(access: Access, endless?: boolean, keyId?: string): Flight
  /** Ends the endless calls of a key that is not valid any more. */
  endOf(keyId: string): void
  /** How many there are, without endless ones and those of the owner's window and commands. */
  count(): number
  /** Refuses new calls, waits for the running ones, ends those that are not done in `ms` with the same 503. */
  drain(ms: number): Promise<void>
  /** Refuses calls that run something, or takes them again. What only reads or manages goes on. */
  pause(on: boolean): void
  paused(): boolean
}

/** Longest wait for cancelled calls to write what they leave behind. */
const SETTLE_MS = 2_000

/** A flight as it is listed: once it has ended it holds nothing, for sets keep what was in them until a full collection. */
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
