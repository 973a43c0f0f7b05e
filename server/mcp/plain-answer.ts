import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CallToolResult, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { CallTool } from './call-tool.ts'
import { type PlainMessage, plainMessage } from './plain-message.ts'
import { LIST_HINTS, SERVER_INFO, type Session } from './protocol-server.ts'

/** What today's revision wants beside every result. */
const modernResult = (
  info: object,
  { _meta, ...result }: CallToolResult | { _meta?: undefined; tools: object[] },
) => ({
  resultType: 'complete',
  ...result,
  _meta: { [SERVER_INFO_META_KEY]: info, ..._meta },
})

function send(res: ServerResponse, { id }: PlainMessage, result: object) {
  const body = JSON.stringify({ jsonrpc: '2.0', id, result })
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}

/**
 * Answers plain messages by itself: making a server of the library for each costs several times what the call does
 * (`node test/bench/run.ts tools`). Returns false for every other message.
 */
export function createPlainAnswer({ version, callTool }: { version: string; callTool: CallTool }) {
  const info = { ...SERVER_INFO, version }

  async function call(
    { name, given }: NonNullable<PlainMessage['call']>,
    { caller, tools }: Session,
    res: ServerResponse,
  ) {
    const tool = tools.find(({ face }) => face.name === name)
    if (!tool) return undefined
    const gone = new AbortController()
    res.once('close', () => res.writableFinished || gone.abort())
    return callTool({ caller, tool, given, signal: gone.signal })
  }

  return async (
    req: IncomingMessage,
    res: ServerResponse,
    message: unknown,
    session: Session,
  ): Promise<boolean> => {
    const plain = plainMessage(req.headers, message)
    if (!plain) return false
    const tools = () => ({
      tools: session.tools.map(tool => tool.listed()),
      ...(plain.isModern && LIST_HINTS),
    })
    const result = plain.call ? await call(plain.call, session, res) : tools()
    if (!result) return false
    if (!res.destroyed) send(res, plain, plain.isModern ? modernResult(info, result) : result)
    return true
  }
}
