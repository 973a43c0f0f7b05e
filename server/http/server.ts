import type { RequestListener } from 'node:http'
import express, { type Request, type Response, type Router } from 'express'
import type { Operation } from '../operations/operation.ts'
import { answerErrors, answerUnhandled, nothingHere } from './answer-errors.ts'
import { checkHost } from './guards.ts'
import { openRequest, type RequestLog } from './open-request.ts'
import { answerOrigins } from './origins.ts'
import { parseQuery } from './query.ts'
import { type OperationServices, serveOperations } from './serve-operations.ts'

/** What the HTTP interface is built from. */
export interface HttpServices extends OperationServices {
  /** The operations of `/v1`, and those of the machine's owner under `/admin`. */
  operations: readonly Operation[]
  adminOperations: readonly Operation[]
  /** `/mcp` and the discovery documents of its authorization. */
  toolRoutes: Router
  /** The pages of the app. */
  appPages: Router
  log: RequestLog
  report(error: unknown, requestId?: string): void
}

/** The HTTP interface: everything that a request passes, in order. */
export function createHttpApp(services: HttpServices): RequestListener {
  const { settings, operations, adminOperations, toolRoutes, appPages } = services
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.enable('strict routing').enable('case sensitive routing')
  app.set('query parser', parseQuery)

  app.use(openRequest(services))
  app.use(checkHost(settings))
  app.use(answerOrigins(settings))
  app.use(serveOperations(operations, services))
  app.use(toolRoutes)
  app.use(serveOperations(adminOperations, services))
  app.use(appPages)
  app.use(nothingHere(services))
  app.use(answerErrors(services))
  return (req, res) => {
    const incoming = req as Request
    const outgoing = res as Response
    app(incoming, outgoing, answerUnhandled(incoming, outgoing, services.report))
  }
}
