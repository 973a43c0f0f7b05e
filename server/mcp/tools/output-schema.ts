import type { JsonSchema } from '../../docs/json-schema.ts'

/** Any value. Some clients report a schema that says nothing as a mistake. */
export const ANY: readonly JsonSchema[] = ['string', 'number', 'boolean', 'object', 'array', 'null'].map(
  type => ({ type }),
)

/** What the owner of a record chose or left as it is: who asks for the record wrote it, or changes it elsewhere. */
const isSettings = (properties: Record<string, JsonSchema>) =>
  Object.values(properties).every(property => 'default' in property)

/** The choices of a schema, one type each: clients that know no lists of types take these. */
function choicesOf({ type, anyOf, ...rest }: JsonSchema): JsonSchema[] {
  if (anyOf) return anyOf.flatMap(choicesOf)
  return type === undefined ? [...ANY] : [type].flat().map(one => ({ ...rest, type: one }))
}

/** One choice without what a platform may change. */
function looseChoice({ type, properties, items }: JsonSchema): JsonSchema {
  const kept: JsonSchema = { type: type! }
  if (properties && !isSettings(properties)) kept.properties = loosenedAll(properties)
  if (items && type === 'array') kept.items = loosened(items)
  return kept
}

/** The same choice is named once. */
const distinct = (choices: JsonSchema[]) => [
  ...new Map(choices.map(choice => [JSON.stringify(choice), choice])).values(),
]

/**
 * What a result may hold, so loosely that no change of a platform makes a client throw a good result away: names and
 * types alone, those of settings left out, each optional, further ones allowed. `api_docs` has the descriptions, at no
 * cost to every conversation. Null stands where the operation's own schema allows it: the runner has checked that.
 */
function loosened(schema: JsonSchema): JsonSchema {
  const choices = distinct(choicesOf(schema).map(looseChoice))
  return choices.length === 1 ? choices[0]! : { anyOf: choices }
}

const loosenedAll = (properties: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, loosened(property)]))

/** The schema of a tool's results; null where they are not objects. */
export function toolOutput(schema: JsonSchema): JsonSchema | null {
  if (schema.type !== 'object') return null
  const { properties } = loosened(schema)
  return { type: 'object', ...(properties && { properties }) }
}

/** A schema with the properties alone that dot paths name; they go through lists to the items. */
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

/** The properties beside those that dot paths name, in the lists and objects that these lead into. */
export function othersOf(schema: JsonSchema, paths: readonly string[] | undefined): string[] {
  if (!paths) return []
  const parents = new Set(paths.map(path => path.slice(0, path.lastIndexOf('.') + 1)))
  return [...parents].flatMap(parent =>
    Object.keys(inside(schema, parent).properties ?? {})
      .map(name => parent + name)
      .filter(path => !paths.some(shown => shown === path || shown.startsWith(`${path}.`))),
  )
}

/** The schema that a path ending in a dot leads to. */
const inside = (schema: JsonSchema, parent: string): JsonSchema =>
  parent
    .split('.')
    .filter(Boolean)
    .reduce((node, name) => {
      const property = node.properties?.[name] ?? {}
      return property.items ?? property
    }, schema)
