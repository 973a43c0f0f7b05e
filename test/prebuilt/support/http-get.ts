import { AppError } from '../../../server/base/errors.ts'
import type { Get, UpstreamRequest } from '../../../server/prebuilt/upstream.ts'

/** A `get` that fetches from `base` whatever a plan requests of its platform. */
export const httpGet =
  (base: string): Get =>
  async ({ method = 'GET', url, headers, ...content }) => {
    const { pathname, search } = new URL(url)
    const { type, body } = bodyOf(content)
    const answer = await fetch(new URL(pathname + search, base), {
      method,
      headers: { ...headers, ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    }).catch(withOwnError)
    const reached = new URL(answer.url)
    return {
      status: answer.status,
      url: new URL(reached.pathname + reached.search, url).href,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    }
  }

function bodyOf({ json, form }: Pick<UpstreamRequest, 'json' | 'form'>): { type?: string; body?: string } {
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json) }
  if (form) return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() }
  return {}
}

/** Reports a redirect loop with the same error as the service's own fetcher. */
function withOwnError(error: Error): never {
  const isCircle = error.cause instanceof Error && error.cause.message === 'redirect count exceeded'
  throw isCircle ? new AppError('redirects', 'The platform redirects too many times.') : error
}
