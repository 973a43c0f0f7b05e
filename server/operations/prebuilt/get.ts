import { decodeText } from '../../pages/charset.ts'
import { areBrowserHeaders } from '../../prebuilt/browser-headers.ts'
import type { Platform } from '../../prebuilt/define-prebuilt.ts'
import type { Get, UpstreamRequest } from '../../prebuilt/upstream.ts'
import type { UpstreamExchange } from '../scraping/page-workers.ts'
import { contentOf, platformAddressOf, throwNeutral, type UpstreamServices } from './upstream-services.ts'

/** Statuses of a refused request. They clear the cookies, so that the next call arrives as a new visitor. */
const TURNED_AWAY = new Set([401, 403, 429])

/**
 * Creates the `get` function of a plan. If a base address is set, every request goes there, including URLs from payloads and
 * redirects.
 */
export function platformGet(
  services: UpstreamServices,
  platform: Platform,
  signal: AbortSignal,
  exchanges: UpstreamExchange[],
): Get {
  const { there, allow } = platformAddressOf(services, platform)
  const cookies = services.cookiesOf(platform)

  return async ({ method = 'GET', url, headers = {}, ...content }: UpstreamRequest) => {
    const exchange: UpstreamExchange = { method, path: new URL(url).pathname, status: null, text: null }
    exchanges.push(exchange)
    const body = contentOf(content)
    const page = await services.fetcher
      .fetch({
        method,
        url,
        headers: {
          ...(body && { 'content-type': body.type }),
          ...(areBrowserHeaders(headers) && (await browserFields(services))),
          ...headers,
        },
        ...(body && { body: body.text }),
        signal,
        rewrite: there,
        allow,
        cookies,
        // Plans only read, even with POST.
        safe: true,
      })
      .catch(error => throwNeutral(error, platform))
    if (TURNED_AWAY.has(page.status)) cookies.clear()
    const text = decodeText(page.bytes, page.contentType)
    Object.assign(exchange, { status: page.status, text })
    return { status: page.status, url: page.url, headers: page.headers, text }
  }
}

/** Returns the header fields that identify the browser of this machine. */
async function browserFields({ identities }: UpstreamServices): Promise<Record<string, string>> {
  const { userAgent, hints } = await identities.ready()
  return { ...hints, 'user-agent': userAgent }
}
