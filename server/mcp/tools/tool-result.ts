import type { CallToolResult } from '@modelcontextprotocol/server'
import { visibleText } from '../../base/text/visible-text.ts'
import type { CallEnding } from '../../operations/call.ts'
import type { ToolArguments } from './arguments.ts'
import type { Cut } from './fit.ts'
import type { Tool } from './tool.ts'
import type { ToolWords } from './tool-words.ts'
import { show } from './view.ts'

/** What is said beside a result, for programs; a model may not see it. */
type Meta = NonNullable<CallToolResult['_meta']>

/** A list or a text in a kept result, and what of it was skipped. */
interface ResultPosition {
  path: string
  offset: number
}

/** What is known of a call when its answer is written. */
export interface Answered {
  words: ToolWords
  tool: Tool
  /** The tools that the client has. */
  tools: readonly Tool[]
  ending: CallEnding
  read: ToolArguments
  requestId: string
  /** Where the whole result can be read, and which part of it this is. */
  kept?: { id: string; part?: ResultPosition }
}

const text = (words: string) => [{ type: 'text' as const, text: words }]

function metaOf({ ending, read: { ignored }, requestId }: Answered): Meta {
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

/** What was asked for of a list's items, in the words of a reading of that list. */
const fieldsOfItems = (path: string, fields: readonly string[] = []) =>
  fields.filter(field => field.startsWith(`${path}.`)).map(field => `items${field.slice(path.length)}`)

/** Where a list or a text was cut, and the call that reads on. Places are those of the whole, also within a part of it. */
function truncated({ path, returned, total }: Cut, { kept, read: { view } }: Answered) {
  const { path: whole, offset } = kept?.part ?? { path, offset: 0 }
  const fields = kept?.part ? view.fields : fieldsOfItems(path, view.fields)
  const given = { id: kept?.id, path: whole, offset: offset + returned, ...(fields?.length && { fields }) }
  return {
    path: whole,
    returned,
    total: offset + total,
    ...(kept && { next_call: { tool: 'result_read', arguments: given } }),
  }
}

/** Both channels hold all of it: a host may show its model only one of them. */
function both(value: Record<string, unknown>, meta: Meta, json = JSON.stringify(value)): CallToolResult {
  return { content: text(json), structuredContent: value, _meta: meta }
}

/** The value of a result as it is written in its text; for results that have one. */
export const jsonOf = ({ content }: CallToolResult): string => (content[0] as { text: string }).text

/** The answer to a call that has ended. */
export function resultOf(answered: Answered): CallToolResult {
  const { ending, read } = answered
  const meta = metaOf(answered)
  if (ending.failed) return { content: text(errorText(answered)), isError: true, _meta: meta }
  if (typeof ending.value === 'string') return { content: text(visibleText(ending.value)), _meta: meta }
  const { value, json, cuts } = show(ending.value as Record<string, unknown>, read.view)
  if (!cuts.length) return both(value, meta, json)
  return both({ ...value, truncated: cuts.map(cut => truncated(cut, answered)) }, meta)
}

/** The answer to a call that takes longer than clients wait. */
export function stillRunning(resultId: string, requestId: string, ignored: string[]): CallToolResult {
  const value = {
    status: 'running',
    result_id: resultId,
    hint: 'It continues. Read the result with next_call, or repeat this call: it is not charged twice.',
    next_call: { tool: 'result_read', arguments: { id: resultId } },
  }
  return both(value, { 'winnow/request_id': requestId, ...(ignored.length && { ignored }) })
}

/** What the body of an error may say. */
interface Refusal {
  error: string
  hint?: string
  field?: string
  /** Of the record, where that is the reason. */
  state?: string
}

/** A sentence for a model: what failed, why, what to do. */
function errorText(answered: Answered): string {
  const { tool, words } = answered
  const { value, code, retryAfter } = answered.ending
  const { error, hint, field, state } = value as Refusal
  const isUnknown = code === 'unknown_resource'
  return [
    `${code}: ${words.translate(error)}`,
    isUnknown && field !== undefined && `Argument: \`${field}\`.`,
    state !== undefined && `State: ${state}.`,
    retryAfter !== undefined && `Retry after ${retryAfter} s.`,
    hint === undefined ? isUnknown && listsOf(answered, field) : words.translate(hint),
    code === 'invalid_input' && field !== undefined && usage(tool),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Which of the client's tools list what there is in place of what is not. */
function listsOf({ tool, tools, words, read }: Answered, field: string | undefined): string {
  const lists = words
    .listsFor(tool.operation, read.input, field)
    .filter(name => tools.some(({ face }) => face.name === name))
  return lists.length ? `See what there is with ${lists.join(', ')}.` : ''
}

/** How a tool is called, by its names and an example. */
function usage({ face, known, example }: Tool): string {
  const names = known.length ? `Arguments: ${known.join(', ')}. ` : ''
  return `${names}For example: ${face.name} ${JSON.stringify(example)}`
}
