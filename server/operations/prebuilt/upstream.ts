import { command } from '../../base/command.ts'
import { AppError, type ErrorCode } from '../../base/errors.ts'
import { statusFacts } from '../../pages/meaning.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'
import type { SourceMemory, Upstream, UpstreamAnswer } from '../../prebuilt/upstream.ts'
import type { UpstreamExchange } from '../scraping/page-workers.ts'
import { platformBrowse } from './browse.ts'
import { platformGet } from './get.ts'
import type { UpstreamServices } from './upstream-services.ts'

/** Access to the sources of one API for one call. */
interface OpenUpstream {
  upstream: Upstream
  /** The requests so far, in order. */
  exchanges: UpstreamExchange[]
  /**
   * Returns the error with the API named in its hint. A refusal also states how a browser could help and how long the
   * platform asked to wait.
   */
  explained(error: unknown): unknown
}

/** Opens access to the sources of an API. `sources` replaces what the service remembers of them. */
export function openUpstream(
  services: UpstreamServices,
  { id, platform }: Prebuilt,
  signal: AbortSignal,
  sources: SourceMemory = services.sourcesOf(id),
): OpenUpstream {
  const exchanges: UpstreamExchange[] = []
  const get = platformGet(services, platform, signal, exchanges)
  const browse = platformBrowse(services, platform, signal, exchanges)
  let fix: string | undefined
  let waitS = 0
  const noteWait = (answers: UpstreamAnswer[]) => {
    waitS = Math.max(waitS, ...answers.map(secondsToWait))
  }

  return {
    upstream: {
      signal,
      async get(request) {
        const answer = await get(request)
        noteWait([answer])
        return answer
      },
      async browse(request) {
        fix = `Or open its window once and pass there what it asks for: ${command`platform open ${platform.name}`}.`
        const page = await browse(request).catch(error => {
          if (error instanceof AppError && error.code === 'no_browser') fix = NO_BROWSER
          throw error
        })
        noteWait([page, ...page.kept, ...page.asked])
        return page
      },
      sources,
    },
    exchanges,
    explained(error) {
      if (!(error instanceof AppError)) return error
      const own = error.facts.hint?.replace('{apiId}', id)
      const hint = error.code === 'blocked' && fix ? [own, fix].filter(Boolean).join(' ') : own
      const isWait = waitS > 0 && REFUSALS.has(error.code)
      return hint === error.facts.hint && !isWait
        ? error
        : new AppError(error.code, error.message, {
            ...error.facts,
            ...(hint !== undefined && { hint }),
            ...(isWait && { retryAfter: waitS }),
          })
    },
  }
}

/** Errors that may pass if the platform is left alone for a while. */
const REFUSALS = new Set<ErrorCode>(['blocked', 'upstream_status'])

/** Returns the seconds to wait that a refusal asks for; 0 if it names none. */
const secondsToWait = (answer: UpstreamAnswer): number =>
  answer.status < 400 ? 0 : (statusFacts(answer).retryAfter ?? 0)

const NO_BROWSER = 'With Chrome, Edge or Chromium installed, Winnow would have tried a browser too.'
