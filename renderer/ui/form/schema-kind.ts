import type { JsonSchema } from './json-schema.ts'

/** The kinds of widgets. */
export type WidgetKind =
  | 'choice'
  | 'boolean'
  | 'number'
  | 'text'
  | 'long-text'
  | 'record-id'
  | 'texts'
  | 'choices'
  | 'list'
  | 'object'
  | 'pairs'
  | 'json'

/** Fields with a larger `maxLength` get a text area. */
const LONG_TEXT_LENGTH = 1_000

/** Returns a schema without its `null` alternative, which forms show as an empty field. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (others?.length === 1) return { ...schema, ...others[0], description: schema.description ?? '' }
  const types = [schema.type ?? []].flat().filter(type => type !== 'null')
  return types.length === 1 ? { ...schema, type: types[0]! } : schema
}

/** Returns the kind of widget for a schema; JSON if no other fits. */
export function kindOf(schema: JsonSchema): WidgetKind {
  if (schema['x-id-of']) return 'record-id'
  if (schema.enum) return 'choice'
  if (schema.type === 'boolean') return 'boolean'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string') return isLongText(schema) ? 'long-text' : 'text'
  if (schema.type === 'array') return kindOfList(schema.items ?? {})
  if (schema.type === 'object') return kindOfObject(schema)
  return 'json'
}

/** An address has one line, however long it may be: Enter submits its form. */
const isLongText = ({ maxLength = 0, format }: JsonSchema) =>
  maxLength >= LONG_TEXT_LENGTH && format !== 'uri'

const kindOfList = (items: JsonSchema): WidgetKind =>
  items.enum ? 'choices' : items.type === 'string' ? 'texts' : items.properties ? 'list' : 'json'

function kindOfObject({ properties, additionalProperties: rest }: JsonSchema): WidgetKind {
  if (properties) return 'object'
  return typeof rest === 'object' && rest.type === 'string' ? 'pairs' : 'json'
}

/** Returns the default value as a placeholder. */
export const defaultOf = ({ default: value }: JsonSchema) =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value)
