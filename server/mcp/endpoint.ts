import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLoader } from '../base/loader.ts'
import { createCatalogue } from './catalogue.ts'
import type { CommonHeaders, MessageRequest, MessageServices, Messages, SessionServer } from './messages.ts'
import { createToolWords } from './tools/tool-words.ts'

/** What the endpoint needs. */
type McpServices = Omit<MessageServices, 'catalogue' | 'words'>

const OAUTH_DOCUMENTS = /^\/\.well-known\/oauth-(protected-resource(\/mcp)?|authorization-server)$/

/**
 * The endpoint of tool clients, `POST /mcp`. The code that serves it is loaded with the first request: the protocol library
 * takes a tenth of the service's start time, and the service is often started for a single command.
 */
export function createMcpEndpoint(services: McpServices, sessionServer?: SessionServer) {
  const { operations, settings, store } = services
  const words = createToolWords(operations)
  const catalogue = createCatalogue({ operations, words }, store.parsers)
  let messages: Messages | undefined
  const opened = createLoader(async () => {
    const { createMessages } = await import('./messages.ts')
    messages = createMessages({ ...services, catalogue, words }, sessionServer)
    return messages
  })

  return {
    close: async () => (await opened.loaded())?.close(),
    /** Returns all tools except for pinned parsers. */
    tools: catalogue.all,
    /** Serves a request for `/mcp`. Throws if the request is refused before it is a message. */
    serve: (req: IncomingMessage, res: ServerResponse, asked: MessageRequest) =>
      messages ? messages.serve(req, res, asked) : opened.load().then(({ serve }) => serve(req, res, asked)),
    /** True for the paths of the documents that tell clients where to get a token. */
    hasDocument: (path: string) => settings.oauth_issuer !== null && OAUTH_DOCUMENTS.test(path),
    serveDocument: async (res: ServerResponse, path: string, headers: CommonHeaders) =>
      (await opened.load()).serveDocument(res, path, headers),
  }
}

export type McpEndpoint = ReturnType<typeof createMcpEndpoint>
