import { mayPass } from './fetch-errors.ts'

/** How one attempt ended. */
export interface AttemptOutcome {
  /** Whether the request had started to be sent. If so, the site may have acted on it. */
  sent: boolean
  status?: number
  /** The wait that `Retry-After` asks for, in milliseconds. */
  askedMs?: number | null
  error?: unknown
}

/** The facts on which the decision to retry depends. */
export interface RetryContext {
  method: string
  /** The request only reads data, whatever its method. */
  safe: boolean
  /** Attempts so far. */
  tries: number
  /** Further attempts allowed after the first. */
  retries: number
  /** Milliseconds that are left for the whole call. */
  msLeft: number
  random(): number
}

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000

/**
 * Returns how many milliseconds to wait before the next attempt, or null if there should be none: if the failure is
 * permanent, if repeating the request could have its effect twice, or if the site asks for a wait of more than 30 s or more
 * than the time that is left (retrying sooner would be exactly what it asked not to do).
 */
export function pauseBeforeRetry(outcome: AttemptOutcome, context: RetryContext): number | null {
  const { tries, retries, msLeft, random } = context
  if (tries > retries || !isTemporary(outcome) || !isHarmless(outcome, context)) return null
  const pause = Math.max(outcome.askedMs ?? 0, backoff(tries, random()))
  return pause > MAX_PAUSE_MS || pause >= msLeft ? null : pause
}

/** Throttling, a server error, or a failed connection that may be temporary. */
const isTemporary = ({ status, error }: AttemptOutcome) =>
  status === undefined ? mayPass(error) : status === 429 || (status >= 500 && status < 600)

const isHarmless = ({ sent }: AttemptOutcome, { method, safe }: RetryContext) =>
  !sent || safe || READ_METHODS.has(method)

/** Doubles with each attempt. Half of the pause is random, so that callers that failed together do not retry together. */
function backoff(tries: number, chance: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS)
  return Math.round(longest * (0.5 + chance / 2))
}
