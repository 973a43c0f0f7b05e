import type { Answer } from './exchange.ts'
import type { FetchAttempt } from './fetch-attempt.ts'
import { toFetchError } from './fetch-errors.ts'
import type { FetchState } from './fetch-state.ts'
import type { Clock } from './politeness/clock.ts'
import { retryAfterMs } from './politeness/retry-after.ts'
import type { Hop } from './redirect.ts'
import { pauseBeforeRetry } from './retry.ts'
import { unpack } from './unpack.ts'

type AttemptOnce = (hop: Hop, url: URL, run: FetchState) => Promise<FetchAttempt>

/** Returns a function that requests one address, retries if that may help, and decompresses the answer. */
export function createAsk(attempt: AttemptOnce, clock: Clock) {
  function pauseAfter(ended: FetchAttempt, hop: Hop, run: FetchState, tries: number): number | null {
    if ('answer' in ended && ended.answer.status < 429) return null
    const { now, random } = clock
    const { safe, retries, endsAt } = run
    const situation = { method: hop.method, safe, tries, retries, msLeft: endsAt - now(), random }
    return pauseBeforeRetry(outcomeOf(ended, now()), situation)
  }

  /** Every error that it throws names the host. */
  return async function ask(hop: Hop, run: FetchState): Promise<Answer> {
    const url = run.rewrite?.(hop.url) ?? hop.url
    for (let tries = 1; ; tries++) {
      const ended = await attempt(hop, url, run)
      const pause = pauseAfter(ended, hop, run, tries)
      if (pause === null) return settle(ended, url, run)
      await clock.wait(pause, run.signal).catch(reason => {
        throw toFetchError(reason, url.host)
      })
    }
  }
}

const outcomeOf = (ended: FetchAttempt, now: number) =>
  'answer' in ended
    ? { sent: true, status: ended.answer.status, askedMs: retryAfterMs(retryAfterOf(ended.answer), now) }
    : ended

const retryAfterOf = ({ headers }: Answer) => [headers['retry-after']].flat()[0]

function settle(ended: FetchAttempt, url: URL, { maxBytes }: FetchState): Answer | Promise<Answer> {
  if (!('answer' in ended)) throw ended.error
  const { answer } = ended
  const encoding = answer.headers['content-encoding']?.toString()
  if (!encoding) return answer
  return unpack(answer.bytes, encoding, { host: url.host, maxBytes }).then(bytes => ({ ...answer, bytes }))
}
