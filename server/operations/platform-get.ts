import { AppError } from '../errors.ts'
import { decodeText } from '../pages/charset.ts'
import type { Platform } from '../prebuilt/define-prebuilt.ts'
import type { Get, UpstreamRequest } from '../prebuilt/upstream.ts'
import type { SettingName } from '../settings.ts'
import type { Services } from './services.ts'

/** One request of a plan and its answer, as far as it came: what a bug report needs. */
export interface UpstreamExchange {
  method: string
  path: string
  status: number | null
  text: string | null
}

/** Statuses for a visitor who is not let in. The next call comes as a new one, without cookies. */
const TURNED_AWAY = new Set([401, 403, 429])

/** The address a platform's requests go to: the setting `<platform>_url`, or the platform's own. */
export function platformBase({ settings }: Services, platform: Platform): string {
  return baseSetting({ settings }, platform) ?? platform.origin
}

/** The setting `<platform>_url`; null where the platform's own address is used. */
export function baseSetting({ settings }: Pick<Services, 'settings'>, { name }: Platform): string | null {
  return settings.values[`${name}_url` as SettingName & `${string}_url`]
}

/**
 * The `get` of a plan. With a base address set, every address that the plan requests, from a payload or a redirect,
 * keeps its path and query and goes to that scheme and host, which the guard lets through for these requests alone.
 */
export function platformGet(
  services: Services,
  platform: Platform,
  signal: AbortSignal,
  exchanges: UpstreamExchange[],
): Get {
  const base = platformBase(services, platform)
  const cookies = services.cookiesOf(platform)
  const moved = base !== platform.origin
  const rewrite = (url: URL) => (moved ? new URL(url.pathname + url.search, base) : url)
  const allow = (url: URL) => moved && url.origin === base

  return async ({ method = 'GET', url, headers = {}, ...content }: UpstreamRequest) => {
    const exchange: UpstreamExchange = { method, path: new URL(url).pathname, status: null, text: null }
    exchanges.push(exchange)
    const body = bodyOf(content)
    const page = await services.fetcher
      .fetch({
        method,
        url,
        headers: body ? { 'content-type': body.type, ...headers } : headers,
        ...(body && { body: body.text }),
        signal,
        rewrite,
        allow,
        cookies,
        // Whatever their method, plans only read.
        safe: true,
      })
      .catch(error => throwNeutral(error, platform))
    if (TURNED_AWAY.has(page.status)) cookies.clear()
    const text = decodeText(page.bytes, page.contentType)
    Object.assign(exchange, { status: page.status, text })
    return { status: page.status, url: page.url, headers: page.headers, text }
  }
}

/** An error of the way to a platform, which is named by its neutral name: its host would say nothing to the caller. */
function throwNeutral(error: unknown, { name, origin }: Platform): never {
  if (!(error instanceof AppError)) throw error
  const domain = new URL(origin).hostname.split('.').slice(-2).join('.').replaceAll('.', '\\.')
  const host = new RegExp(`[\\w.-]*\\b${domain}(:\\d+)?`, 'g')
  throw new AppError(error.code, error.message.replace(host, name), error.facts)
}

function bodyOf({
  json,
  form,
}: Pick<UpstreamRequest, 'json' | 'form'>): { type: string; text: string } | null {
  if (json !== undefined) return { type: 'application/json', text: JSON.stringify(json) }
  if (form) return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() }
  return null
}
