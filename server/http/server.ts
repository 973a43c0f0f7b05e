import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http'
import express, { type Express, type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Operation } from '../operations/operation.ts'
import { answerErrors, answerUnhandled, answerUnknownPath } from './answer-errors.ts'
import { headersOf } from './encode-ending.ts'
import { checkHost } from './guards.ts'
import { openRequest, type RequestLog, requestIdOf } from './open-request.ts'
import { answerOrigins } from './origins.ts'
import { parseQuery } from './query.ts'
import { type OperationServices, serveOperations } from './serve-operations.ts'

/** What the HTTP interface needs. */
interface HttpServices extends OperationServices {
  /** The operations of `/v1`, and the owner's operations under `/admin`. */
  operations: readonly Operation[]
  adminOperations: readonly Operation[]
  /** `/mcp` and the discovery documents of its authorization. */
  toolRoutes: RequestHandler
  /** The pages of the app. */
  appPages: Router
  log: RequestLog
  report(error: unknown, requestId?: string): void
}

/** A request listener, and the classes of Node's messages. */
export interface HttpApp {
  classes: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>
  handle: RequestListener
}

/** Creates the HTTP interface: all handlers of a request, in order. */
export function createHttpApp(services: HttpServices): HttpApp {
  const { settings, operations, adminOperations, toolRoutes, appPages } = services
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.enable('strict routing').enable('case sensitive routing')
  app.set('query parser', parseQuery)

  app.use(openRequest(services))
  app.use(checkHost(settings))
  app.use(answerOrigins(settings, operations))
  app.use(toolRoutes)
  app.use(serveOperations(operations, services))
  app.use(serveOperations(adminOperations, services))
  app.use(setHeaders)
  app.use(appPages)
  app.use(answerUnknownPath(services))
  app.use(answerErrors(services))
  return {
    classes: messageClasses(app),
    handle: handleInOrder((req, res) => {
      const [incoming, outgoing] = [req as Request, res as Response]
      app(incoming, outgoing, answerUnhandled(incoming, outgoing, services.report))
    }),
  }
}

/**
 * Handles pipelined requests of a connection one at a time, after the answers to those before are sent: hundreds that
 * arrive in one packet would block all other connections, and their answers would fill the memory.
 */
function handleInOrder(handle: RequestListener): RequestListener {
  return (req, res) => {
    if (res.socket) handle(req, res)
    else res.once('socket', () => setImmediate(handle, req, res))
  }
}

/**
 * Express changes the prototype of each request and response, which costs more than the rest of its work. Instances of
 * these classes already have the right prototype, so nothing changes.
 */
function messageClasses(app: Express): HttpApp['classes'] {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request)
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response)
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse<never> }
}

/** Sets the common headers for pages of the app. */
const setHeaders: RequestHandler = (_req, res, next) => {
  res.set(headersOf(requestIdOf(res)))
  next()
}
