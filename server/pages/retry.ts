import { mayPass } from './fetch-errors.ts'

/** How one attempt to get an answer ended. */
export interface Outcome {
  /** The request had begun to go out; the site may have acted on it. */
  sent: boolean
  status?: number
  /** What `Retry-After` asks for. */
  askedMs?: number | null
  error?: unknown
}

/** What the decision about a further attempt rests on. */
export interface Situation {
  method: string
  /** The request only reads, whatever its method. */
  safe: boolean
  /** Attempts so far. */
  tries: number
  /** Further attempts allowed after the first. */
  retries: number
  /** Left of the time for the whole call. */
  msLeft: number
  random(): number
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * Milliseconds to wait before the next attempt, or null where there should be none: for what waiting does not mend, for
 * a request that could do its work twice, and where the site asks for more than 30 s or than the time that is left;
 * coming back sooner would be just what it asked not to do.
 */
export function pauseBeforeRetry(outcome: Outcome, situation: Situation): number | null {
  const { tries, retries, msLeft, random } = situation
  if (tries > retries || !isPassing(outcome) || !isHarmless(outcome, situation)) return null
  const pause = Math.max(outcome.askedMs ?? 0, backoff(tries, random()))
  return pause > LONGEST_PAUSE_MS || pause >= msLeft ? null : pause
}

/** Throttling, a fault of the site's own, a connection that failed. */
const isPassing = ({ status, error }: Outcome) =>
  status === undefined ? mayPass(error) : status === 429 || status >= 500

const isHarmless = ({ sent }: Outcome, { method, safe }: Situation) => !sent || safe || READING.has(method)

/** Doubles with each attempt; half of it is left to chance, so that callers who failed together do not return together. */
function backoff(tries: number, chance: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)
  return Math.round(longest * (0.5 + chance / 2))
}
