import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { Caller } from '../accounts/caller.ts'
import type { CallTool } from './call-tool.ts'
import { complete } from './complete.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { reportProgress } from './progress.ts'
import { getPrompt, listedPrompts } from './prompts.ts'
import type { Documents } from './resources.ts'
import type { Tool } from './tool.ts'

/** Who speaks, and with which tools. */
export interface Session {
  caller: Caller
  tools: readonly Tool[]
}

/** What every session stands on. */
export interface ProtocolServices {
  version: string
  callTool: CallTool
  documents: Documents
}

/** How the service names itself. */
export const SERVER_INFO = { name: 'winnow', title: 'Winnow' }

/** How long a client may keep a list: a minute, and for itself. */
export const LIST_HINTS = { ttlMs: 60_000, cacheScope: 'private' } as const

const CACHE_HINTS = {
  'tools/list': LIST_HINTS,
  'prompts/list': LIST_HINTS,
  'resources/list': LIST_HINTS,
  'resources/templates/list': LIST_HINTS,
  'resources/read': LIST_HINTS,
} as const
const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} }

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** The protocol's side of one request: everything is made beforehand, so that it costs little to make. */
export function createProtocolServer({ version, callTool, documents }: ProtocolServices, session: Session) {
  const { caller, tools } = session
  const options = { capabilities: CAPABILITIES, instructions: INSTRUCTIONS, cacheHints: CACHE_HINTS }
  const server = new Server({ ...SERVER_INFO, version }, options)

  server.setRequestHandler('tools/list', () => ({ tools: tools.map(tool => tool.listed()) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ face }) => face.name === params.name)
    if (!tool) throw invalid(`There is no tool \`${params.name}\`. Tools: ${namesOf(tools)}.`)
    const progress = reportProgress(context, tool.face.name)
    const { signal } = context.mcpReq
    return callTool({ caller, tool, given: params.arguments ?? {}, signal }).finally(progress.stop)
  })
  server.setRequestHandler('resources/list', () => ({ resources: documents.list() }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: documents.templates() }))
  server.setRequestHandler('resources/read', ({ params }) => documents.read(caller, params.uri))
  server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts }))
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}))
  server.setRequestHandler('completion/complete', ({ params }) => complete(params, documents))
  return server
}

const namesOf = (tools: readonly Tool[]) => tools.map(({ face }) => face.name).join(', ')
