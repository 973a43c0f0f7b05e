import type { Caller } from '../accounts/caller.ts'
import type { Credits, Hold } from '../accounts/credits.ts'
import { fingerprint, type Idempotency, type StoredAnswer } from '../accounts/idempotency.ts'
import type { Slots } from '../accounts/slots.ts'
import { AppError } from '../errors.ts'
import type { CallEnd } from '../store/calls.ts'
import type { Store } from '../store/open-store.ts'
import { HOUR } from '../times.ts'
import type { Context, Operation } from './operation.ts'
import { validate } from './validate.ts'

/** One call, as a face hands it in. */
export interface CallRequest {
  operation: Operation
  caller: Caller | null
  /** `req_…`; also the call record's id. */
  requestId: string
  /** Fires when the call is to stop: its caller has gone, or the service stops. */
  signal: AbortSignal
  idempotencyKey?: string | undefined
  ifMatch?: number | undefined
  /** Keep a trace for an hour. */
  debug?: boolean | undefined
  /** Reads the raw input; runs after the slot is taken, so that a refused call's body is never read. */
  readInput(): Promise<unknown>
}

/** How a call ended; faces only encode it. */
export interface CallEnding {
  status: number
  /** The result, or the error's body. */
  value: unknown
  failed: boolean
  sources: string[]
  notice?: string | undefined
  /** Present on every answer of a credit-consuming operation after its admission. */
  credits?: { used: number; remaining: number }
  /** Seconds to wait, of an error. */
  retryAfter?: number | undefined
  /** A trace is kept under the request's id. */
  traced?: boolean
  replayed?: boolean
}

/** What the runner stands on. */
export interface RunnerServices {
  store: Store
  slots: Slots
  credits: Credits
  idempotency: Idempotency
  now(): number
  /** Told of errors that are our own fault, and of records that could not be written. */
  report(error: unknown, requestId: string): void
}

/** A call while it runs: the request and what came to light so far. */
interface OpenCall {
  request: CallRequest
  startedAt: number
  sources: string[]
  notice?: string
  parserId: string | null
  fills?: NonNullable<CallEnd['fills']>
  makeTrace?: () => unknown
  hold?: Hold
  claimedKey?: string
}

const STATUS = { value: 200, created: 201, empty: 204, text: 200 } as const

/** Answers that a repeat gets again: success, and what the work itself refused. Never 402, 409, 429, 5xx or a cancelled call. */
const repeatable = (status: number) => status < 500 && ![402, 409, 429, 499].includes(status)

/**
 * The only way an operation runs, whatever the face:
 * slot → input → own → replay → credits held → run → output checked → captured or released → recorded. It never throws.
 */
export function createRunner({ store, slots, credits, idempotency, now, report }: RunnerServices) {
  return async function runOperation(request: CallRequest): Promise<CallEnding> {
    const call: OpenCall = { request, startedAt: now(), sources: [], parserId: null }
    let freeSlot: (() => void) | undefined
    try {
      if (request.operation.cost && request.caller) freeSlot = slots.take(request.caller.account)
      return await proceed(call)
    } catch (thrown) {
      return await fail(call, thrown)
    } finally {
      freeSlot?.()
    }
  }

  async function proceed(call: OpenCall): Promise<CallEnding> {
    const { operation, caller, readInput, signal } = call.request
    const input = validate(operation, await readInput())
    const owned = caller && operation.own ? await operation.own(input, caller) : undefined
    if (operation.runsParser) call.parserId = owned.id
    const stored = await claim(call, input)
    if (stored) return replay(call, stored)
    if (caller && operation.cost) call.hold = await credits.hold(caller, operation.cost(input))
    const value = await operation.run(input, contextOf(call, owned))
    if (signal.aborted) throw cancelled()
    checkOutput(operation, value)
    return succeed(call, value)
  }

  async function claim(call: OpenCall, input: unknown): Promise<StoredAnswer | null> {
    const { operation, caller, idempotencyKey } = call.request
    if (!caller || !idempotencyKey || !(operation.cost || operation.answer === 'created')) return null
    const stored = await idempotency.claim(caller, operation.id, idempotencyKey, fingerprint(input))
    if (!stored) call.claimedKey = idempotencyKey
    return stored
  }

  async function replay(call: OpenCall, stored: StoredAnswer): Promise<CallEnding> {
    const { caller, operation } = call.request
    call.sources = stored.sources
    const ending: CallEnding = { ...stored, failed: stored.status >= 400, replayed: true }
    keepRecord(call, ending, null, 0)
    if (operation.cost) ending.credits = { used: 0, remaining: (await credits.balance(caller!)).balance }
    return ending
  }

  async function succeed(call: OpenCall, value: unknown): Promise<CallEnding> {
    const ending = endingOf(call, STATUS[call.request.operation.answer], value, false)
    const used = call.hold?.amount ?? 0
    if (used || call.claimedKey) await record(call, ending, null, used)
    else keepRecord(call, ending, null, 0)
    if (call.hold) ending.credits = { used, remaining: call.hold.captured() }
    return ending
  }

  async function fail(call: OpenCall, thrown: unknown): Promise<CallEnding> {
    const { signal, requestId } = call.request
    const error = signal.aborted ? cancelled() : AppError.from(thrown, requestId)
    if (error.status === 500) report(error, requestId)
    const ending = endingOf(call, error.status, error.toJSON(), true)
    ending.retryAfter = error.facts.retryAfter
    if (call.hold) ending.credits = { used: 0, remaining: call.hold.release() }
    if (call.claimedKey) await record(call, ending, error.code, 0).catch(cause => report(cause, requestId))
    else keepRecord(call, ending, error.code, 0)
    return ending
  }

  /** Writes all that the call leaves behind in one transaction; a capture counts from its commit. */
  async function record(call: OpenCall, ending: CallEnding, error: string | null, captured: number): Promise<void> {
    const { request, startedAt, sources, parserId, fills, claimedKey } = call
    if (!request.caller) return
    const { account, key, source } = request.caller
    await store.calls.finish({
      accountId: account.id,
      call: {
        id: request.requestId,
        operation: request.operation.id,
        key_id: key.id,
        source,
        status: ending.status,
        error,
        credits: captured,
        sources,
        ms: now() - startedAt,
        parser_id: parserId,
        created_at: startedAt,
      },
      ...(fills && !ending.failed && { fills }),
      ...(claimedKey && { idempotency: { key: claimedKey, answer: answerToKeep(ending) } }),
      ...(ending.traced && { trace: { body: JSON.stringify(call.makeTrace!()), expires_at: now() + HOUR } }),
    })
  }

  /** Records a call whose answer need not wait for the commit: it changes no balance. */
  const keepRecord = (call: OpenCall, ending: CallEnding, error: string | null, captured: number) =>
    void record(call, ending, error, captured).catch(cause => report(cause, call.request.requestId))
}

const cancelled = () => new AppError('cancelled', 'The call was cancelled.')

const endingOf = (call: OpenCall, status: number, value: unknown, failed: boolean): CallEnding => ({
  status,
  value,
  failed,
  sources: call.sources,
  notice: call.notice,
  traced: Boolean(call.request.debug && call.makeTrace),
})

const answerToKeep = ({ status, value, sources, notice }: CallEnding): string | null =>
  repeatable(status) ? JSON.stringify({ status, value, sources, notice } satisfies StoredAnswer) : null

const contextOf = (call: OpenCall, owned: unknown): Context => ({
  requestId: call.request.requestId,
  signal: call.request.signal,
  caller: call.request.caller,
  owned,
  ifMatch: call.request.ifMatch,
  debug: call.request.debug ?? false,
  addSource(source) {
    if (!call.sources.includes(source)) call.sources.push(source)
  },
  notice(word) {
    call.notice = word
  },
  trace(make) {
    call.makeTrace = make
  },
  countFills(fills) {
    call.fills = fills
  },
})

/** Our own promise, so a value that breaks it is our own mistake: 500, nothing charged. */
function checkOutput(operation: Operation, value: unknown) {
  const checked = operation.output.safeParse(value)
  if (!checked.success) throw new Error(`${operation.id} answered what its own schema refuses.`, { cause: checked.error })
}
