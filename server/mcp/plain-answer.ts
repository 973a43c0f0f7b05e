import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CallToolResult, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { send, sendParts } from '../http/send.ts'
import { type PlainMessage, plainMessage } from './plain-message.ts'
import { LIST_HINTS, type ProtocolServices, SERVER_INFO, type Session } from './protocol-server.ts'
import type { Tool } from './tools/tool.ts'
import { jsonOf } from './tools/tool-result.ts'
import { createWaiter, leave, type Waiter } from './waiter.ts'

/** Adds what the current revision requires in every result. */
const modernResult = (
  info: object,
  { _meta, ...result }: { _meta?: object | undefined; [field: string]: unknown },
) => ({
  resultType: 'complete',
  ...result,
  _meta: { [SERVER_INFO_META_KEY]: info, ..._meta },
})

/** Lists of tools as JSON, with the prices in them. */
const lists = new WeakMap<readonly Tool[], { prices: string; json: Buffer }>()

/** Returns the cached JSON of a list of tools, until a price changes: serialising it takes as long as three calls. */
function listJson(tools: readonly Tool[]): Buffer {
  const prices = tools.map(tool => tool.price()).join('\n')
  const known = lists.get(tools)
  if (known?.prices === prices) return known.json
  const json = Buffer.from(JSON.stringify(tools.map(tool => tool.listed())))
  lists.set(tools, { prices, json })
  return json
}

/**
 * Returns the JSON of an answer before and behind the empty list in its result, which is replaced by JSON that is already
 * serialised. No other list comes before it, so the first `[]` is the right one.
 */
function frameOf(result: object, id: PlainMessage['id']): [before: string, behind: string] {
  const frame = JSON.stringify({ jsonrpc: '2.0', result, id })
  const at = frame.indexOf('[]')
  return [frame.slice(0, at), frame.slice(at + 2)]
}

/** Returns the body in parts, so that the cached JSON is sent without copying: copies would fill the memory with every list. */
function listBody(info: object, { id, isModern }: PlainMessage, tools: readonly Tool[]): (string | Buffer)[] {
  const result = isModern ? modernResult(info, { tools: [], ...LIST_HINTS }) : { tools: [] }
  const [before, behind] = frameOf(result, id)
  return [before, listJson(tools), behind]
}

/** Returns the body of a call. The value of a result equals its text, which is JSON already, so it is serialised only once. */
function callBody(info: object, { id, isModern }: PlainMessage, called: CallToolResult): string {
  if (!called.structuredContent) {
    const result = isModern ? modernResult(info, called) : called
    return JSON.stringify({ jsonrpc: '2.0', result, id })
  }
  const json = jsonOf(called)
  const type = isModern ? '"resultType":"complete",' : ''
  const meta = isModern ? { [SERVER_INFO_META_KEY]: info, ...called._meta } : called._meta
  const content = `[{"type":"text","text":${JSON.stringify(json)}}]`
  const result = `{${type}"structuredContent":${json},"content":${content},"_meta":${JSON.stringify(meta)}}`
  return `{"jsonrpc":"2.0","result":${result},"id":${JSON.stringify(id)}}`
}

/** A message with its request, and the headers of every answer. */
interface ReceivedMessage {
  req: IncomingMessage
  res: ServerResponse
  message: unknown
  headers: Record<string, string>
}

const headersOf = ({ headers }: ReceivedMessage) => ({ ...headers, 'Content-Type': 'application/json' })

/**
 * Answers plain messages without the library: creating one of its servers per message costs several times what the call
 * does (`node test/bench/run.ts tools`). Returns false for all other messages.
 */
export function createPlainAnswer({
  version,
  callTool,
  cancellations,
}: Pick<ProtocolServices, 'version' | 'callTool' | 'cancellations'>) {
  const info = { ...SERVER_INFO, version }

  return async (received: ReceivedMessage, session: Session): Promise<boolean> => {
    const { req, res, message, headers } = received
    const plain = plainMessage(req.headers, message)
    if (!plain) return false
    const { id, isModern, call: asked } = plain
    if (!asked) {
      sendParts(res, 200, headersOf(received), listBody(info, plain, session.tools))
      return true
    }
    const tool = session.tools.find(({ face }) => face.name === asked.name)
    if (!tool) return false
    const { caller, client, requestId, tools } = session
    const work = (waiter: Waiter) => {
      res.once('close', () => res.writableFinished || leave(waiter))
      return callTool({ caller, tool, tools, given: asked.given, waiter, requestId })
    }
    // Clients of the current revision cancel by closing the connection. All others cancel by a message, and then expect no
    // answer.
    const result = await (isModern ? work(createWaiter()) : cancellations.run({ client, id }, work))
    if (res.destroyed) return true
    if (result) send(req, res, 200, headersOf(received), callBody(info, plain, result))
    else res.writeHead(202, headers).end()
    return true
  }
}
