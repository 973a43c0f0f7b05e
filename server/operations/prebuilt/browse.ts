import { AppError } from '../../base/errors.ts'
import type { PageQuestion } from '../../pages/browser/browser.ts'
import { decodeText } from '../../pages/charset.ts'
import type { FetchedPage } from '../../pages/fetch/fetched-page.ts'
import type { Platform } from '../../prebuilt/define-prebuilt.ts'
import type { Browse, UpstreamAnswer, UpstreamRequest } from '../../prebuilt/upstream.ts'
import type { UpstreamExchange } from '../scraping/page-workers.ts'
import { contentOf, platformAddressOf, throwNeutral, type UpstreamServices } from './upstream-services.ts'

/**
 * Creates the `browse` function of a plan. It opens pages with the browser profile of the platform, so that a challenge that
 * the user passed once stays passed. If a base address is set, pages and their requests go there.
 */
export function platformBrowse(
  services: UpstreamServices,
  platform: Platform,
  signal: AbortSignal,
  exchanges: UpstreamExchange[],
): Browse {
  const { there, back, allow } = platformAddressOf(services, platform)
  const move = (url: string) => there(new URL(url)).href

  const answerOf = (method: string, page: FetchedPage): UpstreamAnswer => {
    const { status, headers } = page
    const url = back(page.url)
    const text = decodeText(page.bytes, page.contentType)
    exchanges.push({ method, path: new URL(url).pathname, status, text })
    return { status, url, headers, text }
  }

  return async ({ url, ask = [], enough = 1, ...request }) => {
    const page = await services.browser
      .open({
        ...request,
        ...(request.keep && { enough }),
        url: move(url),
        profile: platform.name,
        ask: ask.map(question => questionOf(question, move)),
        allow,
        signal,
      })
      .catch(error => {
        const isOpened = !(error instanceof AppError && error.code === 'no_browser')
        if (isOpened) exchanges.push({ method: 'GET', path: new URL(url).pathname, status: null, text: null })
        return throwNeutral(error, platform)
      })
    return {
      ...answerOf('GET', page),
      kept: page.kept.map(answer => answerOf('kept', answer)),
      asked: page.asked.map((answer, index) => answerOf(ask[index]?.method ?? 'GET', answer)),
    }
  }
}

function questionOf(
  { method = 'GET', url, headers = {}, ...content }: UpstreamRequest,
  move: (url: string) => string,
): PageQuestion {
  const body = contentOf(content)
  return {
    method,
    url: move(url),
    headers: body ? { 'content-type': body.type, ...headers } : headers,
    ...(body && { body: body.text }),
  }
}
