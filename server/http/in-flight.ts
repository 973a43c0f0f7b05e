import { AppError, serviceStopping } from '../base/errors.ts'
import type { Access } from '../operations/operation.ts'

/** A call in progress. */
export interface ActiveCall {
  signal: AbortSignal
  /** Throws 401 if the key of the call was revoked since the call began. Call it once the body has arrived. */
  assertKeyValid(): void
  abort(): void
  end(): void
}

/** The calls in progress, so that a stop can wait for them and then cancel the rest. */
export interface CallsInFlight {
  /**
   * Registers a call. Throws 503 if the service is stopping, or paused for calls of this kind. A stop does not wait for
   * `endless` calls.
   */
  begin(access: Access, endless?: boolean, keyId?: string): ActiveCall
  /** Ends the endless calls of a key that is no longer valid. Others end if their body has not arrived yet. */
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
interface CallEntry {
  controller: AbortController | undefined
  access: Access
  isEndless: boolean
  keyId: string | undefined
  isKeyRevoked: boolean
}

export function createCallsInFlight(): CallsInFlight {
  const entries = new Set<CallEntry>()
  let isStopping = false
  let isPaused = false
  let onEmpty: () => void = () => undefined

  const endlessCalls = () => [...entries].filter(({ isEndless }) => isEndless)

  const waitUntilEmpty = (ms: number) =>
    new Promise<void>(resolve => {
      if (!entries.size) return resolve()
      const timer = setTimeout(resolve, ms)
      onEmpty = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    begin(access, isEndless = false, keyId = undefined) {
      if (isStopping) throw callStopping()
      if (isPaused && access === 'run') throw servicePaused()
      const controller = new AbortController()
      const entry: CallEntry = { controller, access, isEndless, keyId, isKeyRevoked: false }
      entries.add(entry)
      return {
        signal: controller.signal,
        assertKeyValid() {
          if (entry.isKeyRevoked) throw keyRevoked()
        },
        abort: () => controller.abort(),
        end() {
          entries.delete(entry)
          entry.controller = undefined
          if (!entries.size) onEmpty()
        },
      }
    },
    endOf(keyId) {
      for (const entry of entries) {
        if (entry.keyId !== keyId) continue
        entry.isKeyRevoked = true
        if (entry.isEndless) entry.controller?.abort(keyRevoked())
      }
    },
    count: () => [...entries].filter(({ access, isEndless }) => access !== 'admin' && !isEndless).length,
    async drain(ms) {
      isStopping = true
      for (const { controller } of endlessCalls()) controller?.abort(callStopping())
      await waitUntilEmpty(ms)
      for (const { controller } of entries) controller?.abort(callStopping())
      await waitUntilEmpty(SETTLE_MS)
    },
    pause(on) {
      isPaused = on
    },
    paused: () => isPaused,
  }
}

const callStopping = () => serviceStopping('Try again in a moment.', { retryAfter: 5 })

const keyRevoked = () =>
  new AppError('unauthenticated', 'The key of this call is not valid any more.', {
    hint: 'Call again with a key that is.',
  })

const servicePaused = () =>
  new AppError('unavailable_service', 'Winnow is paused.', {
    hint: 'Its owner can resume it from the menu of its icon.',
    retryAfter: 60,
  })
