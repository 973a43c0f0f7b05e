import { decodeText } from '../pages/charset.ts'
import type { Get, Platform, UpstreamRequest } from '../prebuilt/define-prebuilt.ts'
import type { SettingName } from '../settings.ts'
import type { Services } from './services.ts'

/** One request of a plan, as a trace shows it. */
export interface UpstreamStep {
  method: string
  path: string
  status: number | null
}

/** The address a platform's requests go to: the setting `<platform>_url`, or the platform's own. */
export function platformBase({ settings }: Services, platform: Platform): string {
  const base = settings.values[`${platform.name}_url` as SettingName & `${string}_url`]
  return base ?? platform.origin
}

/**
 * The `get` of a plan. With a base address set, every address that the plan requests, from a payload or a redirect,
 * keeps its path and query and goes to that scheme and host, which the guard lets through for these requests alone.
 */
export function platformGet(
  services: Services,
  platform: Platform,
  signal: AbortSignal,
  steps: UpstreamStep[],
): Get {
  const base = platformBase(services, platform)
  const moved = base !== platform.origin
  const rewrite = (url: URL) => (moved ? new URL(url.pathname + url.search, base) : url)
  const allow = (url: URL) => moved && url.origin === base

  return async ({ method = 'GET', url, headers = {}, json }: UpstreamRequest) => {
    const step: UpstreamStep = { method, path: new URL(url).pathname, status: null }
    steps.push(step)
    const body = json === undefined ? undefined : JSON.stringify(json)
    const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers }
    const page = await services.fetcher.fetch({
      method,
      url,
      headers: typed,
      ...(body && { body }),
      signal,
      rewrite,
      allow,
    })
    step.status = page.status
    return {
      status: page.status,
      url: page.url,
      headers: page.headers,
      text: decodeText(page.bytes, page.contentType),
    }
  }
}
