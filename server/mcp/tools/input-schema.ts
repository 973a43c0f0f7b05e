import { inputSchema, type JsonSchema } from '../../docs/json-schema.ts'
import { type Operation, pathFields, type ToolFace } from '../../operations/operation.ts'
import { ANY } from './output-schema.ts'

/** What a tool takes: the operation's own fields, uploaded ones as text. */
export interface ToolInput extends JsonSchema {
  properties: Record<string, JsonSchema>
}

/**
 * Keys that some clients refuse, or that say nothing to a model: names and hints for forms, and bounds that the
 * operation checks with a sentence of its own.
 */
const NOISE = new Set(
  '$schema additionalProperties propertyNames format title x-id-of x-id-by x-id-in x-labels x-advanced minLength maxLength minItems'.split(
    ' ',
  ),
)

/** Bounds that say no more than that a number is a safe integer. */
const isNoBound = (key: string, value: unknown) =>
  (key === 'minimum' || key === 'maximum') && Math.abs(value as number) === Number.MAX_SAFE_INTEGER

/** A default that says no more than that the field may be left out. */
const isEmpty = (value: unknown) => value === null || ['""', '[]', '{}'].includes(JSON.stringify(value))

const isNull = ({ type }: JsonSchema) => type === 'null'

/** Whether a client can leave a field out in place of sending null, which tools take for the same. */
const isOptionalNull = ({ anyOf = [], default: value }: JsonSchema) =>
  value !== undefined && anyOf.length === 2 && anyOf.some(isNull)

/** A client is shown the other choice alone. */
function withoutNull(schema: JsonSchema): JsonSchema {
  if (!isOptionalNull(schema)) return schema
  const { anyOf, ...rest } = schema
  return { ...anyOf!.find(choice => !isNull(choice)), ...rest }
}

/** Turns a text of an operation into words for models. */
type Translate = (text: string) => string

/** A field's words for models. */
function described({ 'x-for-tools': words, ...schema }: JsonSchema, translate: Translate): JsonSchema {
  if (words !== undefined) return { ...schema, description: words as string }
  return schema.description === undefined ? schema : { ...schema, description: translate(schema.description) }
}

/** Any value, where the list among the choices says what it holds: some hosts refuse all tools otherwise. */
const ANY_GIVEN = ANY.map(choice =>
  choice.type === 'array' ? { ...choice, items: { anyOf: ANY.filter(item => item !== choice) } } : choice,
)

/** Some hosts refuse what stands beside choices: the first choice says it. */
const alone = ({ anyOf: [first, ...others] = [], ...beside }: JsonSchema): JsonSchema => ({
  anyOf: [{ ...beside, ...first }, ...others],
})

/** A schema without what clients choke on; properties keep their names whatever they are. */
function cleaned(schema: JsonSchema, translate: Translate): JsonSchema {
  const kept = Object.entries(withoutNull(described(schema, translate))).filter(
    ([key, value]) => !NOISE.has(key) && !isNoBound(key, value) && !(key === 'default' && isEmpty(value)),
  )
  const clean = Object.fromEntries(kept) as JsonSchema
  if (clean.items) clean.items = cleaned(clean.items, translate)
  if (clean.anyOf) clean.anyOf = clean.anyOf.map(choice => cleaned(choice, translate))
  if (!clean.type) return alone({ ...clean, anyOf: clean.anyOf ?? ANY_GIVEN })
  return clean.properties ? withFewFields(clean, translate) : clean
}

/** Settings inside a field that are named beside those that are described. */
const MOST_NAMED = 3

/** Of settings inside a field only those that many need are described; the others are named. */
function withFewFields(schema: JsonSchema, translate: Translate): JsonSchema {
  const properties = schema.properties!
  const named = Object.keys(properties).filter(name => properties[name]!['x-advanced'])
  const shown = Object.entries(properties).filter(([name]) => !named.includes(name))
  const some = named.length > MOST_NAMED ? [...named.slice(0, MOST_NAMED), '…'] : named
  const description = [schema.description, `Also: ${some.join(', ')}.`]
  return {
    ...schema,
    ...(named.length && { description: description.filter(Boolean).join(' ').replace('….', '…') }),
    properties: Object.fromEntries(shown.map(([name, property]) => [name, cleaned(property, translate)])),
  }
}

/** The schema of what a tool takes. */
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
  const needed = keeps ? pathFields(operation.path) : required
  return { type: 'object', properties, ...(needed.length && { required: needed }) }
}
