import type { Fields, Json, RuleObject, ValueType } from '../parser-schema.ts'
import { MAX_RULES } from '../schema/bounds.ts'
import { isObject, quote, type UnknownRule } from '../schema/fault.ts'
import { childPosition, type ImportPosition, reportUnknown } from './losses.ts'

/** Keys that say nothing about the place or the type of a value. */
const NOTES = ['$schema', '$id', '$defs', 'definitions', '$comment', 'title', 'examples', 'required', 'additionalProperties'] // biome-ignore format: a list
const KNOWN_KEYS = [...NOTES, '$ref', 'type', 'format', 'properties', 'items', 'anyOf', 'oneOf', 'enum', 'minimum', 'maximum', 'description', 'default'] // biome-ignore format: a list

const FORMATS: Record<string, ValueType> = {
  date: 'date',
  'date-time': 'datetime',
  uri: 'url',
  url: 'url',
  email: 'email',
}
const TYPES: Record<string, ValueType> = { integer: 'integer', number: 'number', boolean: 'boolean' }

/** The maximum depth of references inside references, and of objects inside objects. */
const MAX_DEPTH = 12
/** The maximum number of `enum` values in total, since references can multiply them. */
const MAX_ENUM_VALUES = 100_000

interface Conversion {
  /** The schema into which references point. */
  root: UnknownRule
  /** The number of fields that may still be added. */
  left: number
  /** The number of `enum` values that may still be added. */
  words: number
}

/** Whether an object is a JSON Schema of an object or a list. */
export const isJsonSchema = (foreign: UnknownRule) =>
  ['$schema', '$ref', 'type'].some(key => typeof foreign[key] === 'string') &&
  (isObject(foreign.properties) || isObject(foreign.items) || typeof foreign.$ref === 'string')

/**
 * Reads the properties of a JSON Schema as fields to complete: it states what a value is, not where it is on the page.
 * Until the owner sets a source, each field reads the microdata of its name. A list becomes the field `items`.
 */
export function fromJsonSchema(foreign: UnknownRule, position: ImportPosition): Fields {
  position.reportLoss(
    'A JSON Schema does not say where values stand: each field looks for microdata of its name until you choose its place. What it requires may be null until then, too.',
  )
  const conversion = { root: foreign, left: MAX_RULES, words: MAX_ENUM_VALUES }
  const resolved = resolveSchema(foreign, conversion, position)
  return isObject(resolved.properties)
    ? fieldsOf(resolved, conversion, position, 0)
    : { items: ruleOf('items', resolved, conversion, position, 0) }
}

function fieldsOf(
  { properties }: UnknownRule,
  conversion: Conversion,
  position: ImportPosition,
  depth: number,
): Fields {
  const names = Object.entries(properties as UnknownRule)
  const kept = names.slice(0, Math.max(conversion.left, 0))
  conversion.left -= names.length
  if (kept.length < names.length) position.reportLoss(`More than ${MAX_RULES} fields are not carried over.`)
  const entries = kept.map(([name, inner]) => {
    const innerPosition = childPosition(position, `.properties.${name}`)
    return [name, ruleOf(name, isObject(inner) ? inner : {}, conversion, innerPosition, depth)]
  })
  return Object.fromEntries(entries)
}

function ruleOf(
  name: string,
  foreign: UnknownRule,
  conversion: Conversion,
  position: ImportPosition,
  depth: number,
): RuleObject {
  const schema = resolveSchema(foreign, conversion, position)
  reportUnknown(position, schema, KNOWN_KEYS)
  const { description, default: defaultValue } = schema
  return {
    css: `[itemprop=${JSON.stringify(name)}]`,
    ...partOf(schema, conversion, position, depth),
    ...(typeof description === 'string' && { description }),
    ...(defaultValue !== undefined && defaultValue !== null && { default: defaultValue as Json }),
  }
}

function partOf(
  schema: UnknownRule,
  conversion: Conversion,
  position: ImportPosition,
  depth: number,
): RuleObject {
  if (depth > MAX_DEPTH) {
    position.reportLoss(`More than ${MAX_DEPTH} levels are not carried over.`)
    return {}
  }
  if (isObject(schema.items)) {
    const innerPosition = childPosition(position, '.items')
    return {
      ...partOf(resolveSchema(schema.items, conversion, innerPosition), conversion, innerPosition, depth + 1),
      all: true,
    }
  }
  if (isObject(schema.properties)) return { fields: fieldsOf(schema, conversion, position, depth + 1) }
  return scalarOf(schema, conversion, position)
}

function scalarOf(schema: UnknownRule, conversion: Conversion, position: ImportPosition): RuleObject {
  const { format, minimum, maximum } = schema
  const type = typeNames(schema)
    .map(name => (name === 'string' ? FORMATS[String(format)] : TYPES[name]))
    .find(Boolean)
  const words = wordsOf(schema, conversion, position)
  return {
    ...(type && { type }),
    ...(words.length > 0 && { enum: words }),
    ...(typeof minimum === 'number' && { min: minimum }),
    ...(typeof maximum === 'number' && { max: maximum }),
  }
}

function wordsOf({ enum: words }: UnknownRule, conversion: Conversion, position: ImportPosition): Json[] {
  if (!Array.isArray(words)) return []
  conversion.words -= words.length
  if (conversion.words >= 0) return words.filter(word => word !== null)
  position.reportLoss(`More than ${MAX_ENUM_VALUES} values of "enum" are not carried over.`)
  return []
}

const typeNames = ({ type }: UnknownRule): string[] => [type ?? []].flat().map(String)

/** Resolves the reference of a schema, and takes its first alternative that is not null. */
function resolveSchema(
  foreign: UnknownRule,
  conversion: Conversion,
  position: ImportPosition,
  depth = 0,
): UnknownRule {
  const { $ref, anyOf, oneOf, ...rest } = foreign
  const choices = [anyOf ?? oneOf ?? []].flat().filter(choice => isObject(choice) && choice.type !== 'null')
  if (depth > MAX_DEPTH || (typeof $ref !== 'string' && choices.length === 0)) return rest
  if (choices.length > 1) position.reportLoss('Only the first of several alternatives is carried over.')
  const target = typeof $ref === 'string' ? targetOf($ref, conversion.root) : (choices[0] as UnknownRule)
  if (!target) position.reportLoss(`There is nothing at ${quote($ref)}.`)
  return target ? { ...resolveSchema(target, conversion, position, depth + 1), ...rest } : rest
}

/** Returns the target of a reference inside the schema. */
function targetOf(reference: string, root: UnknownRule): UnknownRule | null {
  if (!reference.startsWith('#')) return null
  let at: unknown = root
  for (const step of reference.slice(1).split('/').filter(Boolean)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : null
  }
  return isObject(at) ? at : null
}
