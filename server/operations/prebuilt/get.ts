import { decodeText } from '../../pages/charset.ts'
import { isOfBrowser } from '../../prebuilt/browser-headers.ts'
import type { Platform } from '../../prebuilt/define-prebuilt.ts'
import type { Get, UpstreamRequest } from '../../prebuilt/upstream.ts'
import type { UpstreamExchange } from '../scraping/page-workers.ts'
import { contentOf, placeOf, throwNeutral, type UpstreamServices } from './place.ts'

/** Statuses for a visitor who is not let in. The next call comes as a new one, without cookies. */
const TURNED_AWAY = new Set([401, 403, 429])

/**
 * The `get` of a plan. With a base address set, every address that the plan requests, from a payload or a redirect, is
 * asked there.
 */
export function platformGet(
  services: UpstreamServices,
  platform: Platform,
  signal: AbortSignal,
  exchanges: UpstreamExchange[],
): Get {
  const { there, allow } = placeOf(services, platform)
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
          ...(isOfBrowser(headers) && (await browserFields(services))),
          ...headers,
        },
        ...(body && { body: body.text }),
        signal,
        rewrite: there,
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

/** The header fields by which the browser of this machine introduces itself. */
async function browserFields({ identities }: UpstreamServices): Promise<Record<string, string>> {
  const { userAgent, hints } = await identities.ready()
  return { ...hints, 'user-agent': userAgent }
}
