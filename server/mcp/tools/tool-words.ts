import { isObject } from '../../base/is-object.ts'
import { inputSchema, type JsonSchema } from '../../docs/json-schema.ts'
import { type Operation, pathFields, type ToolFace } from '../../operations/operation.ts'

/** A REST path in a text, with its method and quotes. */
const PATH = /(`?)(?:(GET|POST|PUT|DELETE) )?(\/v1\/[^\s`,;?]*[^\s`,;?.])\1/g

/** Words of sentences that only make sense for HTTP requests. */
const OF_REQUESTS = /curl|multipart|file part|as JSON|percent-encode|\bquery\b|`X-[A-Z]|If-Match|\/events\b/

/** What may be the name of a tool. */
const TOOL_NAME = /\b[a-z]+(?:_[a-z]+)+\b/g

/** Splits sentences before a capital letter or a quote; a dot inside a path or a number does not end a sentence. */
const sentences = (text: string) => text.split(/(?<=[.!?]) (?=[A-Z`{])/)

const pattern = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

/** The ids in a path, as arguments. Skips placeholders, which are in braces. */
const idsIn = ({ groups = {} }: RegExpExecArray) =>
  Object.entries(groups)
    .filter(([, id]) => !/^[{…]/.test(id))
    .map(([name, id]) => ` with ${name} ${id}`)
    .join('')

/** Returns the kind of record that an id in an input refers to; a sibling field may name it. */
function nounAt(schema: JsonSchema, input: unknown, [name, ...rest]: string[]): unknown {
  const { properties = {} } = schema
  const property = Object.hasOwn(properties, name!) ? properties[name!]! : {}
  const beside = isObject<Record<string, unknown>>(input) ? input : {}
  if (rest.length) return nounAt(property, beside[name!], rest)
  return property['x-id-of'] ?? (property['x-id-by'] ? beside[String(property['x-id-by'])] : undefined)
}

/** Rewrites texts about HTTP requests for models, which call tools. */
export function createToolWords(operations: readonly Operation[]) {
  const asTools = operations.flatMap(({ id, faces, method, also, path }) =>
    faces?.tool ? [{ id, ...faces.tool, verbs: [method, also], path: pattern(path) }] : [],
  )
  const groups = new Map(asTools.map(({ name, group }) => [name, group]))
  const schemas = new Map<Operation, JsonSchema>()
  const schemaOf = (operation: Operation) => {
    const schema = schemas.get(operation) ?? inputSchema(operation)
    schemas.set(operation, schema)
    return schema
  }
  const toolAt = (verb: string | undefined, path: string) => {
    const tool = asTools.find(
      ({ verbs, path: known }) => (!verb || verbs.some(own => own === verb)) && known.test(path),
    )
    return tool && tool.name + idsIn(tool.path.exec(path)!)
  }

  const translate = (text: string): string =>
    sentences(text)
      .filter(sentence => !OF_REQUESTS.test(sentence))
      .join(' ')
      .replaceAll(PATH, (_, _quote, verb, path) => toolAt(verb, path) ?? 'Winnow’s app')

  return {
    /** Returns a text with paths replaced by tools, and without sentences about requests. */
    translate,

    /** Returns the hint of an error for models. The description of a field may have other words for them. */
    hintFor({
      operation,
      field = '',
      hint,
    }: {
      operation: Operation
      field?: string | undefined
      hint: string
    }): string {
      const { properties = {} } = schemaOf(operation)
      const described = Object.hasOwn(properties, field) ? properties[field]! : {}
      const words = described.description === hint ? described['x-for-tools'] : undefined
      return translate(typeof words === 'string' ? words : hint)
    },

    /** Says which tools in a text a client does not have, and their groups; an empty text if it has all of them. */
    describeMissingTools(text: string, tools: readonly { face: ToolFace }[]): string {
      const own = new Set(tools.map(({ face }) => face.name))
      const named = new Set(text.match(TOOL_NAME))
      const missing = [...named].filter(name => groups.has(name) && !own.has(name))
      const list = missing.map(name => `${name} (group ${groups.get(name)})`).join(', ')
      return (
        list &&
        `This connection does not have ${list}; the user can add the group to its address, if its key has the scope.`
      )
    },

    /**
     * Returns the tools that list valid values for an id in an operation's input: for the id at `field`, or otherwise for
     * those in the path.
     */
    listsFor(operation: Operation, input: unknown, field: string | undefined): string[] {
      const fields = field === undefined ? pathFields(operation.path) : [field]
      const nouns = fields.map(path => nounAt(schemaOf(operation), input, path.split('.')))
      const lists = nouns.map(noun => `${String(noun).replaceAll(' ', '-')}-list`)
      return asTools.filter(({ id }) => lists.includes(id)).map(({ name }) => name)
    },
  }
}

/** Where values of a schema have hints: whether their objects have one themselves, and the fields that have some inside. */
interface HintPlaces {
  isHere: boolean
  inside: [name: string, places: HintPlaces][]
}

/** Returns where values of a schema have hints, also in items of lists; null if nowhere. */
function hintPlaces({ properties = {}, items, anyOf = [] }: JsonSchema): HintPlaces | null {
  const alternatives = [...anyOf, ...(items ? [items] : [])].flatMap(schema => hintPlaces(schema) ?? [])
  const inside = Object.entries(properties).flatMap(([name, property]): HintPlaces['inside'] => {
    const places = hintPlaces(property)
    return places ? [[name, places]] : []
  })
  const isHere = 'hint' in properties
  if (isHere || inside.length) return { isHere, inside }
  return alternatives[0] ?? null
}

/** Returns a value with its hints changed. Data without a declared `hint`, such as that of pages, stays as it is. */
function withHints(value: unknown, places: HintPlaces, change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map(item => withHints(item, places, change))
  if (!isObject<Record<string, unknown>>(value)) return value
  const { hint } = value
  const inside = places.inside
    .filter(([name]) => name in value)
    .map(([name, inner]) => [name, withHints(value[name], inner, change)])
  return {
    ...value,
    ...Object.fromEntries(inside),
    ...(places.isHere && typeof hint === 'string' && { hint: change(hint) }),
  }
}

/** Returns a value with its hints changed by a function. */
export type ChangeHints = (value: unknown, change: (hint: string) => string) => unknown

/** Returns the function that changes the hints in values of a schema: those of errors of jobs, for example. Undefined without any. */
export function hintChanger(output: JsonSchema): ChangeHints | undefined {
  const places = hintPlaces(output)
  return places ? (value, change) => withHints(value, places, change) : undefined
}

export type ToolWords = ReturnType<typeof createToolWords>
