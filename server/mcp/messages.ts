import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import { AppError } from '../base/errors.ts'
import { isObject } from '../base/is-object.ts'
import { checkOrigin } from '../http/guards.ts'
import { readJson } from '../http/read-json.ts'
import { wrongMethod } from '../http/wrong-method.ts'
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

/** What serving messages needs. */
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

/** What a request for the endpoint comes with: the query of its address, and the headers of its answer. */
export interface MessageRequest {
  query: string
  requestId: string
  headers: CommonHeaders
}

/** Largest message, in bytes. Larger pages go to `POST /v1/parse`. */
const MAX_BYTES = 4_194_304

/** Identifies a client. The service keeps nothing for it except its calls in progress. */
const SESSION = 'mcp-session-id'

const isInitialize = (message: unknown) =>
  [message].flat().some(one => isObject<{ method?: unknown }>(one) && one.method === 'initialize')

/**
 * Normalises the arguments of a tool or a prompt to the form that the library accepts; the library's own error messages
 * would be less helpful.
 */
function normalizeArguments(message: unknown): void {
  if (!isObject<{ method?: unknown; params?: unknown }>(message)) return
  const { method, params } = message
  if (!isObject<{ arguments?: unknown }>(params)) return
  if (method === 'tools/call') params.arguments = argumentsOf(params.arguments)
  if (method === 'prompts/get') params.arguments = asTexts(argumentsOf(params.arguments))
}

/** Arguments of a prompt are texts; null counts as absent. */
const asTexts = (given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  )

const BOTH_TYPES = 'application/json, text/event-stream'

/** Adds the types that the library requires by name: curl sends a wildcard instead, and some programs send no Accept header. */
function nameTypes({ headers }: IncomingMessage) {
  const { accept = '*/*' } = headers
  if (accept.includes('*/*')) headers.accept = BOTH_TYPES
}

/** Creates the protocol server of a request; tests replace it. */
export type SessionServer = (session: Session) => ReturnType<McpServerFactory>

/**
 * Serves the messages of tool clients, in both revisions of the protocol. Each request is self-contained; the session of a
 * handshake only identifies whose calls a message cancels. Checks the guards first, then authenticates, then reads the
 * body.
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
  const { version, words } = services
  const protocol = { version, callTool, documents, parsers, cancellations, words }
  const serverOf: SessionServer = sessionServer ?? (session => createProtocolServer(protocol, session))
  const handler = createMcpHandler(({ authInfo }) => serverOf(authInfo!.extra!.session as Session))
  const answer = toNodeHandler(handler, { onerror: report })
  const answerPlain = sessionServer ? async () => false : createPlainAnswer(protocol)

  /** Serves a request. Throws if it is refused before it is a message. */
  async function serve(
    req: IncomingMessage,
    res: ServerResponse,
    { query, requestId, headers }: MessageRequest,
  ): Promise<void> {
    checkOrigin(req, settings)
    if (req.method !== 'POST') throw onlyPost()
    const authenticated = authenticate(req)
    // Awaits only real promises: most of the time of a call is spent on awaits.
    const caller = authenticated instanceof Promise ? await authenticated : authenticated
    const selectedTools = catalogue.of(caller, selectionOf(req, query))
    const tools = selectedTools instanceof Promise ? await selectedTools : selectedTools
    const client = `${caller.key.id} ${req.headers[SESSION] ?? ''}`
    nameTypes(req)
    let message: unknown
    try {
      message = await readJson(req, { maxBytes: MAX_BYTES })
    } catch (error) {
      if (!isNoJson(error)) throw error
      return sendParseError(res, headers)
    }
    for (const one of [message].flat()) normalizeArguments(one)
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

const onlyPost = () => wrongMethod(['POST'], 'Use POST: there are no sessions and no streams to open.')

/** True for a body that is not JSON, for which the protocol has an error of its own. */
const isNoJson = (error: unknown) => error instanceof AppError && error.facts.cause instanceof SyntaxError

function sendParseError(res: ServerResponse, headers: CommonHeaders): void {
  const error = { code: -32700, message: 'The body is not valid JSON.' }
  res.writeHead(400, { ...headers, 'Content-Type': 'application/json' })
  res.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
}

export type Messages = ReturnType<typeof createMessages>
