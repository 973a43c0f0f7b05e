import { AppError } from '../../base/errors.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'
import type { Context } from '../operation.ts'
import { type ApiCall, isBackgroundWork } from '../scraping/page-workers.ts'
import type { Services } from '../services.ts'
import { accepted } from './accepted.ts'
import { openUpstream } from './upstream.ts'
import { platformAddressOf, platformBase, type UpstreamServices } from './upstream-services.ts'

/** The context of a call of an API. */
type ApiRun = Pick<Context, 'signal' | 'stage'>

/** Calls an API, on a worker if one is free. Errors that callers may see are returned as a part of the outcome. */
export async function callApi(
  services: Services,
  api: Prebuilt,
  input: Record<string, unknown>,
  context: Context,
): Promise<ApiCall> {
  return (await callElsewhere(services, api, input, context)) ?? callHere(services, api, input, context)
}

/** Has a worker call the API. Returns null if a client waits for the result in an open request, or if no worker takes it. */
async function callElsewhere(
  services: Services,
  api: Prebuilt,
  input: Record<string, unknown>,
  context: Context,
): Promise<ApiCall | null> {
  if (!isBackgroundWork(context)) return null
  context.stage?.('fetch')
  const { allow } = platformAddressOf(services, api.platform)
  const call = await services.pageWorkers.call({
    apiId: api.id,
    input,
    url: platformBase(services, api.platform),
    allow,
    signal: context.signal,
  })
  return call && checked(api, call)
}

/** Checks a value from a worker against the API's output schema. */
function checked(api: Prebuilt, call: ApiCall): ApiCall {
  if (call.error) return call
  try {
    return { ...call, value: accepted(api, call.value) }
  } catch (error) {
    return { ...call, error: error as AppError }
  }
}

/** Calls the API in this process. */
export async function callHere(
  services: UpstreamServices,
  api: Prebuilt,
  input: Record<string, unknown>,
  { signal, stage }: ApiRun,
): Promise<ApiCall> {
  const { upstream, exchanges, explained } = openUpstream(services, api, signal)
  const call: ApiCall = { sources: [], exchanges }
  stage?.('fetch')
  try {
    const { plan, read, notice } = await api.load()
    const payloads = await plan(input, upstream)
    stage?.('parse')
    call.sources = [...new Set(payloads.map(({ source }) => source))]
    call.value = accepted(api, read(payloads, input))
    call.notice = notice?.(payloads, input)
  } catch (thrown) {
    const error = explained(thrown)
    if (!(error instanceof AppError)) throw error
    call.error = error
  }
  return call
}
