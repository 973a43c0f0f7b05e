import type { JsonSchema } from '../../../ui/form/json-schema.ts'

type Values = Record<string, unknown>

/** The parts of a JSON Schema that decide the widget of a value. */
interface Schema extends Omit<JsonSchema, 'properties'> {
  properties?: Record<string, Schema>
  'x-expression'?: boolean
  const?: unknown
}

/** The `maxLength` that gets a text area, for texts that may be expressions. */
const TEXT_AREA_LENGTH = 10_000

const isNumber = ({ type }: Schema) => type === 'integer' || type === 'number'
const hasTemplate = (value: unknown) => typeof value === 'string' && value.includes('{{')

/** Returns the schema of a form in which every value may also be an `{{ expression }}`. */
export function expressionSchema(schema: Schema, values: Values = {}): JsonSchema {
  const properties = Object.entries(schema.properties ?? {})
    .filter(([, field]) => field.const === undefined)
    .map(([name, field]) => [name, expressionField(field, values[name])])
  return { ...schema, properties: Object.fromEntries(properties) }
}

function expressionField(field: Schema, value: unknown): JsonSchema {
  if (field['x-expression']) return { ...field, maxLength: TEXT_AREA_LENGTH }
  if (field.properties) return expressionSchema(field, (value ?? {}) as Values)
  if (isNumber(field) || (hasTemplate(value) && field.type !== 'string')) return textField(field)
  return field.type === 'string' && !field['x-id-of'] && !field.enum
    ? { ...field, maxLength: TEXT_AREA_LENGTH }
    : field
}

const textField = ({ title, description = '', default: defaultValue }: Schema): JsonSchema => ({
  type: 'string',
  ...(title !== undefined && { title }),
  description,
  ...(defaultValue !== undefined && { default: defaultValue }),
})

/** Returns the names of the fields that are expressions as a whole. */
export const expressionNames = ({ properties = {} }: Schema): string[] =>
  Object.entries(properties)
    .filter(([, field]) => field['x-expression'])
    .map(([name]) => name)

/** Converts values to their types: digits in a number field become a number. */
export function coerceValues(schema: Schema, values: Values): Values {
  const fields = schema.properties ?? {}
  const coerced = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, coerceValue(fields[name] ?? {}, value)])
  return Object.fromEntries(coerced)
}

function coerceValue(field: Schema, value: unknown): unknown {
  if (isNumber(field) && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  const isFields = field.properties && typeof value === 'object' && value !== null
  return isFields ? coerceValues(field, value as Values) : value
}
