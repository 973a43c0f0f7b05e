import type { Json, ValueType } from '../parser-schema.ts'

/** The type of each type's values in JSON; undefined stands for any. */
const JSON_TYPES: Record<ValueType, 'string' | 'number' | 'boolean' | 'object' | undefined> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  price: 'object',
  count: 'number',
  date: 'string',
  datetime: 'string',
  duration: 'number',
  url: 'string',
  email: 'string',
  phone: 'string',
  percent: 'number',
  range: 'object',
  object: 'object',
  list: 'object',
  any: undefined,
}

export const VALUE_TYPES = Object.keys(JSON_TYPES) as ValueType[]

/** Whether a value in a schema already has the type. */
export function isOfValueType(value: Json, type: ValueType): boolean {
  if (type === 'integer' || type === 'count') return Number.isSafeInteger(value)
  if (type === 'list') return Array.isArray(value)
  const plain = JSON_TYPES[type]
  return plain === undefined || (typeof value === plain && !Array.isArray(value))
}
