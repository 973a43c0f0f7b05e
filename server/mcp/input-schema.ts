import { inputSchema, type JsonSchema } from '../docs/json-schema.ts'
import type { Operation } from '../operations/operation.ts'

/** Bounds that say no more than that a number is a safe integer. */
const isNoBound = (key: string, value: unknown) =>
  (key === 'minimum' || key === 'maximum') && Math.abs(value as number) === Number.MAX_SAFE_INTEGER

/** Keys that some clients refuse, or that say nothing to a model. */
const NOISE = new Set(['$schema', 'additionalProperties', 'format'])

/** A schema without what clients choke on; properties keep their names whatever they are. */
function cleaned(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key, value]) => !NOISE.has(key) && !isNoBound(key, value))
  const clean = Object.fromEntries(kept) as JsonSchema
  if (clean.items) clean.items = cleaned(clean.items)
  if (clean.properties) clean.properties = cleanedAll(clean.properties)
  return clean
}

const cleanedAll = (properties: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, cleaned(property)]))

/** What a tool takes: the operation's own fields, uploaded ones as text. */
export function toolInput(operation: Operation): JsonSchema & { properties: Record<string, JsonSchema> } {
  const { properties = {}, required = [] } = cleaned(inputSchema(operation))
  for (const [name, { description }] of Object.entries(operation.files ?? {}))
    properties[name] = { type: 'string', description: `${description.replace(/\.$/, '')}, as text.` }
  return { type: 'object', properties, ...(required.length && { required }) }
}
