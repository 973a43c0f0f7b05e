import { CallError, type ErrorBody } from '../renderer/lib/service/call-error.ts'
import type { InputOf, OperationId, OutputOf } from '../renderer/lib/service/client.ts'
import { type CallRoute, requestOf } from '../renderer/lib/service/request.ts'
import type { Pairing } from './pairing.ts'

type ExtensionRoute = Pick<CallRoute, 'path' | 'files'>

/** The operations that the extension calls. Browsers send an Origin with every POST, and the key works only from the extension's own. */
export const ROUTES = {
  'browser-pair': { path: '/v1/pairings', files: [] },
  'page-matches': { path: '/v1/pages/matches', files: [] },
  'page-parse': { path: '/v1/pages/parse', files: ['html'] },
  'page-read': { path: '/v1/pages/read', files: ['html'] },
  'sent-page-create': { path: '/v1/sent-pages', files: ['html'] },
} as const satisfies Partial<Record<OperationId, { path: string; files: readonly string[] }>>
type ExtensionOperationId = keyof typeof ROUTES

/** The answer of an operation, and its cost. */
export interface CallResult<Value> {
  value: Value
  cost: { used: number; remaining: number } | null
}

/** Calls an operation of the service. Throws CallError. */
export const call = <Id extends ExtensionOperationId>(
  service: Pick<Pairing, 'address'> & Partial<Pairing>,
  id: Id,
  input: InputOf<Id>,
): Promise<CallResult<OutputOf<Id>>> => {
  const { path, files } = ROUTES[id]
  return send(service, { path, files: [...files] }, input as Record<string, unknown>)
}

/** Extracts data from the page with a prebuilt API. The shape of the result depends on the API. */
export const extract = (
  pairing: Pairing,
  apiId: string,
  input: Record<string, unknown>,
): Promise<CallResult<Record<string, unknown>>> =>
  send(pairing, { path: `/v1/extract/${encodeURIComponent(apiId)}`, files: ['page'] }, input)

async function send<Value>(
  { address, key }: Pick<Pairing, 'address'> & Partial<Pairing>,
  route: ExtensionRoute,
  input: Record<string, unknown>,
): Promise<CallResult<Value>> {
  const { url, headers, body } = requestOf({ id: '', access: '', method: 'POST', ...route }, input)
  const answer = await fetch(address + url, {
    method: 'POST',
    headers: { ...headers, ...(key !== undefined && { 'x-api-key': key }) },
    body: body ?? null,
    credentials: 'omit',
  }).catch(() => {
    throw unreachable(address)
  })
  const value = await answer.json().catch(() => notWinnow(address))
  if (!answer.ok) throw new CallError(answer.status, value as ErrorBody)
  return { value, cost: costOf(answer.headers) }
}

function costOf(headers: Headers): CallResult<unknown>['cost'] {
  const used = headers.get('x-credits-used')
  if (used === null) return null
  return { used: Number(used), remaining: Number(headers.get('x-credits-remaining')) }
}

const unreachable = (address: string) =>
  new CallError(0, {
    error: `Winnow does not answer at ${address}.`,
    hint: 'Start Winnow, then try again.',
  })

const notWinnow = (address: string): ErrorBody => ({
  error: `What answers at ${address} is not Winnow.`,
  hint: 'The app shows its address under Connect → Browser.',
})
