import { AppError } from '../../../server/base/errors.ts'
import type { Get, UpstreamRequest } from '../../../server/prebuilt/upstream.ts'
import { upstreamOf } from './upstream.ts'

/** An answer of a platform: text as it is, anything else as JSON. `url` is the address after redirects. An error is thrown. */
export type ScriptedAnswer =
  | { status?: number; url?: string; headers?: Record<string, string>; body: unknown }
  | AppError

/** A platform that gives these answers in order and records the requests. There is no browser. */
export function scriptedUpstream(...answers: ScriptedAnswer[]) {
  const asked: UpstreamRequest[] = []
  const get: Get = async request => {
    const answer = answers[asked.push(request) - 1]
    if (!answer) throw new Error(`Nothing is left to answer ${request.url}`)
    if (answer instanceof AppError) throw answer
    const { status = 200, url = request.url, headers = {}, body } = answer
    return { status, url, headers, text: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  return { upstream: upstreamOf(get), asked }
}
