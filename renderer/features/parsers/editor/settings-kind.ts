/** The parts of a JSON Schema that the form of the settings reads. */
export interface FieldSchema {
  type?: string | string[]
  title?: string
  'x-advanced'?: boolean
  description?: string
  default?: unknown
  enum?: string[]
  properties?: Record<string, FieldSchema>
  additionalProperties?: FieldSchema | boolean
  items?: FieldSchema
  anyOf?: FieldSchema[]
  maxLength?: number
}

/** The kinds of inputs for settings. */
export type Kind = 'choice' | 'number' | 'text' | 'long-text' | 'text-or-number' | 'lines' | 'pairs' | 'group'

const LONG = 2_000

/** Every alternative of a schema except null. */
const alternatives = (schema: FieldSchema): FieldSchema[] =>
  schema.anyOf
    ? schema.anyOf.flatMap(alternatives)
    : [schema.type ?? []]
        .flat()
        .filter(type => type !== 'null')
        .map(type => ({ ...schema, type }))

/** The options of a choice. */
export const choicesOf = (schema: FieldSchema) => alternatives(schema).flatMap(one => one.enum ?? [])

export function kindOf(schema: FieldSchema): Kind {
  const all = alternatives(schema)
  const types = new Set(all.map(({ type }) => type))
  if (choicesOf(schema).length) return 'choice'
  if (types.has('array')) return 'lines'
  if (types.has('object')) return schema.properties ? 'group' : 'pairs'
  if (!types.has('integer') && !types.has('number'))
    return all.some(({ maxLength = 0 }) => maxLength >= LONG) ? 'long-text' : 'text'
  return types.has('string') ? 'text-or-number' : 'number'
}

/** The non-blank lines of a text. */
export const readLines = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** Lines such as `Accept-Language: de` as a record. */
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
