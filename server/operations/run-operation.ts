import type { Credits, Hold } from '../accounts/credits.ts'
import { fingerprintInTurns, type Idempotency, type StoredAnswer } from '../accounts/idempotency.ts'
import type { Slots } from '../accounts/slots.ts'
import { AppError } from '../base/errors.ts'
import { once } from '../base/once.ts'
import { compress } from '../base/zstd.ts'
import { storeUnreadable } from '../store/file/disk-errors.ts'
import type { Store } from '../store/open-store.ts'
import { type CallEnding, type CallRequest, contextOf, endingOf, type OpenCall } from './call.ts'
import { recordOf } from './call-record.ts'
import { isOnce, type Operation, STATUS, tellsCredits } from './operation.ts'
import { checkSchemasAhead } from './parsers/body.ts'
import { validate } from './validate.ts'

/** The services that the runner needs. */
interface RunnerServices {
  store: Pick<Store, 'calls'>
  slots: Slots
  credits: Credits
  idempotency: Idempotency
  now(): number
  /** Called with internal errors, and when records could not be written. */
  report(error: unknown, requestId: string): void
}

export type RunOperation = ReturnType<typeof createRunner>

/**
 * Creates the function that runs every operation, whatever the interface: slot → input → own → check → replay → hold credits
 * → run → check output → capture or release → record. That function never throws.
 */
export function createRunner({ store, slots, credits, idempotency, now, report }: RunnerServices) {
  async function runOperation(request: CallRequest): Promise<CallEnding> {
    const call: OpenCall = { request, startedAt: now(), sources: [], parserId: null }
    let freeSlot: (() => void) | undefined
    try {
      freeSlot = await takeSlot(request)
      if (request.operation.answer === 'events') return await openStream(call)
      return await proceed(call)
    } catch (thrown) {
      return await fail(call, thrown)
    } finally {
      freeSlot?.()
    }
  }

  /** Takes a slot of the account for an operation that costs credits. Jobs take none: the queue counts them. */
  function takeSlot({ operation, caller, job, signal, waitsForSlot }: CallRequest) {
    if (!operation.cost || !caller || job) return undefined
    return waitsForSlot ? slots.wait(caller.account, signal) : slots.take(caller.account)
  }

  /** Counts the stream against the limit of its account until its reader disconnects or the stream ends. */
  async function openStream(call: OpenCall): Promise<CallEnding> {
    const { caller, signal } = call.request
    const free = caller ? once(slots.takeStream(caller.account)) : () => undefined
    try {
      const ending = await proceed(call)
      signal.throwIfAborted()
      signal.addEventListener('abort', free)
      return { ...ending, value: endingWith(ending.value as AsyncIterable<unknown>, free) }
    } catch (error) {
      free()
      throw error
    }
  }

  async function proceed(call: OpenCall): Promise<CallEnding> {
    const { operation, caller, readInput, signal, job } = call.request
    const raw = await readInput()
    await checkSchemasAhead(raw)
    const input = validate(operation, raw)
    const owned = caller && operation.own ? await (job?.own?.() ?? operation.own(input, caller)) : undefined
    call.isAccepted = true
    operation.check?.(input)
    const stored = call.request.idempotencyKey ? await claim(call, input) : null
    if (stored) return replay(call, stored)
    if (job) call.hold = setAside(job.reserved)
    else if (caller && operation.cost)
      call.hold = await credits.hold(caller, operation.cost(input, owned), call)
    if (operation.runsParser) {
      call.parserId = owned.id
      call.page = pageIn(input)
    }
    const value = await operation.run(input, contextOf(call, owned, meansOf(call)))
    if (signal.aborted) throw stopped(signal)
    checkOutput(operation, value)
    await job?.pack?.(value)
    if (call.request.alongside) writeAlongside(call, value)
    if (call.claimedKey && value instanceof Uint8Array) call.packed = await compress(value)
    return succeed(call, value)
  }

  function writeAlongside(call: OpenCall, value: unknown) {
    const { write } = call
    call.write = () => {
      write?.()
      call.request.alongside!(value, costOf(call))
    }
  }

  const meansOf = (call: OpenCall) => ({
    async hold(amount: number) {
      call.hold = await credits.hold(call.request.caller!, amount, call)
    },
    async reserve(amount: number) {
      call.reserved = await credits.hold(call.request.caller!, amount, call)
    },
    keepProgress(progress: unknown) {
      const { caller, operation } = call.request
      if (call.claimedKey) idempotency.keepProgress(caller!, operation.id, call.claimedKey, progress)
    },
  })

  async function claim(call: OpenCall, input: Record<string, unknown>): Promise<StoredAnswer | null> {
    const { operation, caller, idempotencyKey } = call.request
    if (!caller || !idempotencyKey || !isOnce(operation)) return null
    const print = await fingerprintInTurns(input)
    const { stored, progress } = await idempotency.claim(caller, operation.id, idempotencyKey, print)
    if (stored) return stored
    call.claimedKey = idempotencyKey
    call.progress = progress
    return null
  }

  async function replay(call: OpenCall, stored: StoredAnswer): Promise<CallEnding> {
    const { caller, operation } = call.request
    call.sources = stored.sources
    const ending: CallEnding = { ...stored, failed: stored.status >= 400, isReplayed: true }
    recordLater(call, ending, null)
    if (tellsCredits(operation))
      ending.credits = { used: 0, remaining: (await credits.balance(caller!)).balance }
    return ending
  }

  /**
   * Settles a success. A capture counts only once committed, so the call waits for that; a record that changes no balance is
   * written later.
   */
  async function succeed(call: OpenCall, value: unknown): Promise<CallEnding> {
    const ending = endingOf(call, STATUS[call.request.operation.answer], value, false)
    await askBalance(call)
    const used = costOf(call)
    if (used || call.claimedKey || call.write || call.request.job) await record(call, ending, null, used)
    else recordLater(call, ending, null)
    const kept = call.reserved?.keep()
    const remaining = call.hold?.captured(used) ?? kept ?? call.balance
    if (remaining !== undefined) ending.credits = { used, remaining }
    return ending
  }

  /**
   * Reads the balance for a call that holds no credits itself. Called before the end of the call is written, which can no
   * longer fail afterwards.
   */
  async function askBalance(call: OpenCall) {
    const { operation, caller } = call.request
    if (call.hold || call.reserved || !caller || !tellsCredits(operation)) return
    call.balance = (await credits.balance(caller)).balance
  }

  async function fail(call: OpenCall, thrown: unknown): Promise<CallEnding> {
    const { signal, requestId, job } = call.request
    const unreadable = storeUnreadable(thrown)
    const error = signal.aborted ? stopped(signal) : (unreadable ?? AppError.from(thrown, requestId))
    if (unreadable || error.status === 500) report(error, requestId)
    const ending = endingOf(call, error.status, error.toJSON(), true)
    ending.code = error.code
    ending.retryAfter = error.facts.retryAfter
    call.error = error
    const released = [call.reserved?.release(), call.hold?.release()]
    const remaining = released.findLast(balance => balance !== undefined) ?? (await balanceAfterFailure(call))
    if (remaining !== undefined) ending.credits = { used: 0, remaining }
    if (call.claimedKey || job)
      await record(call, ending, error.code, 0)?.catch(cause => abandon(call, ending, cause))
    else recordLater(call, ending, error.code)
    return ending
  }

  /** Returns the balance for a call that failed while it held nothing; undefined if it cannot be read. */
  async function balanceAfterFailure({ request: { operation, caller }, isAccepted, balance }: OpenCall) {
    if (balance !== undefined || !isAccepted || !caller || !tellsCredits(operation)) return balance
    const current = await credits.balance(caller).catch(() => undefined)
    return current?.balance
  }

  function record(
    call: OpenCall,
    ending: CallEnding,
    error: string | null,
    captured: number,
  ): Promise<void> | undefined {
    const { caller } = call.request
    return caller
      ? store.calls.finish(recordOf(call, ending, { caller, error, captured, at: now() }))
      : undefined
  }

  function abandon({ request, claimedKey }: OpenCall, ending: CallEnding, cause: unknown) {
    const { caller, operation, requestId } = request
    ending.isUnwritten = true
    if (claimedKey) idempotency.abandon(caller!, operation.id, claimedKey)
    report(cause, requestId)
  }

  function recordLater(call: OpenCall, ending: CallEnding, error: string | null) {
    record(call, ending, error, 0)?.catch(cause => report(cause, call.request.requestId))
  }

  return runOperation
}

/** The cost of the call itself if it succeeds. */
function costOf({ hold, charge }: OpenCall): number {
  const held = hold?.amount ?? 0
  return Math.min(charge ?? held, held)
}

/** Yields the same events and calls `ended` after the last, or when the reader stops. */
async function* endingWith(events: AsyncIterable<unknown>, ended: () => void) {
  try {
    yield* events
  } finally {
    ended()
  }
}

/** The URL of the page in an input: the URL to scrape, or that of an uploaded page if known. */
const pageIn = (input: { url?: string; html?: { url?: string | undefined } }) => input.url ?? input.html?.url

/** A hold without effect, because the end of the job settles the credits held for it. */
const setAside = (amount: number): Hold => ({
  amount,
  holder: undefined,
  captured: () => 0,
  release: () => 0,
  keep: () => 0,
})

/** The error for a call that was stopped: by the service, or because its client has disconnected. */
const stopped = ({ reason }: AbortSignal) =>
  reason instanceof AppError ? reason : new AppError('cancelled', 'The call was cancelled.')

/**
 * Throws an internal error (500, nothing charged) if the value does not match the output schema. Rows and events are not
 * checked, as they are still being produced, nor are bytes, which were serialized where the data was read.
 */
function checkOutput(operation: Operation, value: unknown) {
  if (operation.answer === 'rows' || operation.answer === 'events' || value instanceof Uint8Array) return
  const checked = operation.output.safeParse(value)
  if (!checked.success)
    throw new Error(`${operation.id} returned a result that does not fit its own schema.`, {
      cause: checked.error,
    })
}
