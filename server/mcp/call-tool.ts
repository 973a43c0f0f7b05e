import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Caller } from '../accounts/caller.ts'
import type { Results } from '../accounts/results.ts'
import { AppError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { CallsInFlight } from '../http/in-flight.ts'
import type { CallEnding, CallRequest } from '../operations/call.ts'
import { type Operation, pathFields } from '../operations/operation.ts'
import { endingOf, keeper, keeperOfCuts, ResultName } from './kept-results.ts'
import { createRunningCalls, endingFor, type StartedCall } from './running-calls.ts'
import type { ToolArguments } from './tools/arguments.ts'
import { checkFieldsIn, fieldsIn } from './tools/result-fields.ts'
import type { Tool } from './tools/tool.ts'
import { resultOf, stillRunning } from './tools/tool-result.ts'
import type { ToolWords } from './tools/tool-words.ts'
import { type View, viewArguments } from './tools/view.ts'
import type { Waiter } from './waiter.ts'

/** What calling a tool needs. */
export interface CallToolServices {
  words: ToolWords
  run(request: CallRequest): Promise<CallEnding>
  inFlight: CallsInFlight
  results: Results
  settings: { mcp_wait_ms: number }
  now(): number
}

/** One call of a tool. */
interface ToolCall {
  caller: Caller
  tool: Tool
  /** The tools available to the client. */
  tools: readonly Tool[]
  /** The arguments that the client sent. */
  given: Record<string, unknown>
  waiter: Waiter
  /** Id of the request, if it contains only this call. */
  requestId: string | undefined
}

/** A call with its parsed arguments. */
interface PreparedCall {
  call: ToolCall
  read: ToolArguments
  /** The version of the record that the call changes. */
  ifMatch?: number | undefined
}

/** Calls tools through the runner, like every interface. A paid result can be read again without being charged twice. */
export function createCallTool({ words, run, inFlight, results, settings, now }: CallToolServices) {
  const running = createRunningCalls(() => settings.mcp_wait_ms)

  const requestIdOf = (call: ToolCall) => call.requestId ?? newId('req', now())

  function start({ call, read, ifMatch }: PreparedCall, keep?: CallRequest['keep']): StartedCall {
    const { caller, tool } = call
    const flight = inFlight.begin(tool.operation.access)
    const requestId = requestIdOf(call)
    const operation = checkingFields(tool, read.view)
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

  async function callFree({ call, read, ifMatch }: PreparedCall): Promise<CallToolResult> {
    const { caller, tool, tools, waiter } = call
    const limited = withLimitedWait(read, settings.mcp_wait_ms)
    const name = new ResultName(caller, tool, read.input)
    const keep = isReading(tool) ? undefined : keeperOfCuts(name, tool, read.view)
    const { requestId, ending, flight } = start({ call, read: limited, ifMatch }, keep)
    waiter.waitsFor = { leave: flight.abort }
    try {
      const known = orAskAgain(tool, read, await ending)
      const kept = isReading(tool) ? resultPositionOf(read.input) : name
      return resultOf({ words, tool, tools, read, ending: known, requestId, kept })
    } finally {
      waiter.waitsFor = undefined
      flight.end()
    }
  }

  async function callPaid({ call, read }: PreparedCall): Promise<CallToolResult> {
    const { caller, tool, tools, waiter } = call
    const { account } = caller
    const name = new ResultName(caller, tool, read.input)
    let runningCall = running.find(name)
    if (!runningCall && results.mayHave(account.id)) {
      const unread = await results.takeUnread(account.id, name.id)
      if (unread) {
        const requestId = requestIdOf(call)
        return resultOf({ words, tool, tools, read, ending: endingOf(unread), requestId, kept: name })
      }
      runningCall = running.find(name)
    }
    runningCall ??= running.add(name, waiters =>
      start({ call, read }, keeper(name, tool, read.view, waiters)),
    )
    const known = await running.wait(runningCall, waiter)
    if (known === 'running') return stillRunning({ id: name.id }, runningCall.requestId, read, tools)
    const ending = endingFor(runningCall, known)
    return resultOf({ words, tool, tools, read, ending, requestId: runningCall.requestId, kept: name })
  }

  /** Waits for a running call with this result id. Returns true if it is still running afterwards. */
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
        return stillRunning(read.input, requestIdOf(call), read, tools)
      return await callFree({ call, ...(await withKept(call, read)) })
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return resultOf({ words, tool, tools, read, ending: refusalOf(thrown), requestId: requestIdOf(call) })
    }
  }
}

/** Adds the stored fields of the record to the arguments. `ifMatch` makes sure that nobody changes the record meanwhile. */
async function withKept({ tool, caller }: ToolCall, read: ToolArguments) {
  const { face, operation } = tool
  const ids = pathFields(operation.path)
  // Without an id, the call itself says what is wrong with its arguments.
  if (!face.keeps || !ids.every(name => typeof read.input[name] === 'string')) return { read }
  if (Object.keys(read.input).length === ids.length) throw changesNothing(tool, read)
  const stored: Record<string, unknown> = await operation.own!(read.input, caller)
  const body = Object.keys(operation.input.shape).map(name => [name, stored[name]])
  const input = { ...Object.fromEntries(body), ...read.input }
  return { read: { ...read, input }, ifMatch: stored.version as number }
}

/** A call that changes nothing would still make a version. */
function changesNothing({ operation, known }: Tool, { ignored: [unknown] }: ToolArguments): AppError {
  const ids = pathFields(operation.path)
  const fields = known.filter(name => name in operation.input.shape && !ids.includes(name))
  const message = 'The call names nothing to change.'
  return new AppError(
    'invalid_input',
    unknown ? `${message} There is no argument \`${unknown}\`.` : message,
    {
      hint: `Name one or more of ${fields.join(', ')}.`,
    },
  )
}

/**
 * Wraps an operation so that it fails if its result lacks a requested field; the call is then free. A call that changes
 * something must not fail once the change is made, or it would be repeated: it shows the requested fields that there are.
 */
function checkingFields({ operation, face }: Tool, view: View): Operation {
  const { fields } = view
  if (!fields || operation.answer === 'text') return operation
  return {
    ...operation,
    async run(input, context) {
      const value = await operation.run(input, context)
      if (face.hints.readOnly) checkFieldsIn(value, fields)
      else narrow(view, fieldsIn(value, fields), face.shows)
      return value
    },
  }
}

/** Sets the fields that a view shows; without any, those that are shown by default. */
function narrow(view: View, fields: string[], byDefault: readonly string[] | undefined): void {
  if (fields.length) view.fields = fields
  else if (byDefault) view.fields = [...byDefault]
  else delete view.fields
}

/** The ending of a call that was refused before it began. */
const refusalOf = (error: AppError): CallEnding => ({
  status: error.status,
  value: error.toJSON(),
  failed: true,
  sources: [],
  code: error.code,
  retryAfter: error.facts.retryAfter,
})

/** The part of a kept result that a call wants to read. */
function resultPositionOf({ id, path, offset }: ToolArguments['input']) {
  const part = { path: String(path ?? ''), offset: Number(offset ?? 0) }
  return { id: String(id), ...((part.path || part.offset > 0) && { part }) }
}

const isReading = ({ operation }: Tool) => operation.id === 'result-read'

export type CallTool = ReturnType<typeof createCallTool>

/** Seconds that a call wants to wait for the end of what it reads; 0 if it does not wait. */
const waitOf = ({ input }: ToolArguments) => (typeof input.wait === 'number' ? input.wait : 0)

/** Limits the wait of the arguments to what clients tolerate: some give up after 60 s. */
function withLimitedWait(read: ToolArguments, ms: number): ToolArguments {
  const longest = Math.floor(ms / 1000)
  return waitOf(read) > longest ? { ...read, input: { ...read.input, wait: longest } } : read
}

/** The states of a job, a batch or a run that has not ended. */
const OPEN_STATES: unknown[] = ['pending', 'running', 'waiting']

/** Adds a hint to the answer of a call that waited without seeing the end: the next call, which waits again and shows the same. */
function orAskAgain(tool: Tool, read: ToolArguments, ending: CallEnding): CallEnding {
  const value = ending.value as { state?: unknown } | null
  if (!waitOf(read) || ending.failed || !OPEN_STATES.includes(value?.state)) return ending
  const next_call = { tool: tool.face.name, arguments: { ...read.input, ...viewArguments(read.view) } }
  read.view.fields?.push('hint', 'next_call')
  return { ...ending, value: { ...value, hint: 'Still running: ask again with next_call.', next_call } }
}
