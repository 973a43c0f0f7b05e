import type { Caller } from '../accounts/caller.ts'
import type { Hold } from '../accounts/credits.ts'
import type { KeptResult } from '../accounts/results.ts'
import type { AppError, ErrorCode } from '../base/errors.ts'
import type { CallEnd } from '../store/accounts/calls.ts'
import type { SignIn } from '../store/accounts/sign-ins.ts'
import type { JobStage } from '../store/jobs/rows.ts'
import type { Context, KeptPage, Operation, Sender } from './operation.ts'

/**
 * The job that a call works for. Such a call takes no slot, its credits are already held, and the job ends together with it.
 */
export interface JobCall {
  id: string
  /** Credits held for the job. */
  reserved: number
  /** The name of this call's capture in the ledger. Set if the job makes several calls. */
  paidAs?: string | undefined
  /** Replaces the operation's `own`: finds the resource as it was when the job was created. */
  own?: (() => Promise<unknown>) | undefined
  stage?: (name: JobStage) => void
  keepPage?: (kept: KeptPage) => void
  /** The value of the call is not used: readers take the result from the store. */
  storesOnly?: boolean
  /** Packs the value for the store, before `end`. */
  pack?: (value: unknown) => Promise<void>
  /** Prepares the end of the attempt. The returned function writes it, in the transaction that writes the call's record. */
  end(ending: CallEnding, captured: number, error: AppError | undefined): () => boolean
}

/** A stored answer with its id, which belongs to the account. */
export interface KeptAnswer {
  id: string
  answer: KeptResult
}

/** One call, as an interface (HTTP, MCP, queue) passes it to the runner. */
export interface CallRequest {
  operation: Operation
  caller: Caller | null
  /** The signed-in browser that calls. Needed by operations that only the owner of the account may use. */
  signIn?: SignIn | undefined
  sender?: Sender | undefined
  /** `req_…`; also the id of the call's record. */
  requestId: string
  /** Aborts when the call must stop: its client has disconnected, or the service is stopping. */
  signal: AbortSignal
  /** If all slots of the account are in use, waits for a free slot instead of refusing the call. */
  waitsForSlot?: boolean | undefined
  idempotencyKey?: string | undefined
  ifMatch?: number | undefined
  /** Keeps a trace for an hour. */
  debug?: boolean | undefined
  job?: JobCall | undefined
  /** The interface sends the value as JSON without reading it, so an operation may return serialized JSON as bytes instead. */
  sendsJson?: boolean | undefined
  /**
   * Called at the end of a call by an account. Returns the answer to keep for later reading, or undefined. It is written
   * together with the record, so an answer that was paid for is not lost.
   */
  keep?: ((ending: CallEnding) => KeptAnswer | undefined) | undefined
  /**
   * Writes whatever else belongs to a success that costs `cost` credits, in the transaction that stores the call. If it
   * throws, the whole transaction is rolled back.
   */
  alongside?: ((value: unknown, cost: number) => void) | undefined
  /** Returns the raw input or a promise of it. Called after the slot is taken, so the body of a refused call is never read. */
  readInput(): unknown
}

/** How a call ended. The interfaces only encode it. */
export interface CallEnding {
  status: number
  /** The result, or the error's body. */
  value: unknown
  failed: boolean
  sources: string[]
  notice?: string | undefined
  /** Whether some items of the value could not be fetched. */
  isPartial?: boolean | undefined
  /** Present on every answer of an operation that costs credits, once the call has been admitted. */
  credits?: { used: number; remaining: number }
  /** The code of the error. */
  code?: ErrorCode | undefined
  /** After an error: seconds to wait before a retry. */
  retryAfter?: number | undefined
  /** Whether a trace is stored under the request id. */
  isTraced?: boolean
  isReplayed?: boolean
  /** Whether the end of the call could not be written to the store. */
  isUnwritten?: boolean
}

/** A running call: its request and what is known so far. */
export interface OpenCall {
  request: CallRequest
  startedAt: number
  sources: string[]
  /** Whether the input is valid, and its record belongs to the caller. */
  isAccepted?: boolean
  notice?: string
  isPartial?: boolean
  parserId: string | null
  /** The URL of the page that the parser reads, if known. */
  page?: string | undefined
  fills?: NonNullable<CallEnd['fills']>
  makeTrace?: () => unknown
  write?: () => void
  /** Credits for the call itself. */
  hold?: Hold
  /** Credits that stay held after the call, for the work that it created. */
  reserved?: Hold
  /** The committed balance. Set for calls that hold no credits themselves but report what is left. */
  balance?: number
  error?: AppError
  /** The cost of a success, if less than the hold. */
  charge?: number
  claimedKey?: string
  /** The progress that an earlier, interrupted call with the same `Idempotency-Key` saved. */
  progress?: unknown
  /** The packed value to store for repeats, if it is already packed. */
  packed?: Uint8Array
}

/** Returns the context that is passed to the operation's `run`. */
export const contextOf = (
  call: OpenCall,
  owned: unknown,
  { hold, reserve, keepProgress }: Pick<Context, 'hold' | 'reserve' | 'keepProgress'>,
): Context => ({
  requestId: call.request.requestId,
  signal: call.request.signal,
  caller: call.request.caller,
  signIn: call.request.signIn,
  sender: call.request.sender,
  owned,
  ifMatch: call.request.ifMatch,
  debug: call.request.debug ?? false,
  addSource(source) {
    if (!call.sources.includes(source)) call.sources.push(source)
  },
  hold,
  charge(credits) {
    call.charge = credits
  },
  reserve,
  stage: call.request.job?.stage,
  keepPage: call.request.job?.keepPage,
  storesOnly: call.request.job?.storesOnly,
  sendsJson: call.request.sendsJson,
  notice(word) {
    call.notice = word
  },
  markPartial() {
    call.isPartial = true
  },
  trace(make) {
    call.makeTrace = make
  },
  write(work) {
    call.write = work
  },
  progress: call.progress ?? null,
  keepProgress,
  countFills(fills) {
    call.fills = fills
  },
})

/** Returns the ending of a call, before its credits are settled. */
export const endingOf = (call: OpenCall, status: number, value: unknown, failed: boolean): CallEnding => ({
  status,
  value,
  failed,
  sources: call.sources,
  notice: call.notice,
  isPartial: call.isPartial,
  isTraced: Boolean(call.request.debug && call.makeTrace),
})
