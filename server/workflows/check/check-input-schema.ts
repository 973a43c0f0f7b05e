import { groupDigits } from '../../base/counted.ts'
import { fieldPath } from '../../base/fields/field-path.ts'
import { isObject } from '../../base/is-object.ts'
import { countValues, DATA_KEYWORDS, inputType, SCHEMAS_BY_NAME, type Schema } from '../run-input.ts'
import type { GraphFault } from './graph-fault.ts'

const FIELD = 'input_schema'

/** Maximum number of values in a schema, names not included. Each check of an input reads all of them. */
const MAX_VALUES = 5_000

/** Keywords that are refused, because patterns of users would be matched here without a time limit. */
const UNSUPPORTED_KEYWORDS = ['pattern', 'patternProperties']

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** Returns the faults of a JSON Schema for the input of a run. */
export function inputSchemaFaults(schema: Schema): GraphFault[] {
  if (countValues(schema, MAX_VALUES) > MAX_VALUES)
    return [
      {
        field: FIELD,
        error: `An \`input_schema\` has at most ${groupDigits(MAX_VALUES)} values.`,
        hint: 'Name the fields that matter; a part without `properties` takes any.',
      },
    ]
  const unsupported = UNSUPPORTED_KEYWORDS.find(name => usesKeyword(schema, name))
  if (unsupported)
    return [
      {
        field: FIELD,
        error: `\`${unsupported}\` is not supported.`,
        hint: 'Check the text in an `if` node.',
      },
    ]
  if (schema.type !== 'object')
    return [
      {
        field: `${FIELD}.type`,
        error: 'The input of a run is an object.',
        hint: 'Write `{"type": "object", "properties": {…}}`, or leave `input_schema` out.',
      },
    ]
  const malformed = [...malformedParts(schema, [FIELD])]
  return malformed.length > 0 ? malformed : faultsOfCompiling(schema)
}

function faultsOfCompiling(schema: Schema): GraphFault[] {
  try {
    inputType(schema)
    return []
  } catch (error) {
    // zod throws a TypeError if it reads something that is not a schema.
    const reason = error instanceof TypeError ? 'It is not a valid JSON Schema' : (error as Error).message
    return [
      { field: FIELD, error: `${reason}.`, hint: 'See https://json-schema.org for what a schema may hold.' },
    ]
  }
}

/** Yields what zod would take no notice of, or not name: keywords with a value that they cannot have. */
function* malformedParts(schema: unknown, path: (string | number)[]): Generator<GraphFault> {
  if (typeof schema === 'boolean') return
  if (!isObject<Schema>(schema)) {
    yield {
      field: fieldPath(path),
      error: 'A schema is an object.',
      hint: 'Write one, such as {"type": "string"}.',
    }
    return
  }
  const { type, required, properties } = schema
  if (type !== undefined && ![type].flat().every(one => TYPES.includes(one as string)))
    yield {
      field: fieldPath([...path, 'type']),
      error: `There is no type ${JSON.stringify(type)}.`,
      hint: `The types are ${TYPES.join(', ')}.`,
    }
  if (
    required !== undefined &&
    !(Array.isArray(required) && required.every(name => typeof name === 'string'))
  )
    yield {
      field: fieldPath([...path, 'required']),
      error: '`required` is a list of names.',
      hint: 'Name the required fields beside `properties`: {"properties": {…}, "required": ["url"]}.',
    }
  if (properties !== undefined && !isObject(properties))
    yield {
      field: fieldPath([...path, 'properties']),
      error: '`properties` is an object of schemas.',
      hint: 'Write a schema for each name, such as {"url": {"type": "string"}}.',
    }
  yield* malformedIn(schema, path)
}

/** Keywords whose value is a schema or a list of them. */
const SCHEMA_KEYWORDS = ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not']

function* malformedIn(schema: Schema, path: (string | number)[]): Generator<GraphFault> {
  for (const keyword of SCHEMAS_BY_NAME) {
    const schemas = schema[keyword]
    if (!isObject<Schema>(schemas)) continue
    // `dependencies` may also hold lists of names.
    for (const [name, part] of Object.entries(schemas))
      if (!Array.isArray(part)) yield* malformedParts(part, [...path, keyword, name])
  }
  for (const keyword of SCHEMA_KEYWORDS) {
    const part = schema[keyword]
    if (Array.isArray(part))
      for (const [at, one] of part.entries()) yield* malformedParts(one, [...path, keyword, at])
    else if (part !== undefined) yield* malformedParts(part, [...path, keyword])
  }
}

function usesKeyword(schema: unknown, name: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (Array.isArray(schema)) return schema.some(part => usesKeyword(part, name))
  if (Object.hasOwn(schema, name)) return true
  return Object.entries(schema).some(([keyword, part]) => {
    if (DATA_KEYWORDS.has(keyword)) return false
    return usesKeyword(SCHEMAS_BY_NAME.has(keyword) ? Object.values(part ?? {}) : part, name)
  })
}
