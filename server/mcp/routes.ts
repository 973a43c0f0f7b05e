import express, { type Router } from 'express'
import { pathOf } from '../http/open-request.ts'
import type { McpEndpoint } from './endpoint.ts'

/** The paths of the endpoint: `/mcp`, and the documents for clients that need a token. */
export function mcpRoutes(endpoint: McpEndpoint): Router {
  const router = express.Router({ strict: true, caseSensitive: true })
  router.all('/mcp', (req, res) =>
    endpoint.serve(req, res, req.originalUrl.slice(pathOf(req.originalUrl).length + 1)),
  )
  router.get('/.well-known/{*path}', (req, res, next) =>
    endpoint.hasDocument(req.path) ? endpoint.serveDocument(res, req.path) : next(),
  )
  return router
}
