import { inputSchema, type JsonSchema } from '../../docs/json-schema.ts'
import { type Operation, pathFields, type ToolFace } from '../../operations/operation.ts'
import { ANY } from './output-schema.ts'

/** The input schema of a tool: the fields of the operation, with uploads as text. */
interface ToolInput extends JsonSchema {
  properties: Record<string, JsonSchema>
}

/**
 * Keys that some clients reject or that are useless to a model: names and hints for forms, and bounds that the operation
 * checks with an error message of its own.
 */
const NOISE = new Set(
  '$schema additionalProperties propertyNames format title x-id-of x-id-by x-id-in x-labels x-advanced minLength maxLength minItems'.split(
    ' ',
  ),
)

/** Bounds that only say that a number is a safe integer. */
const isNoBound = (key: string, value: unknown) =>
  (key === 'minimum' || key === 'maximum') && Math.abs(value as number) === Number.MAX_SAFE_INTEGER

/** A default that only says that the field is optional. */
const isEmpty = (value: unknown) => value === null || ['""', '[]', '{}'].includes(JSON.stringify(value))

/** Whether the pattern of a schema only spells out its format: that of a time takes a hundred tokens. */
const isOfFormat = ({ format }: JsonSchema) => format !== undefined

const isNull = ({ type }: JsonSchema) => type === 'null'

/** Whether a client can leave a field out instead of sending null; tools treat both the same. */
const isOptionalNull = ({ anyOf = [], default: value }: JsonSchema) =>
  value !== undefined && anyOf.length === 2 && anyOf.some(isNull)

/** Shows clients only the other choice. */
function withoutNull(schema: JsonSchema): JsonSchema {
  if (!isOptionalNull(schema)) return schema
  const { anyOf, ...rest } = schema
  return { ...anyOf!.find(choice => !isNull(choice)), ...rest }
}

/** Rephrases a text of an operation for models. */
type Translate = (text: string) => string

/** Rephrases the description of a field for models. */
function described({ 'x-for-tools': words, ...schema }: JsonSchema, translate: Translate): JsonSchema {
  if (words !== undefined) return { ...schema, description: words as string }
  return schema.description === undefined ? schema : { ...schema, description: translate(schema.description) }
}

/** Any value, with the list choice saying what its items are: otherwise some hosts reject all tools. */
const ANY_GIVEN = ANY.map(choice =>
  choice.type === 'array' ? { ...choice, items: { anyOf: ANY.filter(item => item !== choice) } } : choice,
)

/** Moves keys beside `anyOf` into the first choice, because some hosts reject them there. */
const alone = ({ anyOf: [first, ...others] = [], ...beside }: JsonSchema): JsonSchema => ({
  anyOf: [{ ...beside, ...first }, ...others],
})

/** Removes from a schema what clients cannot handle. Properties keep their names. */
function cleaned(schema: JsonSchema, translate: Translate): JsonSchema {
  const own = withoutNull(described(schema, translate))
  const kept = Object.entries(own).filter(
    ([key, value]) =>
      !NOISE.has(key) &&
      !isNoBound(key, value) &&
      !(key === 'default' && isEmpty(value)) &&
      !(key === 'pattern' && isOfFormat(own)),
  )
  const clean = Object.fromEntries(kept) as JsonSchema
  if (clean.items) clean.items = cleaned(clean.items, translate)
  if (clean.anyOf) clean.anyOf = clean.anyOf.map(choice => cleaned(choice, translate))
  if (!clean.type) return alone({ ...clean, anyOf: clean.anyOf ?? ANY_GIVEN })
  return clean.properties ? withFewFields(clean, translate) : clean
}

/** Most undescribed settings of a field that are named. */
const MAX_NAMED = 3

/** Describes only the common settings inside a field, and names the others. */
function withFewFields(schema: JsonSchema, translate: Translate): JsonSchema {
  const properties = schema.properties!
  const named = Object.keys(properties).filter(name => properties[name]!['x-advanced'])
  const shown = Object.entries(properties).filter(([name]) => !named.includes(name))
  const some = named.length > MAX_NAMED ? [...named.slice(0, MAX_NAMED), '…'] : named
  const description = [schema.description, `Also: ${some.join(', ')}.`]
  return {
    ...schema,
    ...(named.length && { description: description.filter(Boolean).join(' ').replace('….', '…') }),
    properties: Object.fromEntries(shown.map(([name, property]) => [name, cleaned(property, translate)])),
  }
}

/** Returns the input schema of a tool. */
export function toolInput(
  operation: Operation,
  { omits = [], defaults = {}, keeps }: ToolFace,
  translate: Translate,
): ToolInput {
  const { properties: own = {}, required = [] } = inputSchema(operation)
  const properties = Object.fromEntries(
    Object.entries(own)
      .filter(([name]) => !omits.includes(name))
      .map(([name, field]) => [name, cleaned(field, translate)]),
  )
  for (const [name, { description }] of Object.entries(operation.files ?? {}))
    properties[name] = { type: 'string', description: `${description.replace(/\.$/, '')}, as text.` }
  for (const [name, value] of Object.entries(defaults)) properties[name]!.default = value
  // Hosts fill in defaults, which would replace what such a tool keeps.
  if (keeps) for (const property of Object.values(properties)) delete property.default
  const needed = keeps ? pathFields(operation.path) : required
  return { type: 'object', properties, ...(needed.length && { required: needed }) }
}
