import type { Answer } from './fetch/exchange.ts'
import type { FetchAttempt } from './fetch/fetch-attempt.ts'
import { toFetchError } from './fetch/fetch-errors.ts'
import type { FetchState } from './fetch/fetch-state.ts'
import type { Hop } from './fetch/redirect.ts'
import { pauseBeforeRetry } from './fetch/retry.ts'
import { unpack } from './fetch/unpack.ts'
import type { Clock } from './politeness/clock.ts'
import { retryAfterMs } from './politeness/retry-after.ts'

type SendAttempt = (hop: Hop, url: URL, fetchState: FetchState) => Promise<FetchAttempt>

/** Returns a function that requests one address, retries if that may help, and decompresses the answer. */
export function createAsk(attempt: SendAttempt, clock: Clock) {
  function pauseAfter(result: FetchAttempt, hop: Hop, fetchState: FetchState, tries: number): number | null {
    if ('answer' in result && result.answer.status < 429) return null
    const { now, random } = clock
    const { safe, retries, endsAt } = fetchState
    const retryContext = { method: hop.method, safe, tries, retries, msLeft: endsAt - now(), random }
    return pauseBeforeRetry(outcomeOf(result, now()), retryContext)
  }

  /** Every error that it throws names the host. */
  return async function ask(hop: Hop, fetchState: FetchState): Promise<Answer> {
    const url = fetchState.rewrite?.(hop.url) ?? hop.url
    for (let tries = 1; ; tries++) {
      const result = await attempt(hop, url, fetchState)
      const pause = pauseAfter(result, hop, fetchState, tries)
      if (pause === null) return unpackAnswer(result, url, fetchState)
      await clock.wait(pause, fetchState.signal).catch(reason => {
        throw toFetchError(reason, url.host)
      })
    }
  }
}

const outcomeOf = (result: FetchAttempt, now: number) =>
  'answer' in result
    ? { sent: true, status: result.answer.status, askedMs: retryAfterMs(retryAfterOf(result.answer), now) }
    : result

const retryAfterOf = ({ headers }: Answer) => [headers['retry-after']].flat().join(', ')

function unpackAnswer(result: FetchAttempt, url: URL, { maxBytes }: FetchState): Answer | Promise<Answer> {
  if (!('answer' in result)) throw result.error
  const { answer } = result
  const encoding = encodingOf(answer)
  if (!encoding) return answer
  return unpack(answer.bytes, encoding, { host: url.host, maxBytes }).then(bytes => ({ ...answer, bytes }))
}

/** A transfer can be compressed too, after the content. */
function encodingOf({ headers }: Answer): string | undefined {
  const { 'content-encoding': content, 'transfer-encoding': transfer } = headers
  if (transfer === undefined || transfer === 'chunked') return content?.toString()
  return [content ?? [], transfer].flat().join()
}
