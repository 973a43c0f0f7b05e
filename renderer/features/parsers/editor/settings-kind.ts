import type { JsonSchema } from '../../../ui/form/json-schema.ts'

/** The kinds of inputs for settings. */
export type SettingKind =
  | 'choice'
  | 'number'
  | 'text'
  | 'long-text'
  | 'text-or-number'
  | 'lines'
  | 'pairs'
  | 'group'

const LONG_TEXT_LENGTH = 2_000

/** Every alternative of a schema except null. */
const alternatives = (schema: JsonSchema): JsonSchema[] =>
  schema.anyOf
    ? schema.anyOf.flatMap(alternatives)
    : [schema.type ?? []]
        .flat()
        .filter(type => type !== 'null')
        .map(type => ({ ...schema, type }))

export function kindOf(schema: JsonSchema): SettingKind {
  const schemas = alternatives(schema)
  const types = new Set(schemas.map(({ type }) => type))
  if (schemas.some(one => one.enum)) return 'choice'
  if (types.has('array')) return 'lines'
  if (types.has('object')) return schema.properties ? 'group' : 'pairs'
  if (!types.has('integer') && !types.has('number'))
    return schemas.some(({ maxLength = 0 }) => maxLength >= LONG_TEXT_LENGTH) ? 'long-text' : 'text'
  return types.has('string') ? 'text-or-number' : 'number'
}

/** Returns the trimmed non-blank lines of a text. */
export const readLines = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** Converts lines such as `Accept-Language: de` to a record. */
export const readPairs = (text: string) =>
  Object.fromEntries(
    readLines(text).map(line => {
      const [, name = line, value = ''] = /^([^:]*):\s*(.*)$/.exec(line) ?? []
      return [name.trim(), value]
    }),
  )

export const writePairs = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
