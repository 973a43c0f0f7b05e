import type { Fields, Json, RuleObject, ValueType } from '../parser-schema.ts'
import { MAX_RULES } from '../schema/bounds.ts'
import { isObject, quote, type UnknownRule } from '../schema/fault.ts'
import { type ImportPosition, inside, reportUnknown } from './losses.ts'

/** Keys that say nothing about the place or the type of a value. */
const NOTES = ['$schema', '$id', '$defs', 'definitions', '$comment', 'title', 'examples', 'required', 'additionalProperties'] // biome-ignore format: a list
const KNOWN = [...NOTES, '$ref', 'type', 'format', 'properties', 'items', 'anyOf', 'oneOf', 'enum', 'minimum', 'maximum', 'description', 'default'] // biome-ignore format: a list

const FORMATS: Record<string, ValueType> = {
  date: 'date',
  'date-time': 'datetime',
  uri: 'url',
  url: 'url',
  email: 'email',
}
const TYPES: Record<string, ValueType> = { integer: 'integer', number: 'number', boolean: 'boolean' }

/** The maximum depth of references inside references, and of objects inside objects. */
const DEEPEST = 12
/** The maximum number of `enum` values in total, since references can multiply them. */
const MOST_WORDS = 100_000

interface Conversion {
  /** The schema into which references point. */
  root: UnknownRule
  /** The number of fields that may still be added. */
  left: number
  /** The number of `enum` values that may still be added. */
  words: number
}

/** Whether an object is a JSON Schema of an object or a list. */
export const isJsonSchema = (written: UnknownRule) =>
  ['$schema', '$ref', 'type'].some(key => typeof written[key] === 'string') &&
  (isObject(written.properties) || isObject(written.items) || typeof written.$ref === 'string')

/**
 * Reads the properties of a JSON Schema as fields to complete: it states what a value is, not where it is on the page.
 * Until the owner sets a source, each field reads the microdata of its name. A list becomes the field `items`.
 */
export function fromJsonSchema(written: UnknownRule, passage: ImportPosition): Fields {
  passage.reportLoss(
    'A JSON Schema does not say where values stand: each field looks for microdata of its name until you choose its place. What it requires may be null until then, too.',
  )
  const conversion = { root: written, left: MAX_RULES, words: MOST_WORDS }
  const whole = solid(written, conversion, passage)
  return isObject(whole.properties)
    ? fieldsOf(whole, conversion, passage, 0)
    : { items: ruleOf('items', whole, conversion, passage, 0) }
}

function fieldsOf(
  { properties }: UnknownRule,
  conversion: Conversion,
  passage: ImportPosition,
  depth: number,
): Fields {
  const names = Object.entries(properties as UnknownRule)
  const taken = names.slice(0, Math.max(conversion.left, 0))
  conversion.left -= names.length
  if (taken.length < names.length) passage.reportLoss(`More than ${MAX_RULES} fields are not carried over.`)
  const entries = taken.map(([name, inner]) => {
    const place = inside(passage, `.properties.${name}`)
    return [name, ruleOf(name, isObject(inner) ? inner : {}, conversion, place, depth)]
  })
  return Object.fromEntries(entries)
}

function ruleOf(
  name: string,
  written: UnknownRule,
  conversion: Conversion,
  passage: ImportPosition,
  depth: number,
): RuleObject {
  const schema = solid(written, conversion, passage)
  reportUnknown(passage, schema, KNOWN)
  const { description, default: stand } = schema
  return {
    css: `[itemprop=${JSON.stringify(name)}]`,
    ...partOf(schema, conversion, passage, depth),
    ...(typeof description === 'string' && { description }),
    ...(stand !== undefined && stand !== null && { default: stand as Json }),
  }
}

function partOf(
  schema: UnknownRule,
  conversion: Conversion,
  passage: ImportPosition,
  depth: number,
): RuleObject {
  if (depth > DEEPEST) {
    passage.reportLoss(`More than ${DEEPEST} levels are not carried over.`)
    return {}
  }
  if (isObject(schema.items)) {
    const place = inside(passage, '.items')
    return { ...partOf(solid(schema.items, conversion, place), conversion, place, depth + 1), all: true }
  }
  if (isObject(schema.properties)) return { fields: fieldsOf(schema, conversion, passage, depth + 1) }
  return scalarOf(schema, conversion, passage)
}

function scalarOf(schema: UnknownRule, conversion: Conversion, passage: ImportPosition): RuleObject {
  const { format, minimum, maximum } = schema
  const type = typeNames(schema)
    .map(name => (name === 'string' ? FORMATS[String(format)] : TYPES[name]))
    .find(Boolean)
  const words = wordsOf(schema, conversion, passage)
  return {
    ...(type && { type }),
    ...(words.length > 0 && { enum: words }),
    ...(typeof minimum === 'number' && { min: minimum }),
    ...(typeof maximum === 'number' && { max: maximum }),
  }
}

function wordsOf({ enum: words }: UnknownRule, conversion: Conversion, passage: ImportPosition): Json[] {
  if (!Array.isArray(words)) return []
  conversion.words -= words.length
  if (conversion.words >= 0) return words.filter(word => word !== null)
  passage.reportLoss(`More than ${MOST_WORDS} values of "enum" are not carried over.`)
  return []
}

const typeNames = ({ type }: UnknownRule): string[] => [type ?? []].flat().map(String)

/** Resolves the reference of a schema, and takes its first alternative that is not null. */
function solid(
  written: UnknownRule,
  conversion: Conversion,
  passage: ImportPosition,
  depth = 0,
): UnknownRule {
  const { $ref, anyOf, oneOf, ...rest } = written
  const choices = [anyOf ?? oneOf ?? []].flat().filter(choice => isObject(choice) && choice.type !== 'null')
  if (depth > DEEPEST || (typeof $ref !== 'string' && choices.length === 0)) return rest
  if (choices.length > 1) passage.reportLoss('Only the first of several alternatives is carried over.')
  const target = typeof $ref === 'string' ? targetOf($ref, conversion.root) : (choices[0] as UnknownRule)
  if (!target) passage.reportLoss(`There is nothing at ${quote($ref)}.`)
  return target ? { ...solid(target, conversion, passage, depth + 1), ...rest } : rest
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
