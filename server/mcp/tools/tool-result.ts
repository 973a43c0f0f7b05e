import type { CallToolResult } from '@modelcontextprotocol/server'
import { namesField } from '../../base/errors.ts'
import { visibleText } from '../../base/text/visible-text.ts'
import type { CallEnding } from '../../operations/call.ts'
import type { ToolArguments } from './arguments.ts'
import type { Cut } from './clipped.ts'
import type { Tool } from './tool.ts'
import type { ToolWords } from './tool-words.ts'
import { show, viewArguments } from './view.ts'

/** Metadata of a result for programs; a model may not see it. */
type Meta = NonNullable<CallToolResult['_meta']>

/** The part of a kept result that is read: a list, a text or an object, and how much of it to skip. */
interface ResultPosition {
  path: string
  offset: number
}

/** What is known about a call when its answer is written. */
interface AnsweredCall {
  words: ToolWords
  tool: Tool
  /** The tools available to the client. */
  tools: readonly Tool[]
  ending: CallEnding
  read: ToolArguments
  requestId: string
  /** The id under which the whole result can be read, and the part of it that this is. */
  kept?: { id: string; part?: ResultPosition }
}

/** The tool that reads a kept result. */
const READ_ON = 'result_read'

/** Whether a client may read on in results: it may have chosen tools without the one for that. */
const canReadOn = (tools: readonly Tool[]): boolean => tools.some(({ face }) => face.name === READ_ON)

const NO_READING_ON =
  'Ask for less with `fields`. The tool result_read reads on; the user can add it to the address of this connection (`tools=result_read`), if its key has the scope `read`.'

const READ_ON_FIRST = 'The next page begins behind what was cut: read on with next_call first.'

const text = (words: string) => [{ type: 'text' as const, text: words }]

function metaOf({ ending, read: { ignored }, requestId }: AnsweredCall): Meta {
  const { credits, sources, notice, code, retryAfter } = ending
  const meta: Meta = { 'winnow/request_id': requestId }
  if (credits) meta['winnow/credits'] = credits
  if (sources.length) meta['winnow/sources'] = sources
  if (notice) meta['winnow/notice'] = notice
  if (code) meta['winnow/code'] = code
  if (retryAfter !== undefined) meta['winnow/retry_after'] = retryAfter
  if (ignored.length) meta.ignored = ignored
  return meta
}

/** Converts the requested fields of a list's items to the form that reading the list takes. */
const fieldsOfItems = (path: string, fields: readonly string[] = []) =>
  fields.filter(field => field.startsWith(`${path}.`)).map(field => `items${field.slice(path.length)}`)

/** Joins two paths, of which either may be empty. */
const joined = (outer: string, inner: string) => [outer, inner].filter(Boolean).join('.')

/** Returns where a path of a shown result is in the whole result, of which it may be a part. */
function positionOf(path: string, part: ResultPosition | undefined): ResultPosition {
  if (!part) return { path, offset: 0 }
  const inObject = /^values\.(.+)$/.exec(path)
  if (inObject) return { path: joined(part.path, inObject[1]!), offset: 0 }
  const inItem = /^items\.(\d+)(\..+)?$/.exec(path)
  return inItem
    ? { path: `${part.path}.${part.offset + Number(inItem[1])}${inItem[2] ?? ''}`, offset: 0 }
    : part
}

/**
 * Describes where a result was cut, with the call that reads on. Offsets refer to the whole result, even if only a
 * part of it was read.
 */
function truncated({ path, returned, total, isObject }: Cut, answered: AnsweredCall) {
  const { kept, tool, tools } = answered
  const { view } = answered.read
  const { path: whole, offset } = positionOf(path, kept?.part)
  const isPart = kept?.part !== undefined && whole === kept.part.path
  const fields = isPart ? view.fields : isObject ? [] : fieldsOfItems(path, view.fields)
  const place = { path: whole, returned, total: offset + total }
  if (!kept) return place
  if (!canReadOn(tools)) return { ...place, hint: NO_READING_ON }
  const hint = isPageOf(tool, path) && { hint: READ_ON_FIRST }
  const nextArguments = {
    id: kept.id,
    ...(whole && { path: whole }),
    offset: offset + returned,
    ...(fields?.length && { fields }),
  }
  return { ...place, ...hint, next_call: { tool: READ_ON, arguments: nextArguments } }
}

/** Arguments that ask for the next page of a list. */
const PAGING = ['cursor', 'continuation']

/** Whether what was cut is the page itself that a tool returns, whose answer also says where the next page begins. */
const isPageOf = ({ known }: Tool, path: string): boolean =>
  path !== '' && !path.includes('.') && PAGING.some(name => known.includes(name))

/** Puts the whole value into both channels: a host may show its model only one of them. */
function both(value: Record<string, unknown>, meta: Meta, json = JSON.stringify(value)): CallToolResult {
  return { content: text(json), structuredContent: value, _meta: meta }
}

/** Returns the JSON in the text of a result. Only for results that have structured content. */
export const jsonOf = ({ content }: CallToolResult): string => (content[0] as { text: string }).text

/** Returns the value of a call, whose hints say which of the tools that they name the client does not have. */
const withKnownTools = ({ ending: { value }, tool, tools, words }: AnsweredCall) =>
  tool.changeHints
    ? tool.changeHints(value, hint =>
        [hint, words.describeMissingTools(hint, tools)].filter(Boolean).join(' '),
      )
    : value

/** Most unknown arguments that a result names. */
const MAX_IGNORED = 20

/** Names the dropped arguments of a call: a filter, for example, that its tool does not have. */
const ignoredIn = ({ ignored }: ToolArguments) =>
  ignored.length > 0 && { ignored_arguments: ignored.slice(0, MAX_IGNORED) }

/** Returns the answer to a call that has ended. What the data lacks, and what was ignored, a model sees only in the result itself. */
export function resultOf(answered: AnsweredCall): CallToolResult {
  const { ending, read } = answered
  const meta = metaOf(answered)
  if (ending.failed) return { content: text(errorText(answered)), isError: true, _meta: meta }
  if (typeof ending.value === 'string') return { content: text(visibleText(ending.value)), _meta: meta }
  const whole = withKnownTools(answered) as Record<string, unknown>
  const { value, json, cuts } = show(whole, read.view)
  const isLacking = ending.notice !== undefined && !('notice' in whole)
  const ignored = !('ignored_arguments' in whole) && ignoredIn(read)
  if (!cuts.length && !isLacking && !ignored) return both(value, meta, json)
  const added = {
    ...ignored,
    ...(isLacking && { notice: ending.notice }),
    ...(cuts.length && { truncated: cuts.map(cut => truncated(cut, answered)) }),
  }
  return both({ ...value, ...added }, meta)
}

/** Returns the answer to a call that takes longer than clients wait. `position` is what to read of its result. */
export function stillRunning(
  position: Record<string, unknown>,
  requestId: string,
  read: ToolArguments,
  tools: readonly Tool[],
): CallToolResult {
  const { view, ignored } = read
  const next = canReadOn(tools)
    ? {
        hint: 'It continues. Read the result with next_call, or repeat this call: it is not charged twice.',
        next_call: { tool: READ_ON, arguments: { ...position, ...viewArguments(view) } },
      }
    : { hint: 'It continues. Repeat this call to read its result: it is not charged twice.' }
  const value = { status: 'running', result_id: position.id, ...ignoredIn(read), ...next }
  return both(value, { 'winnow/request_id': requestId, ...(ignored.length && { ignored }) })
}

/** Fields of an error body. */
interface ErrorBody {
  error: string
  hint?: string
  field?: string
  /** State of the record, if that is the reason. */
  state?: string
  /** All problems of a workflow, of which the error is the first. */
  problems?: unknown[]
}

/** Describes an error for a model: what failed, why, and what to do. */
function errorText(answered: AnsweredCall): string {
  const { tool, tools, words } = answered
  const { value, code, retryAfter } = answered.ending
  const { error, hint, field, state, problems = [] } = value as ErrorBody
  const isUnknown = code === 'unknown_resource'
  const sentences = [
    `${code}: ${words.translate(error)}`,
    wrongArgument(answered),
    state !== undefined && `State: ${state}.`,
    retryAfter !== undefined && `Retry after ${retryAfter} s.`,
    hint === undefined
      ? isUnknown && listsOf(answered, field)
      : words.hintFor({ operation: tool.operation, field, hint }),
    problems.length > 1 && `workflow_validate lists all ${problems.length} problems.`,
  ]
    .filter(Boolean)
    .join(' ')
  const call = code === 'invalid_input' && field !== undefined && usage(tool)
  return [sentences, words.describeMissingTools(sentences, tools), call].filter(Boolean).join(' ')
}

/** Errors whose `field` is a place in the arguments, not in the result. */
const ABOUT_ARGUMENTS: unknown[] = ['unknown_resource', 'invalid_input', 'invalid_graph', 'conflict']

/** Names the wrong argument, or the place in it, unless the error does so itself. */
function wrongArgument({ ending: { value, code } }: AnsweredCall): string {
  const { error, field } = value as ErrorBody
  const isNamed = field === undefined || namesField(error, field)
  return ABOUT_ARGUMENTS.includes(code) && !isNamed ? `Argument: \`${field}\`.` : ''
}

/** Names the client's tools that list the valid choices for an unknown id. */
function listsOf({ tool, tools, words, read }: AnsweredCall, field: string | undefined): string {
  const lists = words
    .listsFor(tool.operation, read.input, field)
    .filter(name => tools.some(({ face }) => face.name === name))
  return lists.length ? `See what there is with ${lists.join(', ')}.` : ''
}

/** Describes how to call a tool: its arguments and an example. */
function usage({ face, known, example }: Tool): string {
  const names = known.length ? `Arguments: ${known.join(', ')}. ` : ''
  return `${names}For example: ${face.name} ${JSON.stringify(example)}`
}
