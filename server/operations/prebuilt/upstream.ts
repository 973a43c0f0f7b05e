import { command } from '../../base/command.ts'
import { AppError } from '../../base/errors.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'
import type { SourceMemory, Upstream } from '../../prebuilt/upstream.ts'
import type { UpstreamExchange } from '../scraping/page-workers.ts'
import { platformBrowse } from './browse.ts'
import { platformGet } from './get.ts'
import type { UpstreamServices } from './place.ts'

/** The ways to the data of one API for one call. */
export interface OpenUpstream {
  upstream: Upstream
  /** What was asked so far, in order. */
  exchanges: UpstreamExchange[]
  /** The same error, with the API named in its hint; a refusal also says what a browser could do about it. */
  explained(error: unknown): unknown
}

/** Opens them. `sources` takes the place of what the service remembers of these. */
export function openUpstream(
  services: UpstreamServices,
  { id, platform }: Prebuilt,
  signal: AbortSignal,
  sources: SourceMemory = services.sourcesOf(id),
): OpenUpstream {
  const exchanges: UpstreamExchange[] = []
  const browse = platformBrowse(services, platform, signal, exchanges)
  let fix: string | undefined

  return {
    upstream: {
      signal,
      get: platformGet(services, platform, signal, exchanges),
      async browse(request) {
        fix = `Or open its window once and pass there what it asks for: ${command`platform open ${platform.name}`}.`
        return browse(request).catch(error => {
          if (error instanceof AppError && error.code === 'no_browser') fix = NO_BROWSER
          throw error
        })
      },
      sources,
    },
    exchanges,
    explained(error) {
      if (!(error instanceof AppError)) return error
      const own = error.facts.hint?.replace('{apiId}', id)
      const hint = error.code === 'blocked' && fix ? [own, fix].filter(Boolean).join(' ') : own
      return hint === error.facts.hint
        ? error
        : new AppError(error.code, error.message, { ...error.facts, hint: hint! })
    },
  }
}

const NO_BROWSER = 'With Chrome, Edge or Chromium installed, Winnow would have tried a browser too.'
