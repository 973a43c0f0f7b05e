import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { counted } from '../../base/counted.ts'
import { type JsonSchema, outputSchema } from '../../docs/json-schema.ts'
import type { Operation, ToolFace } from '../../operations/operation.ts'
import { createArgumentReader, type ToolArguments } from './arguments.ts'
import { toolInput } from './input-schema.ts'
import { othersOf, shownOf, toolOutput } from './output-schema.ts'
import { checkFieldsOf } from './result-fields.ts'
import { fieldMeant } from './synonyms.ts'
import { type ChangeHints, hintChanger } from './tool-words.ts'

/** An operation as a tool: what clients see of it, and the reader of its arguments. */
export interface Tool {
  face: ToolFace
  operation: Operation
  /** The entry in `tools/list`. Its price may change while the service runs. */
  listed(): ListedTool
  /** The current price of a call, in words. */
  price(): string
  /** Offered to connections by default. */
  isDefault: boolean
  /** The names of its arguments. */
  known: readonly string[]
  /** Parses arguments. Throws 400 if they request fields that no result has. */
  read(given: Record<string, unknown>): ToolArguments
  /** Changes the hints in a result; absent if its results have none. */
  changeHints?: ChangeHints | undefined
  /** Arguments of a correct call. */
  example: Record<string, unknown>
}

/** Properties of a tool that override those of its operation. A pinned parser sets all of them. */
interface ToolOptions {
  face: ToolFace
  operation: Operation
  summary?: string
  description?: string | undefined
  output?: JsonSchema
  /** Arguments that the tool sets itself. */
  fixed?: Record<string, unknown>
  /** Rephrases texts about REST for tools. */
  translate?: (text: string) => string
}

/** Groups that are only offered if named: all descriptions together would use up too much of a conversation. */
const ON_REQUEST = new Set([
  'jobs',
  'batches',
  'databases',
  'learning',
  'sessions',
  'webhooks',
  'crons',
  'workflows',
  'usage',
])

/** The argument that chooses the shown parts of a result. If few fields are shown by default, its description names the others. */
const fieldsArgument = (others: readonly string[]): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description: others.length ? `Dot paths to show; also ${others.join(', ')}.` : 'Dot paths to show.',
})
/** What says where a list continues, and is shown whichever fields are chosen. */
const PAGE_END = ['has_more', 'next_cursor']
const LIMIT: JsonSchema = { type: 'integer', minimum: 1, description: 'Items per list.' }

/** True if a result has lists, or if its fields are not known in advance. */
const mayHaveLists = ({ properties = {} }: JsonSchema): boolean =>
  Object.keys(properties).length === 0 || hasList(properties)

const hasList = (properties: Record<string, JsonSchema>): boolean =>
  Object.values(properties).some(
    ({ type, properties: inner = {} }) => [type].flat().includes('array') || hasList(inner),
  )

/** Returns the arguments for the view of the result, unless the operation has equivalent ones. */
function viewArguments(
  own: readonly string[],
  output: JsonSchema | null,
  others: readonly string[],
): Record<string, JsonSchema> {
  if (!output) return {}
  const pages = fieldMeant('limit', own) !== undefined
  return { fields: fieldsArgument(others), ...(!pages && mayHaveLists(output) && { limit: LIMIT }) }
}

/** Describes the price of a call. Empty if it depends on the input; the operation's own description then says so. */
function price({ cost, example, answer }: Operation, { paysPerPage }: ToolFace): string {
  if (answer === 'accepted') return 'Each success costs what its call does.'
  if (!cost) return 'Free.'
  const credits = cost(example.input as never)
  return credits ? `Costs ${counted(credits, 'credit')}${paysPerPage ? ' for each page' : ''}.` : ''
}

/** The example of an operation, with text in place of uploads. */
const exampleOf = ({ example, files = {} }: Operation) =>
  Object.fromEntries(
    Object.entries(example.input).map(([name, value]) => [name, name in files ? '<html>…</html>' : value]),
  )

const without = <T>(record: Record<string, T>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

const only = <T>(record: Record<string, T>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)))

const withoutLacks = (schema: JsonSchema, { lacks = [] }: ToolFace): JsonSchema =>
  lacks.length ? { ...schema, properties: without(schema.properties ?? {}, lacks) } : schema

const asItIs = (text: string) => text

/** Returns an operation whose results have hints for models. */
const withToolHints = (
  operation: Operation,
  changeHints: ChangeHints | undefined,
  translate: (text: string) => string,
): Operation =>
  changeHints
    ? {
        ...operation,
        run: async (input, context) => changeHints(await operation.run(input, context), translate),
      }
    : operation

/** Creates the tool of an operation. */
export function createTool({ face, operation, fixed = {}, translate = asItIs, ...own }: ToolOptions): Tool {
  const whole = withoutLacks(own.output ?? outputSchema(operation), face)
  const changeHints = whole && hintChanger(whole)
  const output = toolOutput(shownOf(whole, face.shows))
  const input = toolInput(operation, face, translate)
  const fixedNames = Object.keys(fixed)
  const fields = without(input.properties, fixedNames)
  const required = (input.required ?? []).filter(name => !(name in fixed))
  const properties = { ...fields, ...viewArguments(Object.keys(fields), output, othersOf(whole, face.shows)) }
  const known = Object.keys(properties)
  const read = createArgumentReader(operation, properties)
  const pageEnd = PAGE_END.every(name => whole?.properties?.[name]) ? PAGE_END : []
  const isPreset = face.defaults !== undefined || Object.keys(fixed).length > 0
  const { readOnly, destructive, idempotent, openWorld } = face.hints
  const more = own.description ?? face.description ?? operation.description
  const words = [own.summary ?? face.summary ?? operation.summary, more && translate(more)]

  const fixedParts = {
    name: face.name,
    inputSchema: { type: 'object' as const, properties, ...(required.length && { required }) },
    ...(output && { outputSchema: output as ListedTool['outputSchema'] }),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      // The protocol defines this hint only for tools that change something.
      ...(!readOnly && { idempotentHint: idempotent }),
      openWorldHint: openWorld,
    },
  } as Omit<ListedTool, 'description'>

  return {
    face,
    operation: withToolHints(operation, changeHints, translate),
    changeHints,
    isDefault: !ON_REQUEST.has(face.group),
    price: () => price(operation, face),
    listed: () => ({
      ...fixedParts,
      description: [...words, price(operation, face)].filter(Boolean).join(' '),
    }),
    known,
    read(given) {
      const { input: taken, view, ignored } = read(given)
      if (view.fields) {
        checkFieldsOf(whole, view.fields)
        view.fields.push(...pageEnd)
      }
      if (face.shows) view.fields ??= [...face.shows]
      if (taken.count === true && whole?.properties?.total) view.fields?.push('total')
      return { view, ignored, input: isPreset ? { ...face.defaults, ...taken, ...fixed } : taken }
    },
    example: only(exampleOf(operation), known),
  }
}
