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

/** What the runner stands on. */
interface RunnerServices {
  store: Pick<Store, 'calls'>
  slots: Slots
  credits: Credits
  idempotency: Idempotency
  now(): number
  /** Called with errors that are our own fault, and where records could not be written. */
  report(error: unknown, requestId: string): void
}

export type RunOperation = ReturnType<typeof createRunner>

/**
 * The only way an operation runs, whatever the face:
 * slot → input → own → check → replay → credits held → run → output checked → captured or released → recorded. It never throws.
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

  /** What costs something takes a slot of its account, but for jobs, which the queue counts. */
  function takeSlot({ operation, caller, job, signal, waitsForSlot }: CallRequest) {
    if (!operation.cost || !caller || job) return undefined
    return waitsForSlot ? slots.wait(caller.account, signal) : slots.take(caller.account)
  }

  /** A stream holds its place among those of its account until its reader leaves, or what it follows has ended. */
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
    if (operation.check) await check(call, input)
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
    if (call.request.alongside) writeAlongside(call, value)
    if (call.claimedKey && value instanceof Uint8Array) call.packed = await compress(value)
    return succeed(call, value)
  }

  /** What is refused here says that it was free, as an error of the work does. */
  async function check(call: OpenCall, input: Record<string, unknown>) {
    const { operation, caller } = call.request
    try {
      operation.check!(input)
    } catch (error) {
      if (caller && tellsCredits(operation)) call.balance = (await credits.balance(caller)).balance
      throw error
    }
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
    const ending: CallEnding = { ...stored, failed: stored.status >= 400, replayed: true }
    recordLater(call, ending, null)
    if (tellsCredits(operation))
      ending.credits = { used: 0, remaining: (await credits.balance(caller!)).balance }
    return ending
  }

  /** A capture counts from its commit, not before; what changes no balance need not wait for one. */
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

  /** Of a call that sets nothing aside itself. Asked before its end is written, which cannot fail afterwards. */
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
    const remaining = released.findLast(balance => balance !== undefined) ?? call.balance
    if (remaining !== undefined) ending.credits = { used: 0, remaining }
    if (call.claimedKey || job)
      await record(call, ending, error.code, 0)?.catch(cause => abandon(call, ending, cause))
    else recordLater(call, ending, error.code)
    return ending
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
    ending.unwritten = true
    if (claimedKey) idempotency.abandon(caller!, operation.id, claimedKey)
    report(cause, requestId)
  }

  function recordLater(call: OpenCall, ending: CallEnding, error: string | null) {
    record(call, ending, error, 0)?.catch(cause => report(cause, call.request.requestId))
  }

  return runOperation
}

/** What the call itself costs if it succeeds. */
function costOf({ hold, charge }: OpenCall): number {
  const held = hold?.amount ?? 0
  return Math.min(charge ?? held, held)
}

/** The same events; `ended` is called once there are no more, or nobody reads them. */
async function* endingWith(events: AsyncIterable<unknown>, ended: () => void) {
  try {
    yield* events
  } finally {
    ended()
  }
}

/** The address of the page in an input: one to scrape, or of an uploaded page where it is known. */
const pageIn = (input: { url?: string; html?: { url?: string | undefined } }) => input.url ?? input.html?.url

/** What a job has set aside is settled by the job's own end. */
const setAside = (amount: number): Hold => ({
  amount,
  holder: undefined,
  captured: () => 0,
  release: () => 0,
  keep: () => 0,
})

/** Why a call was stopped: the service stops, or else its caller has gone. */
const stopped = ({ reason }: AbortSignal) =>
  reason instanceof AppError ? reason : new AppError('cancelled', 'The call was cancelled.')

/**
 * Our own promise, so a value that breaks it is our own mistake: 500, nothing charged. Rows and events are still on their
 * way, and bytes are data that were written where they were read.
 */
function checkOutput(operation: Operation, value: unknown) {
  if (operation.answer === 'rows' || operation.answer === 'events' || value instanceof Uint8Array) return
  const checked = operation.output.safeParse(value)
  if (!checked.success)
    throw new Error(`${operation.id} returned a result that does not fit its own schema.`, {
      cause: checked.error,
    })
}
