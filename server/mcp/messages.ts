import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import { AppError } from '../base/errors.ts'
import { isObject } from '../base/is-object.ts'
import { checkOrigin } from '../http/guards.ts'
import { readJson } from '../http/read-json.ts'
import type { Operation } from '../operations/operation.ts'
import type { Prebuilt } from '../prebuilt/define-prebuilt.ts'
import type { ParserStore } from '../store/parsers/parsers.ts'
import { type AuthenticateServices, createAuthenticate } from './authenticate.ts'
import { type CallToolServices, createCallTool } from './call-tool.ts'
import { cancelledBy, createCancellations } from './cancellations.ts'
import type { Catalogue } from './catalogue.ts'
import { createOAuth } from './oauth.ts'
import { createPlainAnswer } from './plain-answer.ts'
import { createProtocolServer, type Session } from './protocol-server.ts'
import { createDocuments } from './resources.ts'
import { selectionOf } from './selection.ts'
import { argumentsOf } from './tools/arguments.ts'

/** What the messages stand on. */
export interface MessageServices
  extends Omit<AuthenticateServices, 'oauth' | 'settings' | 'store'>,
    Omit<CallToolServices, 'settings'> {
  operations: readonly Operation[]
  catalogue: Catalogue
  prebuilts: readonly Prebuilt[]
  version: string
  settings: AuthenticateServices['settings']
  store: AuthenticateServices['store'] & { parsers: ParserStore }
  address(): string
  report(error: unknown): void
}

/** The headers of every answer. */
export type CommonHeaders = Record<string, string>

/** What a request for the endpoint brings beside itself: the query of its address, and the headers of its answer. */
export interface Asked {
  query: string
  requestId: string
  headers: CommonHeaders
}

/** Largest message. A page that is larger goes to `POST /v1/parse`. */
const MAX_BYTES = 4_194_304

/** Names a client for as long as it likes: the service keeps nothing of it but the calls under way. */
const SESSION = 'mcp-session-id'

const isInitialize = (message: unknown) =>
  [message].flat().some(one => isObject<{ method?: unknown }>(one) && one.method === 'initialize')

/** Turns arguments of a tool or a prompt into what the library takes: it would refuse others in its own words. */
function mendArguments(message: unknown): void {
  if (!isObject<{ method?: unknown; params?: unknown }>(message)) return
  const { method, params } = message
  if (!isObject<{ arguments?: unknown }>(params)) return
  if (method === 'tools/call') params.arguments = argumentsOf(params.arguments)
  if (method === 'prompts/get') params.arguments = asTexts(argumentsOf(params.arguments))
}

/** Arguments of a prompt are texts; null is none. */
const asTexts = (given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  )

const BOTH_TYPES = 'application/json, text/event-stream'

/** The library knows both types by name alone; curl says that it takes anything, and some programs say nothing. */
function nameTypes({ headers }: IncomingMessage) {
  const { accept = '*/*' } = headers
  if (accept.includes('*/*')) headers.accept = BOTH_TYPES
}

/** Creates the protocol's side of a request; tests put one of their own in its place. */
export type SessionServer = (session: Session) => ReturnType<McpServerFactory>

/**
 * Serves the messages of tool clients, in both revisions of the protocol. Every request brings all that it needs; the
 * session that a handshake names only tells whose calls a message cancels. Guards first, then who it is, then the body.
 */
export function createMessages(services: MessageServices, sessionServer?: SessionServer) {
  const { operations, prebuilts, catalogue, settings, run, now, report } = services
  const oauth = createOAuth(settings, services.address)
  const authenticate = createAuthenticate({ ...services, oauth })
  const { parsers } = services.store
  const callTool = createCallTool(services)
  const apiDocs = operations.find(({ id }) => id === 'api-docs')!
  const cancellations = createCancellations()
  const documents = createDocuments({ prebuilts, apiDocs, run, now })
  const protocol = { version: services.version, callTool, documents, parsers, cancellations }
  const serverOf: SessionServer = sessionServer ?? (session => createProtocolServer(protocol, session))
  const handler = createMcpHandler(({ authInfo }) => serverOf(authInfo!.extra!.session as Session))
  const answer = toNodeHandler(handler, { onerror: report })
  const answerPlain = sessionServer ? async () => false : createPlainAnswer(protocol)

  /** Throws what is refused before it is a message. */
  async function serve(
    req: IncomingMessage,
    res: ServerResponse,
    { query, requestId, headers }: Asked,
  ): Promise<void> {
    checkOrigin(req, settings)
    if (req.method !== 'POST') throw onlyPost()
    const admitted = authenticate(req)
    // What is there already is not waited for: most of the time that a call takes is that of waits.
    const caller = admitted instanceof Promise ? await admitted : admitted
    const chosen = catalogue.of(caller, selectionOf(req, query))
    const tools = chosen instanceof Promise ? await chosen : chosen
    const client = `${caller.key.id} ${req.headers[SESSION] ?? ''}`
    nameTypes(req)
    let message: unknown
    try {
      message = await readJson(req, { maxBytes: MAX_BYTES })
    } catch (error) {
      if (!isNoJson(error)) throw error
      return sendParseError(res, headers)
    }
    for (const one of [message].flat()) mendArguments(one)
    const session = { caller, tools, client, requestId: Array.isArray(message) ? undefined : requestId }
    if (await answerPlain({ req, res, message, headers }, session)) return
    for (const id of [message].flat().map(cancelledBy)) if (id !== undefined) cancellations.cancel(client, id)
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    if (isInitialize(message)) res.setHeader(SESSION, randomUUID())
    const auth: AuthInfo = {
      token: caller.key.id,
      clientId: caller.key.id,
      scopes: caller.key.scopes,
      extra: { session },
    }
    const request = Object.assign(req as IncomingMessage & { method: string; url: string }, { auth })
    await answer(request, res, message)
  }

  return {
    close: handler.close,
    serve,
    async serveDocument(res: ServerResponse, path: string, headers: CommonHeaders): Promise<void> {
      const document = (await oauth.document(path))!
      const all = { ...headers, ...Object.fromEntries(document.headers) }
      res.writeHead(document.status, all).end(await document.text())
    },
  }
}

const onlyPost = () =>
  new AppError('method_not_allowed', 'This path does not support this method.', {
    hint: 'Use POST: there are no sessions and no streams to open.',
    headers: { Allow: 'POST' },
  })

/** The protocol has an error of its own for what is not JSON. */
const isNoJson = (error: unknown) => error instanceof AppError && error.facts.cause instanceof SyntaxError

function sendParseError(res: ServerResponse, headers: CommonHeaders): void {
  const error = { code: -32700, message: 'The body is not valid JSON.' }
  res.writeHead(400, { ...headers, 'Content-Type': 'application/json' })
  res.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
}

export type Messages = ReturnType<typeof createMessages>
