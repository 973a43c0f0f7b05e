import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Caller } from '../accounts/caller.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { CallEnding, CallRequest } from '../operations/call.ts'
import type { Answer, Operation } from '../operations/operation.ts'
import { type AuthoriseServices, createAuthorise, keyOf } from './authorise.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { type Encoded, encodeEnding, encodeError } from './encode-ending.ts'
import { checkHost, checkOrigin } from './guards.ts'
import { ifMatchOf } from './if-match.ts'
import type { InFlight } from './in-flight.ts'
import { createRoutes, type Route } from './operation-routes.ts'
import { parseQuery, type Query, splitTarget } from './query.ts'
import { send } from './send.ts'
import { endWithAnswer, sendStream } from './send-stream.ts'
import { windowOf } from './window-cookie.ts'

/** Serves what is no operation: it writes the answer itself, and throws what it refuses before. */
export type PlainRoute = (req: IncomingMessage, res: ServerResponse, query: string) => Promise<void>

/** What serving the operations stands on. */
export interface RequestServices extends AuthoriseServices {
  operations: readonly Operation[]
  run(request: CallRequest): Promise<CallEnding>
  inFlight: InFlight
  /** Answers for the pages of the app; null for any other path. */
  pages(req: IncomingMessage, path: string, query: Record<string, unknown>): Promise<Encoded | null>
  /** What is served by itself at its path; null where nothing is. */
  plainRoute?: (path: string) => PlainRoute | null
  /** Writes the access log. */
  log(entry: {
    requestId: string
    method: string | undefined
    path: string
    status: number
    ms: number
  }): void
  report(error: unknown, requestId: string): void
  now(): number
}

const STREAMED = new Set<Answer>(['rows', 'events'])

/** A request taken apart. */
interface Incoming {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  path: string
  query: Query
}

/** Answers every request for an operation and for the app; any other path is a JSON 404. */
export function createRequestHandler(services: RequestServices) {
  const { settings, inFlight, keys, windows, now, run, log, report, pages, plainRoute } = services
  const match = createRoutes(services.operations)
  const authorise = createAuthorise(services)

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const startedAt = now()
    const requestId = newId('req', startedAt)
    const [path, query] = splitTarget(req.url ?? '/')
    const incoming = { req, res, requestId, path, query: parseQuery(query) }
    const answer = await route(incoming).catch(thrown => refusal(thrown, requestId))
    if (answer) {
      Object.assign(answer.headers, corsHeaders(req, path))
      const streaming = reply(incoming, answer)
      if (streaming) await streaming
    }
    log({
      requestId,
      method: req.method,
      path,
      status: answer?.status ?? res.statusCode,
      ms: now() - startedAt,
    })
  }

  /** Sends an answer; gives a promise only for one that takes its time. */
  function reply({ req, res, requestId }: Incoming, { status, headers, body }: Encoded) {
    if (body instanceof Readable)
      return sendStream(req, res, status, headers, body).catch(error => report(error, requestId))
    if (!res.destroyed) send(req, res, status, headers, body)
  }

  function refusal(thrown: unknown, requestId: string): Encoded {
    const error = AppError.from(thrown, requestId)
    if (error.status === 500) report(error, requestId)
    return encodeError(error, requestId)
  }

  /** The answer to send; null where it was sent. */
  async function route(incoming: Incoming): Promise<Encoded | null> {
    const { req, path, query, requestId } = incoming
    checkHost(req, settings)
    if (req.method === 'OPTIONS') return preflight(incoming)
    const found = match(req, path)
    if (found === null) return elsewhere(incoming)
    if ('allow' in found) throw wrongVerb(found.allow)
    if (req.method === 'PUT' || req.method === 'DELETE') checkOrigin(req, settings)
    const caller = await authorise(req, query, found.route.operation)
    return encodeEnding(
      found.route.operation,
      requestId,
      await call(incoming, found.route, found.params, caller),
    )
  }

  const preflight = ({ req, requestId }: Incoming): Encoded => ({
    status: 204,
    headers: { 'X-Request-Id': requestId, ...preflightHeaders(req, settings) },
    body: '',
  })

  async function call(
    { req, res, requestId, query }: Incoming,
    { operation, readInput }: Route,
    params: Record<string, string>,
    caller: Caller | null,
  ) {
    const flight = inFlight.begin(operation.access, operation.answer === 'events')
    const idempotencyKey =
      req.method === 'POST' ? (req.headers['idempotency-key'] as string | undefined) : undefined
    if (!idempotencyKey) res.once('close', () => res.writableFinished || flight.abort())
    try {
      return await run({
        operation,
        caller,
        window: operation.access === 'admin' ? windowOf(req, windows) : undefined,
        requestId,
        signal: flight.signal,
        idempotencyKey,
        debug: query.debug,
        ifMatch: ifMatchOf(req),
        readInput: () => readInput(req, { params, query: query.fields }),
      })
    } finally {
      if (STREAMED.has(operation.answer)) endWithAnswer(flight, res)
      else flight.end()
    }
  }

  async function elsewhere({ req, res, requestId, path, query }: Incoming): Promise<Encoded | null> {
    const plain = plainRoute?.(path)
    if (plain) {
      res.setHeader('X-Request-Id', requestId)
      await plain(req, res, splitTarget(req.url!)[1])
      return null
    }
    const page = await pages(req, path, query.fields)
    if (page) return { ...page, headers: { 'X-Request-Id': requestId, ...page.headers } }
    if (path.startsWith('/v1/')) await keys.authenticate(keyOf(req, query))
    throw new AppError('unknown_resource', 'There is nothing at this path.', {
      hint: 'GET /v1/openapi.json lists every path.',
    })
  }

  return handle
}

const wrongVerb = (allow: string[]) =>
  new AppError('method_not_allowed', 'This path does not take this verb.', {
    hint: `Use ${allow.join(' or ')}.`,
    headers: { Allow: allow.join(', ') },
  })
