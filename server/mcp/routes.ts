import type { PlainRoute } from '../http/handle-request.ts'
import type { McpEndpoint } from './endpoint.ts'

/** The paths of the endpoint: `/mcp`, and the documents for clients that need a token. */
export function mcpRoutes(endpoint: McpEndpoint) {
  return (path: string): PlainRoute | null => {
    if (path === '/mcp') return endpoint.serve
    if (endpoint.hasDocument(path)) return (_req, res) => endpoint.serveDocument(res, path)
    return null
  }
}
