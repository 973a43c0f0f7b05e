import { groupDigits } from '../../base/counted.ts'
import { AppError } from '../../base/errors.ts'
import { jsonOrText } from '../../base/fields/json-or-text.ts'
import { isObject } from '../../base/is-object.ts'
import { once } from '../../base/once.ts'
import { shortText } from '../../base/text/cut-text.ts'
import { parseJson } from '../../base/text/parse-json.ts'
import { hasWebScheme } from '../../base/web-scheme.ts'
import { inputSchema, type JsonSchema } from '../../docs/json-schema.ts'
import { createCoercion } from '../../operations/coerce.ts'
import type { Operation, UploadedFile } from '../../operations/operation.ts'
import { withoutFillers } from './left-out.ts'
import { fieldMeantFor } from './synonyms.ts'
import type { View } from './view.ts'

/** The parsed arguments of a tool. */
export interface ToolArguments {
  /** The input of the operation. */
  input: Record<string, unknown>
  /** The parts of the result that are shown. */
  view: View
  /** Unknown arguments that were dropped. */
  ignored: string[]
}

/** Most arguments of a call: far more than any tool has. */
const MAX_ARGUMENTS = 256

/** Characters shown of the name of an unknown argument. */
const MAX_OF_NAME = 100

const FENCE = '```'

/**
 * Returns the content of a code block, or the text itself if it is none. Uses plain searches only, because the text may be
 * long and arbitrary.
 */
function withoutFence(text: string): string {
  const block = text.trim()
  const end = block.indexOf('\n')
  const isBlock = end >= 0 && block.startsWith(FENCE) && block.endsWith(FENCE)
  return isBlock ? block.slice(end, -FENCE.length) : text
}

/** Parses JSON that a model wrote as text, possibly in a code block. Returns the text itself if it is not JSON. */
const jsonIn = (text: string): unknown => jsonOrText(withoutFence(text))

/**
 * Returns the arguments of a call as an object. Anything that cannot be one is kept under a name that no tool knows, and is
 * reported as ignored.
 */
export function argumentsOf(given: unknown): Record<string, unknown> {
  const args = typeof given === 'string' ? jsonIn(given) : given
  if (isObject<Record<string, unknown>>(args)) return args
  const isEmpty = args === undefined || args === null || args === '' || (Array.isArray(args) && !args.length)
  return isEmpty ? {} : { arguments: given }
}

function checkCount(given: Record<string, unknown>) {
  if (Object.keys(given).length <= MAX_ARGUMENTS) return
  throw new AppError('invalid_input', `The call has more than ${MAX_ARGUMENTS} arguments.`, {
    hint: 'Leave out those that the tool does not have.',
  })
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && hasWebScheme(value)
const isBareId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{3,40}$/.test(value)

function rename(input: Record<string, unknown>, from: string, to: string) {
  input[to] = input[from]
  delete input[from]
}

/** If a tool takes either `url` or `video_id`, accepts both kinds of values under either name. */
function straighten(input: Record<string, unknown>, known: readonly string[]) {
  if (!known.includes('url') || !known.includes('video_id')) return
  const { url, video_id } = input
  if (isAddress(video_id) && url === undefined) rename(input, 'video_id', 'url')
  else if (isBareId(url) && video_id === undefined) rename(input, 'url', 'video_id')
}

/** Dot paths that a call may name, and characters of each: each is looked for in every item of a list. */
const MAX_PATHS = 256
const MAX_OF_PATH = 2_000

const tooManyPaths = () =>
  new AppError(
    'invalid_input',
    `\`fields\` names more than ${MAX_PATHS} paths, or one of more than ${groupDigits(MAX_OF_PATH)} characters.`,
    { hint: 'Name what holds them, or leave `fields` out for the whole result.' },
  )

/** The paths of `fields`, each once. Throws 400 for too many. */
function pathsIn(value: unknown): string[] {
  const parts = [value ?? []].flat().filter(part => typeof part !== 'object')
  const isLong = (text: string, most: number) => text.length > most
  if (parts.length > MAX_PATHS || parts.some(part => isLong(String(part), MAX_PATHS * MAX_OF_PATH)))
    throw tooManyPaths()
  const paths = parts.flatMap(part => String(part).split(',')).map(path => path.trim())
  const known = new Set(paths.filter(Boolean))
  if (known.size > MAX_PATHS || [...known].some(path => isLong(path, MAX_OF_PATH))) throw tooManyPaths()
  return [...known]
}

const asFile = (text: unknown): UploadedFile | unknown =>
  typeof text === 'string'
    ? { bytes: new TextEncoder().encode(text), name: null, contentType: 'text/html; charset=utf-8' }
    : text

/** Fields that may hold an address. */
const ADDRESSES = new Set(['url', 'handle', 'username', 'video_id'])

/** Characters that models put around an address. */
const AROUND: Record<string, string> = { '<': '>', '`': '`', '"': '"', "'": "'" }

/**
 * Returns the address in a Markdown link, `[words](https://…)`, or in delimiters, as in `<https://…>`; returns any other
 * text unchanged.
 */
function bareAddress(text: string): string {
  const link = text.trim()
  const end = AROUND[link.charAt(0)]
  const at = link.startsWith('[') && link.endsWith(')') ? link.indexOf('](') + 1 : 0
  const inside = at > 0 || (end && link.endsWith(end)) ? link.slice(at + 1, -1) : text
  const [address] = inside.trim().split(/\s/, 1)
  return isAddress(address) ? address : text
}

/** True for a text that begins like an object or a list of objects. */
const isLikeJson = (text: string): boolean => /^(?:\[\s*)?\{/.test(text.trimStart())

/** Parses the JSON of an argument. Throws 400 if a text was meant to be JSON and is none; returns any other text itself. */
function jsonOfArgument(name: string, text: string): unknown {
  const json = withoutFence(text)
  try {
    return parseJson(json)
  } catch (error) {
    if (!(error instanceof SyntaxError && isLikeJson(json))) return json
    const message = `\`${name}\` is text that is not valid JSON.`
    throw new AppError('invalid_input', message, { field: name, hint: `${error.message}.` })
  }
}

/**
 * Converts a value to the type of its field: models write lists and objects as text, a single value for a list, or a
 * single-item list for a value.
 */
function shaped(name: string, value: unknown, { type, enum: words }: JsonSchema): unknown {
  if (type === 'array') return [typeof value === 'string' ? jsonOfArgument(name, value) : value].flat()
  const single = type !== undefined && Array.isArray(value) && value.length === 1 ? value[0] : value
  if (typeof single !== 'string') return single
  if (type === 'object') return jsonOfArgument(name, single)
  return words || type === 'boolean' ? single.trim().toLowerCase() : single
}

/** Whether a field has an object or a list, in which models may have filled in what they do not need. */
function isNested(input: Record<string, unknown>): boolean {
  for (const name in input) if (typeof input[name] === 'object') return true
  return false
}

/** Returns the number of items that a call wants to see of a list. Throws 400 for anything else. */
function limitIn(value: unknown): number {
  const limit = Math.trunc(Number(value))
  if (limit >= 1) return limit
  throw new AppError('invalid_input', '`limit` must be a whole number of at least 1.', {
    field: 'limit',
    hint: 'Leave it out for whole lists.',
  })
}

/**
 * Creates the reader of a tool's arguments. It accepts other names of a field, numbers as text, and a page as text, which
 * becomes the upload that the operation takes. `properties` are those that the tool lists.
 */
export function createArgumentReader(operation: Operation, properties: Record<string, JsonSchema>) {
  const known = Object.keys(properties)
  const coerce = createCoercion(operation.input)
  const { shape } = operation.input
  const own = new Set(Object.keys(shape))
  const files = Object.keys(operation.files ?? {})
  const schema = once(() => inputSchema(operation))
  const filled = (input: Record<string, unknown>) =>
    withoutFillers(input, schema()) as Record<string, unknown>
  const noun = once(() => String(schema().properties?.id?.['x-id-of'] ?? ''))
  /** In all other fields, an empty text means that the model had nothing to fill in. */
  const mayBeEmpty = new Set([
    ...known.filter(name => own.has(name) && shape[name]!.safeParse(undefined).data === ''),
    ...files,
  ])
  const isSaid = (name: string, value: unknown) =>
    value !== undefined && value !== null && (value !== '' || mayBeEmpty.has(name))

  const asField = (name: string, value: unknown) =>
    shaped(
      name,
      ADDRESSES.has(name) && typeof value === 'string' ? bareAddress(value) : value,
      properties[name]!,
    )

  const named = (given: Record<string, unknown>) => {
    const input: Record<string, unknown> = {}
    const ignored: string[] = []
    for (const name of known) if (isSaid(name, given[name])) input[name] = asField(name, given[name])
    for (const [name, value] of Object.entries(given)) {
      if (known.includes(name)) continue
      const field = fieldMeantFor(name, known, noun())
      if (field === undefined || input[field] !== undefined) ignored.push(shortText(name, MAX_OF_NAME))
      else if (isSaid(field, value)) input[field] = asField(field, value)
    }
    return { input, ignored }
  }

  return (given: Record<string, unknown>): ToolArguments => {
    checkCount(given)
    const { input: chosen, ignored } = named(given)
    const { fields, limit } = chosen
    const view: View = {}
    const paths = own.has('fields') ? [] : pathsIn(fields)
    // Models fill in fields that they do not need; an empty list requests no fields.
    if (paths.length) view.fields = paths
    if (!own.has('limit') && limit !== undefined) view.limit = limitIn(limit)
    const operationInput: Record<string, unknown> = {}
    for (const name of Object.keys(chosen)) if (own.has(name)) operationInput[name] = chosen[name]
    straighten(operationInput, known)
    const whole = isNested(operationInput) ? filled(operationInput) : operationInput
    for (const name of files) {
      // Nor does an empty page beside an address mean anything.
      if (whole[name] === '' && whole.url !== undefined) delete whole[name]
      if (name in whole) whole[name] = asFile(whole[name])
    }
    return { input: coerce(whole), view, ignored }
  }
}
