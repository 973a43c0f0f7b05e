import type { Caller } from '../accounts/caller.ts'
import type { Hold } from '../accounts/credits.ts'
import type { KeptResult } from '../accounts/results.ts'
import type { AppError, ErrorCode } from '../base/errors.ts'
import type { CallEnd } from '../store/accounts/calls.ts'
import type { SignIn } from '../store/accounts/sign-ins.ts'
import type { JobStage } from '../store/jobs/rows.ts'
import type { Context, KeptPage, Operation, Sender } from './operation.ts'

/** The job that a call works for: it takes no slot, its credits are set aside already, and it ends with the call. */
export interface JobCall {
  id: string
  /** Credits that are set aside for it. */
  reserved: number
  /** The name of its capture in the ledger, of a call that is one of several for the job. */
  paidAs?: string | undefined
  /** Finds what the operation's `own` would, as it was when the job was created. */
  own?: (() => Promise<unknown>) | undefined
  stage?: (name: JobStage) => void
  keepPage?: (kept: KeptPage) => void
  /** Whoever looks at the result reads it from the store. */
  storesOnly?: boolean
  /** Makes ready what ends the attempt; the function that comes writes it, in the transaction of the call's record. */
  end(ending: CallEnding, captured: number, error: AppError | undefined): () => boolean
}

/** An answer that is kept under an id of its account. */
export interface KeptAnswer {
  id: string
  answer: KeptResult
}

/** One call, as a face hands it in. */
export interface CallRequest {
  operation: Operation
  caller: Caller | null
  /** The signed-in browser that calls, for what only its owner may do. */
  signIn?: SignIn | undefined
  sender?: Sender | undefined
  /** `req_…`; also the id of the call's record. */
  requestId: string
  /** Fires when the call is to stop: its caller has gone, or the service stops. */
  signal: AbortSignal
  /** Where the account's slots are taken it waits for its turn, in place of a refusal. */
  waitsForSlot?: boolean | undefined
  idempotencyKey?: string | undefined
  ifMatch?: number | undefined
  /** Keep a trace for an hour. */
  debug?: boolean | undefined
  job?: JobCall | undefined
  /** The face sends the value as JSON without a look into it, so that an operation may return bytes of JSON in its place. */
  sendsJson?: boolean | undefined
  /**
   * Asked at the end, for calls of an account: what to keep of the answer for a later reading, or nothing. It is
   * written with the record, so that what was paid for is not lost.
   */
  keep?: ((ending: CallEnding) => KeptAnswer | undefined) | undefined
  /**
   * Writes what belongs to a success, which costs so many credits, in the transaction of all that the call leaves behind; a
   * throw undoes it all.
   */
  alongside?: ((value: unknown, cost: number) => void) | undefined
  /** Reads the raw input, at once or as a promise; runs after the slot is taken, so that a refused call's body is never read. */
  readInput(): unknown
}

/** How a call ended; faces only encode it. */
export interface CallEnding {
  status: number
  /** The result, or the error's body. */
  value: unknown
  failed: boolean
  sources: string[]
  notice?: string | undefined
  /** Items that belong to the value could not be fetched. */
  isPartial?: boolean | undefined
  /** Present on every answer of a credit-consuming operation after its admission. */
  credits?: { used: number; remaining: number }
  /** Which error it is. */
  code?: ErrorCode | undefined
  /** Seconds to wait, of an error. */
  retryAfter?: number | undefined
  /** A trace is kept under the request's id. */
  traced?: boolean
  replayed?: boolean
  /** What the call was to leave behind could not be written. */
  unwritten?: boolean
}

/** A call while it runs: the request, and what is known so far. */
export interface OpenCall {
  request: CallRequest
  startedAt: number
  sources: string[]
  notice?: string
  isPartial?: boolean
  parserId: string | null
  /** The address of the page that the parser reads, where it is known. */
  page?: string | undefined
  fills?: NonNullable<CallEnd['fills']>
  makeTrace?: () => unknown
  write?: () => void
  /** Credits for the call itself. */
  hold?: Hold
  /** Credits that outlive the call: what it wrote draws on them. */
  reserved?: Hold
  /** The committed balance, of a call that holds nothing but says what is left. */
  balance?: number
  error?: AppError
  /** What a success costs, where that is less than the hold. */
  charge?: number
  claimedKey?: string
  /** What the call kept that this one repeats. */
  progress?: unknown
  /** The value as it is kept for a repeat, where it was written already. */
  packed?: Uint8Array
}

/** What the operation's `run` sees of its call. */
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

/** A call's ending before its credits are settled. */
export const endingOf = (call: OpenCall, status: number, value: unknown, failed: boolean): CallEnding => ({
  status,
  value,
  failed,
  sources: call.sources,
  notice: call.notice,
  isPartial: call.isPartial,
  traced: Boolean(call.request.debug && call.makeTrace),
})
