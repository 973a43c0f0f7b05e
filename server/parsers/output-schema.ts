import { expandRule, isChoice, isList, tallyOf, typeOf } from './expand-rule.ts'
import { parsePath } from './json/json-path.ts'
import type { Fields, FollowedLink, ParserSchema, Rule, RuleObject, ValueType } from './parser-schema.ts'
import { kindsOf } from './resolve-schema.ts'
import { sourcesOf } from './schema/keys.ts'
import { isOfValueType } from './values/value-types.ts'
import { kindOfXPath } from './xpath/compile-xpath.ts'

/** A JSON Schema, as plain data. */
export interface JsonSchema {
  [keyword: string]: unknown
}

/**
 * Returns the JSON Schema (draft 2020-12) of a parser's data. Objects have all their keys. A value may be null if the page
 * does not have it, unless it is required or has a default; a list is empty instead.
 */
export function outputSchema(schema: ParserSchema): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...describe(schema),
    ...kindsSchema(kindsOf(schema).map(({ fields, follow }) => objectSchema(fields, follow))),
  }
}

/** The schema of several kinds of pages. Only properties that all kinds have are required. */
function kindsSchema(kinds: ObjectSchema[]): JsonSchema {
  if (kinds.length === 1) return kinds[0]!
  const names = [...new Set(kinds.flatMap(({ required }) => required))]
  const inAll = kinds.map(({ required }) => new Set(required))
  const properties = names.map(name => [
    name,
    unionSchema(
      kinds.flatMap(kind => (Object.hasOwn(kind.properties, name) ? [kind.properties[name]!] : [])),
    ),
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: names.filter(name => inAll.every(required => required.has(name))),
    additionalProperties: false,
  }
}

interface ObjectSchema extends JsonSchema {
  properties: Record<string, JsonSchema>
  required: string[]
}

function objectSchema(fields: Fields, follow?: FollowedLink): ObjectSchema {
  const own = Object.entries(fields).map(([name, rule]) => [name, fieldSchema(expandRule(rule))])
  const properties = { ...Object.fromEntries(own), ...(follow && followedProperties(follow)) }
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  } as ObjectSchema
}

/** The properties of a page behind a link. They are null, or empty lists, if that page cannot be fetched. */
function followedProperties({ fields, follow }: FollowedLink): Record<string, JsonSchema> {
  const { properties } = objectSchema(fields, follow)
  const entries = Object.entries(properties).map(([name, schema]) => {
    const { minItems: _, ...open } = schema
    return [name, isOpen(schema) ? open : nullable(schema)]
  })
  return Object.fromEntries(entries)
}

/** Whether a schema already allows null, or is a list. */
const isOpen = (schema: JsonSchema): boolean =>
  [schema.type].flat().some(type => type === 'array' || type === 'null') ||
  ((schema.anyOf as JsonSchema[] | undefined)?.some(isOpen) ?? false)

function fieldSchema(rule: RuleObject): JsonSchema {
  const value = valueSchema(rule)
  return {
    ...describe(rule),
    ...(isNeverNull(rule) ? value : nullable(value)),
    ...(rule.default !== undefined && rule.default !== null && { default: rule.default }),
  }
}

/** The schema of a rule's value when it is not null. `outerType` is the type of the `any` that has the rule as a choice. */
function valueSchema(rule: RuleObject, outerType?: ValueType): JsonSchema {
  if (rule.zip) return shapeSchema(rule, nullableProperties(rule.zip))
  if (isChoice(rule)) {
    const type = rule.type ?? outerType
    return choiceSchema(
      rule,
      rule.any!.map(choice => valueSchema(expandRule(choice), type)),
    )
  }
  if (rule.const !== undefined) return { const: rule.const }
  const tally = tallyOf(rule)
  if (tally) return { type: tally === 'count' ? 'integer' : 'boolean' }
  if (rule.index !== undefined) return { type: 'integer' }
  if (rule.table !== undefined && !rule.fields) return rule.all ? { type: 'array', items: ROW } : ROW
  if (rule.any)
    return matchesSchema(
      rule,
      unionSchema(rule.any.map(choice => valueSchema(expandRule(choice), rule.type ?? outerType))),
    )
  if (rule.fields) return matchesSchema(rule, objectSchema(rule.fields, rule.follow))
  const leaf = leafSchema(typeOf(rule, outerType) ?? typeOfAddressPart(rule) ?? typeOfXPath(rule))
  if (rule.group_by ?? rule.entries) return shapeSchema(rule, leaf)
  return isList(rule) ? { type: 'array', items: nullable(leaf), ...minimum(rule) } : leaf
}

/** For rules that yield objects: the schema of the object, or of what is made of a list of them. */
function matchesSchema(rule: RuleObject, items: JsonSchema): JsonSchema {
  return rule.all ? shapeSchema(rule, rule.any ? nullable(items) : items) : items
}

function shapeSchema(rule: RuleObject, items: JsonSchema): JsonSchema {
  if (rule.group_by !== undefined) return { type: 'object', additionalProperties: { type: 'array', items } }
  if (rule.entries === undefined) return { type: 'array', items, ...minimum(rule) }
  const value = (items.properties as Record<string, JsonSchema> | undefined)?.[rule.entries[1]]
  return { type: 'object', additionalProperties: value ? nullable(value) : {} }
}

/** The schema of objects of several lists that become one. Each property may be null, since the other lists may lack it. */
function nullableProperties(lists: Rule[]): JsonSchema {
  const schemas = lists.map(list => valueSchema(expandRule(list)).items as ObjectSchema | undefined)
  const entries = schemas.flatMap(schema => Object.entries(schema?.properties ?? {}))
  const byName = Map.groupBy(entries, ([name]) => name)
  const names = [...byName.keys()]
  const properties = names.map(name => [
    name,
    nullable(unionSchema(byName.get(name)!.map(([, schema]) => schema))),
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: names,
    additionalProperties: false,
  }
}

function unionSchema(schemas: JsonSchema[]): JsonSchema {
  if (schemas.length === 1) return schemas[0]!
  const texts = new Set(schemas.map(schema => JSON.stringify(schema)))
  const different: JsonSchema[] = [...texts].map(text => JSON.parse(text))
  return different.length === 1 ? different[0]! : { anyOf: different }
}

/** If the choices differ in type, the default may differ from all of them. */
function choiceSchema(rule: RuleObject, choices: JsonSchema[]): JsonSchema {
  const fallback = rule.default ?? null
  const isCovered = rule.type !== undefined && Array.isArray(fallback) === isList(rule)
  const all = fallback === null || isCovered ? choices : [...choices, { const: fallback }]
  return unionSchema(all)
}

/** A row of a table: texts by the names of their columns, which are not known in advance. */
const ROW: JsonSchema = { type: 'object', additionalProperties: { type: ['string', 'null'] } }

const minimum = ({ required, min_items }: RuleObject) => (required ? { minItems: min_items ?? 1 } : {})

const LEAF_SCHEMAS: Record<ValueType, JsonSchema> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  price: {
    type: 'object',
    properties: { amount: { type: 'number' }, currency: { type: ['string', 'null'] } },
    required: ['amount', 'currency'],
    additionalProperties: false,
  },
  count: { type: 'integer' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string' },
  duration: { type: 'number' },
  url: { type: 'string', format: 'uri' },
  email: { type: 'string', format: 'email' },
  phone: { type: 'string' },
  percent: { type: 'number' },
  range: {
    type: 'object',
    properties: { min: { type: ['number', 'null'] }, max: { type: ['number', 'null'] } },
    required: ['min', 'max'],
    additionalProperties: false,
  },
  object: { type: 'object' },
  list: { type: 'array' },
  any: {},
}

const leafSchema = (type: ValueType | undefined): JsonSchema => (type ? LEAF_SCHEMAS[type] : {})

/** Parts of an address are texts, except the list of segments and the object of parameters. */
function typeOfAddressPart({ url, transform, default: fallback }: RuleObject): ValueType | undefined {
  if (url === undefined || transform || (fallback != null && typeof fallback !== 'string')) return undefined
  const [part, ...rest] = parsePath(url) ?? []
  const isWhole = part === undefined || part === 'segments' || part === 'query'
  return isWhole === rest.length > 0 && part !== undefined ? 'string' : undefined
}

const XPATH_TYPES = { nodes: 'string', string: 'string', number: 'number', boolean: 'boolean' } as const

/** Nodes found by an XPath are read as text. A computed value has the type of the expression. */
function typeOfXPath({
  xpath,
  path,
  transform,
  default: fallback = null,
}: RuleObject): ValueType | undefined {
  if (xpath === undefined || path !== undefined || transform) return undefined
  const type = XPATH_TYPES[kindOfXPath(xpath)]
  return [fallback].flat().every(one => one === null || isOfValueType(one, type)) ? type : undefined
}

function isNeverNull(rule: RuleObject): boolean {
  const isGroup = sourcesOf(rule).length === 0 && rule.empty !== 'drop'
  if (tallyOf(rule) || rule.index !== undefined) return true
  return isGroup || isList(rule) || rule.required === true || (rule.default ?? rule.const ?? null) !== null
}

/** The same schema, or null. An empty schema already allows null. */
function nullable(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).length === 0 || schema.const === null) return schema
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  return { anyOf: [...((schema.anyOf as JsonSchema[]) ?? [schema]), { type: 'null' }] }
}

function describe({ description }: { description?: string }): JsonSchema {
  return description === undefined ? {} : { description }
}
