import type { JsonSchema } from '../docs/json-schema.ts'

const isNull = ({ type }: JsonSchema) => type === 'null'

/** What holds further values is there whatever a platform does, unless its schema says otherwise; any leaf may be null. */
const nullable = (type: string | string[]) =>
  type === 'object' || type === 'array' ? type : [...new Set([...[type].flat(), 'null'])]

/** Of `anyOf: [X, null]` the X; undefined where there are several. */
const onlyChoice = ({ anyOf = [] }: JsonSchema) => {
  const choices = anyOf.filter(choice => !isNull(choice))
  return choices.length === 1 ? choices[0] : undefined
}

/** What the owner of a record chose or left as it is: who asks for the record wrote it, or changes it elsewhere. */
const isSettings = (properties: Record<string, JsonSchema>) =>
  Object.values(properties).every(property => 'default' in property)

/**
 * What a result may hold, so loosely that no change of a platform makes a client throw a good result away: names and
 * types alone, those of settings left out, each optional and each leaf nullable, further ones allowed. `api_docs` has the descriptions, at no cost to every
 * conversation.
 */
export function loosened(schema: JsonSchema): JsonSchema {
  const only = onlyChoice(schema)
  const { type, properties, items } = only ?? schema
  const kept: JsonSchema = {}
  if (type) kept.type = nullable(only ? [type, 'null'].flat() : type)
  if (properties && !isSettings(properties)) kept.properties = loosenedAll(properties)
  if (items && Object.keys(items).length) kept.items = loosened(items)
  return kept
}

const loosenedAll = (properties: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, loosened(property)]))

/** The schema of a tool's results; null where they are no objects. */
export function toolOutput(schema: JsonSchema): JsonSchema | null {
  if (schema.type !== 'object') return null
  const { properties } = loosened(schema)
  return { type: 'object', ...(properties && { properties }) }
}
