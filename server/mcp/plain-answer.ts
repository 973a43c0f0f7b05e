import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CallToolResult, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { type PlainMessage, plainMessage } from './plain-message.ts'
import { LIST_HINTS, type ProtocolServices, SERVER_INFO, type Session } from './protocol-server.ts'
import type { Tool } from './tool.ts'

/** What today's revision wants beside every result. */
const modernResult = (
  info: object,
  { _meta, ...result }: CallToolResult | { _meta?: undefined; tools: object[] },
) => ({
  resultType: 'complete',
  ...result,
  _meta: { [SERVER_INFO_META_KEY]: info, ..._meta },
})

const list = ({ isModern }: PlainMessage, { tools }: Session) => ({
  tools: tools.map(tool => tool.listed()),
  ...(isModern && LIST_HINTS),
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
export function createPlainAnswer({
  version,
  callTool,
  cancellations,
}: Pick<ProtocolServices, 'version' | 'callTool' | 'cancellations'>) {
  const info = { ...SERVER_INFO, version }

  /** Undefined where the client took the call back, and wants no answer. */
  function call(
    { id, given }: { id: PlainMessage['id']; given: Record<string, unknown> },
    { caller, client, tool }: Session & { tool: Tool },
    res: ServerResponse,
  ): Promise<CallToolResult | undefined> {
    const gone = new AbortController()
    res.once('close', () => res.writableFinished || gone.abort())
    return cancellations.run({ client, id, gone: gone.signal }, signal =>
      callTool({ caller, tool, given, signal }),
    )
  }

  return async (
    req: IncomingMessage,
    res: ServerResponse,
    message: unknown,
    session: Session,
  ): Promise<boolean> => {
    const plain = plainMessage(req.headers, message)
    if (!plain) return false
    const { id, call: asked } = plain
    const tool = session.tools.find(({ face }) => face.name === asked?.name)
    if (asked && !tool) return false
    const result =
      asked && tool ? await call({ id, given: asked.given }, { ...session, tool }, res) : list(plain, session)
    if (res.destroyed) return true
    if (!result) res.writeHead(202).end()
    else send(res, plain, plain.isModern ? modernResult(info, result) : result)
    return true
  }
}
