import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Caller } from '../accounts/caller.ts'
import type { Results } from '../accounts/results.ts'
import { AppError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { InFlight } from '../http/in-flight.ts'
import type { CallEnding, CallRequest } from '../operations/call.ts'
import type { Operation } from '../operations/operation.ts'
import { endingOf, keeper, ResultName } from './kept-results.ts'
import { createRunningCalls, type Started } from './running-calls.ts'
import type { ToolArguments } from './tools/arguments.ts'
import { checkFieldsIn } from './tools/result-fields.ts'
import type { Tool } from './tools/tool.ts'
import { resultOf, stillRunning } from './tools/tool-result.ts'
import type { ToolWords } from './tools/tool-words.ts'
import type { Waiter } from './waiter.ts'

/** What calling a tool stands on. */
export interface CallToolServices {
  words: ToolWords
  run(request: CallRequest): Promise<CallEnding>
  inFlight: InFlight
  results: Results
  settings: { mcp_wait_ms: number }
  now(): number
}

/** One call of a tool. */
export interface ToolCall {
  caller: Caller
  tool: Tool
  /** The tools that the client has. */
  tools: readonly Tool[]
  /** What the client sent. */
  given: Record<string, unknown>
  waiter: Waiter
  /** Of the request that brings it alone. */
  requestId: string | undefined
}

/** A call with its arguments sorted out. */
interface ReadCall {
  call: ToolCall
  read: ToolArguments
  /** The version that the call changes. */
  ifMatch?: number | undefined
}

/** Calls tools through the runner, as every face does. What was paid for can be read again, and is not paid twice. */
export function createCallTool({ words, run, inFlight, results, settings, now }: CallToolServices) {
  const running = createRunningCalls(() => settings.mcp_wait_ms)

  const requestIdOf = (call: ToolCall) => call.requestId ?? newId('req', now())

  function start({ call, read, ifMatch }: ReadCall, keep?: CallRequest['keep']): Started {
    const { caller, tool } = call
    const flight = inFlight.begin(tool.operation.access)
    const requestId = requestIdOf(call)
    const operation = checkingFields(tool.operation, read.view.fields)
    const ending = run({
      operation,
      caller,
      requestId,
      signal: flight.signal,
      ifMatch,
      waitsForSlot: true,
      keep,
      readInput: () => read.input,
    })
    return { requestId, ending, flight }
  }

  async function callFree({ call, read, ifMatch }: ReadCall): Promise<CallToolResult> {
    const { tool, tools, waiter } = call
    const patient = withinPatience(read, settings.mcp_wait_ms)
    const { requestId, ending, flight } = start({ call, read: patient, ifMatch })
    waiter.waitsFor = { leave: flight.abort }
    try {
      const known = orAskAgain(tool, read, await ending)
      const kept = isReading(tool) ? placeOf(read.input) : undefined
      return resultOf({ words, tool, tools, read, ending: known, requestId, ...(kept && { kept }) })
    } finally {
      waiter.waitsFor = undefined
      flight.end()
    }
  }

  async function callPaid({ call, read }: ReadCall): Promise<CallToolResult> {
    const { caller, tool, tools, waiter } = call
    const { account } = caller
    const name = new ResultName(caller, tool, read.input)
    let called = running.find(name)
    if (!called && results.mayHave(account.id)) {
      const unread = await results.takeUnread(account.id, name.id)
      if (unread) {
        const requestId = requestIdOf(call)
        return resultOf({ words, tool, tools, read, ending: endingOf(unread), requestId, kept: name })
      }
      called = running.find(name)
    }
    called ??= running.add(name, waiters => start({ call, read }, keeper(name, tool, read.view, waiters)))
    const ending = await running.wait(called, waiter)
    if (ending === 'running') return stillRunning(name.id, called.requestId, read.ignored)
    return resultOf({ words, tool, tools, read, ending, requestId: called.requestId, kept: name })
  }

  /** A result that is still on its way is waited for. */
  async function isStillRunning(id: string, waiter: Waiter): Promise<boolean> {
    const known = running.findById(id)
    return known !== undefined && (await running.wait(known, waiter)) === 'running'
  }

  return async (call: ToolCall): Promise<CallToolResult> => {
    const { tool, tools, waiter } = call
    let read: ToolArguments = { input: {}, view: {}, ignored: [] }
    try {
      read = tool.read(call.given)
      if (tool.operation.cost) return await callPaid({ call, read })
      const id = String(read.input.id)
      if (isReading(tool) && (await isStillRunning(id, waiter)))
        return stillRunning(id, requestIdOf(call), read.ignored)
      return await callFree({ call, ...(await withKept(call, read)) })
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return resultOf({ words, tool, tools, read, ending: refusalOf(thrown), requestId: requestIdOf(call) })
    }
  }
}

/** The arguments with what the record holds beside them, as long as nobody changes that. */
async function withKept({ tool, caller }: ToolCall, read: ToolArguments) {
  const { face, operation } = tool
  if (!face.keeps) return { read }
  const stored: Record<string, unknown> = await operation.own!(read.input, caller)
  const body = Object.keys(operation.input.shape).map(name => [name, stored[name]])
  const input = { ...Object.fromEntries(body), ...read.input }
  return { read: { ...read, input }, ifMatch: stored.version as number }
}

/** The same operation, which fails where its result has none of a field that is asked for: that costs nothing then. */
const checkingFields = (operation: Operation, fields: readonly string[] | undefined): Operation =>
  fields && operation.answer !== 'text'
    ? {
        ...operation,
        async run(input, context) {
          const value = await operation.run(input, context)
          checkFieldsIn(value, fields)
          return value
        },
      }
    : operation

/** The ending of a call that was refused before it began. */
const refusalOf = (error: AppError): CallEnding => ({
  status: error.status,
  value: error.toJSON(),
  failed: true,
  sources: [],
  code: error.code,
  retryAfter: error.facts.retryAfter,
})

/** What a reading of a kept result asks for. */
const placeOf = ({ id, path, offset = 0 }: ToolArguments['input']) => ({
  id: String(id),
  ...(typeof path === 'string' && { part: { path, offset: Number(offset) } }),
})

const isReading = ({ operation }: Tool) => operation.id === 'result-read'

export type CallTool = ReturnType<typeof createCallTool>

/** Seconds that a call asks to wait for the end of what it reads; 0 where it asks for none. */
const waitOf = ({ input }: ToolArguments) => (typeof input.wait === 'number' ? input.wait : 0)

/** The same arguments with a wait that clients have the patience for: some give a call up after 60 s. */
function withinPatience(read: ToolArguments, ms: number): ToolArguments {
  const longest = Math.floor(ms / 1000)
  return waitOf(read) > longest ? { ...read, input: { ...read.input, wait: longest } } : read
}

const OPEN: unknown[] = ['pending', 'running']

/** A call that waited and saw no end says so beside what it read, with the call that waits on. */
function orAskAgain(tool: Tool, read: ToolArguments, ending: CallEnding): CallEnding {
  const value = ending.value as { state?: unknown } | null
  if (!waitOf(read) || ending.failed || !OPEN.includes(value?.state)) return ending
  const next_call = { tool: tool.face.name, arguments: read.input }
  return { ...ending, value: { ...value, hint: 'Still running: ask again with next_call.', next_call } }
}
