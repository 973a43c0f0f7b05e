import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Operation } from '../operations/operation.ts'
import type { CallEnding, CallRequest } from '../operations/call.ts'
import { type AuthoriseServices, createAuthorise, keyOf } from './authorise.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { type Encoded, encodeEnding } from './encode-ending.ts'
import { checkHost, checkOrigin } from './guards.ts'
import type { InFlight } from './in-flight.ts'
import { createRoutes, type Route } from './operation-routes.ts'
import { send } from './send.ts'

/** What serving the operations stands on. */
export interface RequestServices extends AuthoriseServices {
  operations: readonly Operation[]
  run(request: CallRequest): Promise<CallEnding>
  inFlight: InFlight
  /** Writes the access log. */
  log(entry: { requestId: string; method: string; path: string; status: number; ms: number }): void
  report(error: unknown, requestId: string): void
  now(): number
}

/** A request taken apart. */
interface Incoming {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  path: string
  query: URLSearchParams
}

/** Answers every request below `/v1`, `/admin` and the public paths; any other path is a JSON 404. */
export function createRequestHandler(services: RequestServices) {
  const { settings, inFlight, keys, now, run, log, report } = services
  const match = createRoutes(services.operations)
  const authorise = createAuthorise(services)

  return async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const startedAt = now()
    const requestId = newId('req', startedAt)
    const [path, search] = splitTarget(req.url ?? '/')
    const incoming = { req, res, requestId, path, query: new URLSearchParams(search) }
    const answer = await answerTo(incoming).catch(error => errorAnswer(error, requestId))
    const cors = path.startsWith('/v1/') ? corsHeaders(req) : {}
    if (!res.destroyed) send(req, res, answer.status, { ...answer.headers, ...cors }, answer.body)
    log({ requestId, method: req.method ?? '', path, status: answer.status, ms: now() - startedAt })
  }

  async function answerTo(incoming: Incoming): Promise<Encoded> {
    const { req, path, query, requestId } = incoming
    checkHost(req, settings)
    if (req.method === 'OPTIONS') return { status: 204, headers: preflightHeaders(req, settings), body: '' }
    const found = match(req, path)
    if (found === null) return unknownPath(incoming)
    if ('allow' in found) throw wrongVerb(found.allow)
    if (req.method === 'PUT' || req.method === 'DELETE') checkOrigin(req, settings)
    const { operation } = found.route
    const caller = await authorise(req, query, operation)
    const ending = await callOf(incoming, found.route, found.params, caller)
    return encodeEnding(operation, requestId, ending)
  }

  async function callOf({ req, res, requestId, query }: Incoming, route: Route, params: Record<string, string>, caller: CallRequest['caller']) {
    const idempotencyKey = req.method === 'POST' ? header(req, 'idempotency-key') : undefined
    const flight = inFlight.begin()
    if (!idempotencyKey) res.once('close', () => res.writableFinished || flight.abort())
    const debug = takeDebug(query)
    query.delete('api_key')
    try {
      const readInput = () => route.readInput(req, { params, query })
      const { operation } = route
      return await run({ operation, caller, requestId, signal: flight.signal, idempotencyKey, debug, ifMatch: ifMatchOf(req), readInput })
    } finally {
      flight.end()
    }
  }

  async function unknownPath({ req, path, query }: Incoming): Promise<Encoded> {
    if (path.startsWith('/v1/')) await keys.authenticate(keyOf(req, query))
    throw new AppError('unknown_resource', 'There is nothing at this path.', {
      hint: 'GET /v1/openapi.json lists every path.',
    })
  }

  function errorAnswer(thrown: unknown, requestId: string): Encoded {
    const error = AppError.from(thrown, requestId)
    if (error.status === 500) report(error, requestId)
    const { retryAfter, headers = {} } = error.facts
    const waiting = retryAfter === undefined ? {} : { 'Retry-After': retryAfter }
    const type = { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-Id': requestId }
    return { status: error.status, headers: { ...type, ...waiting, ...headers }, body: JSON.stringify(error) }
  }
}

function splitTarget(url: string): [path: string, search: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

const header = ({ headers }: IncomingMessage, name: string) => headers[name] as string | undefined

const wrongVerb = (allow: string[]) =>
  new AppError('method_not_allowed', 'This path does not take this verb.', {
    hint: `Use ${allow.join(' or ')}.`,
    headers: { Allow: allow.join(', ') },
  })

/** `?debug=1` asks for a trace; it is taken off before unknown fields are looked for. */
function takeDebug(query: URLSearchParams): boolean {
  const value = query.get('debug')
  query.delete('debug')
  return value !== null && value !== '0' && value !== 'false'
}

/** The version in `If-Match`: `3` or `"3"`; absent for `*` and for none. */
function ifMatchOf(req: IncomingMessage): number | undefined {
  const value = header(req, 'if-match')
  if (value === undefined || value === '*') return undefined
  const version = /^(?:W\/)?"?(\d+)"?$/.exec(value)?.[1]
  if (version) return Number(version)
  throw new AppError('invalid_input', 'If-Match must name a version.', { field: 'If-Match', hint: 'For example If-Match: 3' })
}
