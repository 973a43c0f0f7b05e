import { z } from 'zod'
import type { Operation } from '../operations/operation.ts'

/** The parts of a JSON Schema that the docs read. */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  default?: unknown
  [key: string]: unknown
}

/** Returns the input of an operation as JSON Schema. */
export const inputSchema = ({ input }: Operation) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Returns the output of an operation as JSON Schema. */
export const outputSchema = ({ output }: Operation) =>
  z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as JsonSchema

/** Describes the type of a schema: `integer or null`, `array of string`, `"http" or "browser"`. */
export function typeInWords(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) return schema.anyOf.map(typeInWords).join(' or ')
  if (schema.type === 'array') return `array of ${typeInWords(schema.items ?? {})}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

/** Returns all fields of a schema, nested ones with their path: `comments[].author.id`. */
export function fieldsOf(
  schema: JsonSchema,
  parent = '',
): { path: string; type: string; description: string }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = parent ? `${parent}.${name}` : name
    const inner = property.properties ? property : property.items?.properties ? property.items : null
    const field = { path, type: typeInWords(property), description: property.description ?? '' }
    return inner ? [field, ...fieldsOf(inner, property.items ? `${path}[]` : path)] : [field]
  })
}
