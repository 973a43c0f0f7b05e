import { AppError } from '../../../server/base/errors.ts'
import type { Get, UpstreamRequest } from '../../../server/prebuilt/upstream.ts'
import { upstreamOf } from '../support/upstream.ts'
import { WAIT } from './refusals.ts'

/** A body with its status (200 by default) and the address after redirects; or a failure to fetch. */
export type PlatformAnswer = { body: unknown; status?: number; url?: string } | AppError

/** A platform that answers by path or by the id of a query, and refuses every other request with 401. There is no browser. */
export function fakePlatform(answers: Record<string, PlatformAnswer>) {
  const asked: UpstreamRequest[] = []
  const get: Get = async request => {
    asked.push(request)
    const answer = answers[nameOf(request)] ?? { body: WAIT, status: 401 }
    if (answer instanceof AppError) throw answer
    const { body, status = 200, url = request.url } = answer
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { status, url: new URL(url, request.url).href, headers: {}, text }
  }
  return { upstream: upstreamOf(get), asked, names: () => asked.map(nameOf) }
}

const nameOf = ({ url, form }: UpstreamRequest) => form?.doc_id ?? new URL(url).pathname

/** The variables of a query. */
export const variablesOf = (request: UpstreamRequest | undefined): Record<string, unknown> =>
  JSON.parse(request?.form?.variables ?? new URL(request!.url).searchParams.get('variables') ?? '{}')
