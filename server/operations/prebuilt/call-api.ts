import { AppError } from '../../base/errors.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'
import type { Context } from '../operation.ts'
import { type ApiCall, isBackgroundWork } from '../scraping/page-workers.ts'
import type { Services } from '../services.ts'
import { accepted } from './accepted.ts'
import { placeOf, platformBase, type UpstreamServices } from './place.ts'
import { openUpstream } from './upstream.ts'

/** How a call of an API runs. */
type ApiRun = Pick<Context, 'signal' | 'stage'>

/** Asks the platform of an API, by a worker where one is free. An error that a caller can meet is a part of what comes. */
export async function callApi(
  services: Services,
  api: Prebuilt,
  input: Record<string, unknown>,
  context: Context,
): Promise<ApiCall> {
  return (await callElsewhere(services, api, input, context)) ?? callHere(services, api, input, context)
}

/** By a worker, unless somebody waits for the result in an open request; null where none asks. */
async function callElsewhere(
  services: Services,
  api: Prebuilt,
  input: Record<string, unknown>,
  context: Context,
): Promise<ApiCall | null> {
  if (!isBackgroundWork(context)) return null
  context.stage?.('fetch')
  const { allow } = placeOf(services, api.platform)
  const call = await services.pageWorkers.call({
    apiId: api.id,
    input,
    url: platformBase(services, api.platform),
    allow,
    signal: context.signal,
  })
  return call && checked(api, call)
}

/** What another machine has read, if it fits the result's schema. */
function checked(api: Prebuilt, call: ApiCall): ApiCall {
  if (call.error) return call
  try {
    return { ...call, value: accepted(api, call.value) }
  } catch (error) {
    return { ...call, error: error as AppError }
  }
}

/** The same in this process. */
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
    const payloads = await api.plan(input, upstream)
    stage?.('parse')
    call.sources = [...new Set(payloads.map(({ source }) => source))]
    call.value = accepted(api, api.read(payloads, input))
    call.notice = api.notice?.(payloads, input)
  } catch (thrown) {
    const error = explained(thrown)
    if (!(error instanceof AppError)) throw error
    call.error = error
  }
  return call
}
