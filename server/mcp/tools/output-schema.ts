import type { JsonSchema } from '../../docs/json-schema.ts'

/** Any value. Some clients report an empty schema as an error. */
export const ANY: readonly JsonSchema[] = ['string', 'number', 'boolean', 'object', 'array', 'null'].map(
  type => ({ type }),
)

/** True for settings of a record: the caller wrote them itself or changes them elsewhere. */
const isSettings = (properties: Record<string, JsonSchema>) =>
  Object.values(properties).every(property => 'default' in property)

/** Returns the choices of a schema, each with one type, for clients that do not support lists of types. */
export function choicesOf({ type, anyOf, ...rest }: JsonSchema): JsonSchema[] {
  if (anyOf) return anyOf.flatMap(choicesOf)
  return type === undefined ? [...ANY] : [type].flat().map(one => ({ ...rest, type: one }))
}

/** Removes from a choice everything that a platform may change. */
function looseChoice({ type, properties, items }: JsonSchema): JsonSchema {
  const kept: JsonSchema = { type: type! }
  if (properties && !isSettings(properties)) kept.properties = loosenedAll(properties)
  if (items && type === 'array') kept.items = loosened(items)
  return kept
}

/** Removes duplicate choices. */
const distinct = (choices: JsonSchema[]) => [
  ...new Map(choices.map(choice => [JSON.stringify(choice), choice])).values(),
]

/**
 * Loosens a result schema so that no change of a platform makes a client reject a good result: only names and types,
 * without settings, every property optional, additional ones allowed. Descriptions are in `api_docs`, so that they do not
 * cost tokens in every conversation. Null is allowed if the operation's own schema allows it, which the runner has checked.
 */
function loosened(schema: JsonSchema): JsonSchema {
  const choices = distinct(choicesOf(schema).map(looseChoice))
  return choices.length === 1 ? choices[0]! : { anyOf: choices }
}

const loosenedAll = (properties: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, loosened(property)]))

/** Returns the schema of a tool's results; null if they are not objects. */
export function toolOutput(schema: JsonSchema): JsonSchema | null {
  if (schema.type !== 'object') return null
  const { properties } = loosened(schema)
  return { type: 'object', ...(properties && { properties }) }
}

/** Returns a schema with only the properties that dot paths name. Paths go through lists to their items. */
export function shownOf(schema: JsonSchema, paths: readonly string[] | undefined): JsonSchema {
  if (!paths || paths.includes('')) return schema
  if (schema.items) return { ...schema, items: shownOf(schema.items, paths) }
  const shown = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const below = paths.flatMap(path =>
      path === name ? [''] : path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : [],
    )
    return below.length ? [[name, shownOf(property, below)] as const] : []
  })
  return { ...schema, properties: Object.fromEntries(shown) }
}

/** Returns the siblings of the properties that dot paths name. */
export function othersOf(schema: JsonSchema, paths: readonly string[] | undefined): string[] {
  if (!paths) return []
  const parents = new Set(paths.map(path => path.slice(0, path.lastIndexOf('.') + 1)))
  return [...parents].flatMap(parent =>
    Object.keys(inside(schema, parent).properties ?? {})
      .map(name => parent + name)
      .filter(path => !paths.some(shown => shown === path || shown.startsWith(`${path}.`))),
  )
}

/** Returns the schema at a path that ends in a dot. */
const inside = (schema: JsonSchema, parent: string): JsonSchema =>
  parent
    .split('.')
    .filter(Boolean)
    .reduce((node, name) => {
      const property = node.properties?.[name] ?? {}
      return property.items ?? property
    }, schema)
