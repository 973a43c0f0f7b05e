import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, RequestHandler, Response } from 'express'
import { AppError } from '../base/errors.ts'
import type { CallEnding, CallRequest } from '../operations/call.ts'
import { type AnswerKind, isOnce, type Operation } from '../operations/operation.ts'
import { type AuthoriseServices, createAuthorise } from './authorise.ts'
import { encodeEnding } from './encode-ending.ts'
import { checkExtension, checkOrigin } from './guards.ts'
import type { ActiveCall, CallsInFlight } from './in-flight.ts'
import { requestIdOf } from './open-request.ts'
import { createRoutes, type OperationRoute } from './operation-routes.ts'
import { queryOf } from './query.ts'
import { dropStalled, send } from './send.ts'
import { signInOf } from './window-cookie.ts'
import { wrongMethod } from './wrong-method.ts'

/** What serving operations needs. */
export interface OperationServices extends AuthoriseServices {
  run(request: CallRequest): Promise<CallEnding>
  inFlight: CallsInFlight
  now(): number
}

const STREAMED_ANSWERS = new Set<AnswerKind>(['rows', 'events'])

/**
 * Serves operations by one lookup in a router of its own: Express tries its routes one after another, which costs a call
 * more than everything else together. Other paths are passed on; a wrong method is a 405.
 */
export function serveOperations(list: readonly Operation[], services: OperationServices): RequestHandler {
  const { settings, inFlight, windows, run } = services
  const match = createRoutes(list)
  const authorise = createAuthorise(services)

  async function call(req: Request, res: Response, route: OperationRoute, params: Record<string, string>) {
    const { operation, readInput } = route
    const query = queryOf(req)
    const requestId = requestIdOf(res)
    if (operation.fromExtension) checkExtension(req)
    const caller = await authorise(req, query, operation)
    const idempotencyKey = idempotencyKeyOf(req, operation)
    const activeCall = inFlight.begin(operation.access, operation.answer === 'events', caller?.key.id)
    if (!idempotencyKey) res.once('close', () => res.writableFinished || activeCall.abort())
    try {
      return await run({
        operation,
        caller,
        signIn: operation.access === 'admin' ? signInOf(req, windows) : undefined,
        sender: { origin: req.headers.origin, userAgent: req.headers['user-agent'] },
        requestId,
        signal: activeCall.signal,
        idempotencyKey,
        debug: query.debug(),
        ifMatch: ifMatchOf(req, operation),
        sendsJson: true,
        readInput: () => {
          const input = readInput(req, { params, query: query.fields })
          return input instanceof Promise ? input.finally(activeCall.assertKeyValid) : input
        },
      })
    } finally {
      if (STREAMED_ANSWERS.has(operation.answer)) endWithAnswer(activeCall, res)
      else activeCall.end()
    }
  }

  return async (req, res, next) => {
    const found = match(req.method, req.path)
    if (found === null) return next()
    if ('allow' in found) throw wrongMethod(found.allow, verbHint(found.allow))
    if (req.method === 'PUT' || req.method === 'DELETE') checkOrigin(req, settings)
    const { route, params } = found
    const ending = await call(req, res, route, params)
    const { status, headers, body } = encodeEnding(route.operation, requestIdOf(res), ending, params)
    if (body instanceof Readable) await sendStream(req, res, status, headers, body)
    else if (!res.destroyed) send(req, res, status, headers, body)
  }
}

const verbHint = (allow: readonly string[]) => `Use ${allow.filter(verb => verb !== 'HEAD').join(' or ')}.`

const CHANGES = new Set<string | undefined>(['POST', 'PUT', 'DELETE'])

/**
 * Returns the `Idempotency-Key` of a POST, or of a GET that does the same. Throws 400 for an empty key, as from a variable that
 * is not set: a repeat would run, and be charged, again.
 */
function idempotencyKeyOf({ method, headers }: IncomingMessage, operation: Operation): string | undefined {
  const key = headers['idempotency-key'] as string | undefined
  if (key === undefined || (method !== 'POST' && !isOnce(operation))) return undefined
  if (key === '')
    throw new AppError('invalid_input', 'The Idempotency-Key is empty.', {
      field: 'Idempotency-Key',
      hint: 'Send a text of your choice that names the call, or leave the header out.',
    })
  return key
}

/**
 * Returns the version in `If-Match`: `3` or `"3"`. Undefined for `*` or without the header. Throws 400 for anything else, and
 * for a change with a condition that would be ignored: `If-None-Match`, or a version if the call checks none.
 */
function ifMatchOf({ method, headers }: IncomingMessage, { checksVersion }: Operation): number | undefined {
  const isChange = CHANGES.has(method)
  if (headers['if-none-match'] !== undefined && isChange)
    throw new AppError('invalid_input', 'This call does not support If-None-Match.', {
      field: 'If-None-Match',
      hint: 'Send the version that is to be changed as `If-Match`, or no condition.',
    })
  const value = headers['if-match']
  if (value === undefined || value === '*') return undefined
  if (isChange && !checksVersion)
    throw new AppError('invalid_input', 'This call does not support If-Match.', {
      field: 'If-Match',
      hint: 'It checks no version. Send it without this condition.',
    })
  const version = /^(?:W\/)?"?(\d+)"?$/.exec(value)?.[1]
  if (version) return Number(version)
  throw new AppError('invalid_input', 'If-Match must name a version.', {
    field: 'If-Match',
    hint: 'Name one alone, for example: If-Match: 3',
  })
}

/**
 * Streams a body no faster than the client reads it. The status is sent before any failure, so the client only notices a
 * broken connection. Rejects with the failure, but not if the client disconnects.
 */
export async function sendStream(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: Readable,
): Promise<void> {
  req.resume()
  res.writeHead(status, headers)
  if (req.method === 'HEAD') {
    body.destroy()
    res.end()
    return
  }
  dropStalled(res)
  await pipeline(body, res).catch(error => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

/** A streamed answer counts as in progress until its last byte is sent. Aborting the call breaks it off. */
function endWithAnswer(activeCall: ActiveCall, res: ServerResponse): void {
  const end = () => {
    // HEAD reads nothing of a stream, so only this ends its events.
    activeCall.abort()
    activeCall.end()
  }
  activeCall.signal.addEventListener('abort', () => res.destroy())
  if (res.closed) end()
  else res.once('close', end)
}
