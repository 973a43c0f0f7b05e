import type { RequestHandler } from 'express'
import { headersOf } from '../http/encode-ending.ts'
import { pathOf, requestIdOf } from '../http/open-request.ts'
import type { McpEndpoint } from './endpoint.ts'

/** Routes of the endpoint: `/mcp`, and the documents for clients that need a token. */
export const mcpRoutes =
  (endpoint: McpEndpoint): RequestHandler =>
  (req, res, next) => {
    const { path, method, originalUrl } = req
    const isDocument = (method === 'GET' || method === 'HEAD') && endpoint.hasDocument(path)
    if (path !== '/mcp' && !isDocument) return next()
    const requestId = requestIdOf(res)
    const headers = headersOf(requestId)
    if (isDocument) return endpoint.serveDocument(res, path, headers)
    const query = originalUrl.slice(pathOf(originalUrl).length + 1)
    return endpoint.serve(req, res, { query, requestId, headers })
  }
