import { AppError } from '../../base/errors.ts'
import { jsonOrText } from '../../base/fields/json-or-text.ts'
import { isObject } from '../../base/is-object.ts'
import { shortText } from '../../base/text/cut-text.ts'
import type { JsonSchema } from '../../docs/json-schema.ts'
import { createCoercion } from '../../operations/coerce.ts'
import type { Operation, UploadedFile } from '../../operations/operation.ts'
import { fieldMeant } from './synonyms.ts'
import type { View } from './view.ts'

/** What a tool is called with, sorted out. */
export interface ToolArguments {
  /** What the operation takes. */
  input: Record<string, unknown>
  /** What is shown of the result. */
  view: View
  /** Names that the tool does not know and that were dropped. */
  ignored: string[]
}

/** Most arguments of a call: far more than any tool has. */
const MOST_ARGUMENTS = 256

/** Characters that are shown of the name of an argument that no tool has. */
const MOST_OF_NAME = 100

const FENCE = '```'

/** The lines of a code block; any other text as it is. Searches alone, as the text may be long and of any kind. */
function withoutFence(text: string): string {
  const block = text.trim()
  const end = block.indexOf('\n')
  const isBlock = end >= 0 && block.startsWith(FENCE) && block.endsWith(FENCE)
  return isBlock ? block.slice(end, -FENCE.length) : text
}

/** JSON that models wrote into a text, in a code block or not; the text itself where it is none. */
const jsonIn = (text: string): unknown => jsonOrText(withoutFence(text))

/** The arguments of a call as an object. What cannot be one stays under a name that no tool knows, and is listed as ignored. */
export function argumentsOf(given: unknown): Record<string, unknown> {
  const read = typeof given === 'string' ? jsonIn(given) : given
  if (isObject<Record<string, unknown>>(read)) return read
  const isEmpty = read === undefined || read === null || read === '' || (Array.isArray(read) && !read.length)
  return isEmpty ? {} : { arguments: given }
}

function checkCount(given: Record<string, unknown>) {
  if (Object.keys(given).length <= MOST_ARGUMENTS) return
  throw new AppError('invalid_input', `The call has more than ${MOST_ARGUMENTS} arguments.`, {
    hint: 'Leave out those that the tool does not have.',
  })
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value)
const isBareId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{3,40}$/.test(value)

function rename(input: Record<string, unknown>, from: string, to: string) {
  input[to] = input[from]
  delete input[from]
}

/** A tool that takes one of `url` and `video_id` takes each under either name. */
function straighten(input: Record<string, unknown>, known: readonly string[]) {
  if (!known.includes('url') || !known.includes('video_id')) return
  const { url, video_id } = input
  if (isAddress(video_id) && url === undefined) rename(input, 'video_id', 'url')
  else if (isBareId(url) && video_id === undefined) rename(input, 'url', 'video_id')
}

const listOf = (value: unknown): string[] =>
  [value ?? []]
    .flat()
    .flatMap(part => (typeof part === 'object' ? [] : String(part).split(',')))
    .map(part => part.trim())
    .filter(Boolean)

const asFile = (text: unknown): UploadedFile | unknown =>
  typeof text === 'string'
    ? { bytes: new TextEncoder().encode(text), name: null, contentType: 'text/html; charset=utf-8' }
    : text

/** Fields that may be an address. */
const ADDRESSES = new Set(['url', 'handle', 'username', 'video_id'])

/** Marks that models put around an address. */
const AROUND: Record<string, string> = { '<': '>', '`': '`', '"': '"', "'": "'" }

/** The address in a link of Markdown, `[words](https://…)`, or in marks, as `<https://…>`; any other text as it is. */
function bareAddress(text: string): string {
  const link = text.trim()
  const end = AROUND[link.charAt(0)]
  const at = link.startsWith('[') && link.endsWith(')') ? link.indexOf('](') + 1 : 0
  const inside = at > 0 || (end && link.endsWith(end)) ? link.slice(at + 1, -1) : text
  const [address] = inside.trim().split(/\s/, 1)
  return isAddress(address) ? address : text
}

/** A value as its field wants it: models write lists and objects as text, and one value for a list or a list of one. */
function shaped(value: unknown, { type, enum: words }: JsonSchema): unknown {
  const isText = typeof value === 'string'
  if (type === 'array') return [isText ? jsonIn(value) : value].flat()
  if (type === 'object') return isText ? jsonIn(value) : value
  if (words || type === 'boolean') return isText ? value.trim().toLowerCase() : value
  return type !== undefined && Array.isArray(value) && value.length === 1 ? value[0] : value
}

/**
 * Returns the reader of a tool's arguments: other names of a field are understood, numbers may come as text, a page as
 * text becomes the upload that the operation takes. `properties` are those that the tool lists.
 */
export function createArgumentReader(operation: Operation, properties: Record<string, JsonSchema>) {
  const known = Object.keys(properties)
  const coerce = createCoercion(operation.input)
  const { shape } = operation.input
  const own = new Set(Object.keys(shape))
  const files = Object.keys(operation.files ?? {})
  /** Anywhere else an empty text was filled in for nothing. */
  const mayBeEmpty = new Set([
    ...known.filter(name => own.has(name) && shape[name]!.safeParse(undefined).data === ''),
    ...files,
  ])
  const isSaid = (name: string, value: unknown) =>
    value !== undefined && value !== null && (value !== '' || mayBeEmpty.has(name))

  const asField = (name: string, value: unknown) =>
    shaped(ADDRESSES.has(name) && typeof value === 'string' ? bareAddress(value) : value, properties[name]!)

  const named = (given: Record<string, unknown>) => {
    const input: Record<string, unknown> = {}
    const ignored: string[] = []
    for (const name of known) if (isSaid(name, given[name])) input[name] = asField(name, given[name])
    for (const [name, value] of Object.entries(given)) {
      if (known.includes(name)) continue
      const field = fieldMeant(name, known)
      if (field === undefined || input[field] !== undefined) ignored.push(shortText(name, MOST_OF_NAME))
      else if (isSaid(field, value)) input[field] = asField(field, value)
    }
    return { input, ignored }
  }

  return (given: Record<string, unknown>): ToolArguments => {
    checkCount(given)
    const { input, ignored } = named(given)
    const { fields, limit } = input
    const view: View = {}
    const names = listOf(fields)
    // Models fill in what they do not need, and an empty list asks for nothing.
    if (!own.has('fields') && names.length) view.fields = names
    if (!own.has('limit') && limit !== undefined) view.limit = Math.max(1, Math.trunc(Number(limit)) || 1)
    const taken: Record<string, unknown> = {}
    for (const name of Object.keys(input)) if (own.has(name)) taken[name] = input[name]
    straighten(taken, known)
    for (const name of files) {
      // An empty page beside an address was filled in for nothing as well.
      if (taken[name] === '' && taken.url !== undefined) delete taken[name]
      if (name in taken) taken[name] = asFile(taken[name])
    }
    return { input: coerce(taken), view, ignored }
  }
}
