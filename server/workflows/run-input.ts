import { z } from 'zod'
import { AppError, type ErrorFacts } from '../base/errors.ts'
import { fieldPath } from '../base/fields/field-path.ts'
import { ISSUE_OPTIONS, issueText } from '../base/fields/issue-text.ts'
import { RESERVED_NAME } from '../base/fields/named-values.ts'
import { isObject } from '../base/is-object.ts'
import { isParent } from './is-shallow.ts'

/** A JSON Schema for the input of runs. */
export type Schema = Record<string, unknown>

/** Keywords whose keys are names chosen by the owner, not keywords, and whose values are schemas. */
export const SCHEMAS_BY_NAME = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
])
/** Keywords whose values are data, not schemas. */
export const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples'])

/** Compiles a schema. Throws an error that names a keyword which is not supported. */
export const inputType = (schema: Schema) => z.fromJSONSchema(withRequired(schema) as Schema)

/** Returns a schema in which `properties` have each required name: zod lets any other be missing. */
function withRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withRequired)
  if (!isObject<Schema>(schema)) return schema
  const whole = mapValues(schema, (part, keyword) => {
    if (DATA_KEYWORDS.has(keyword)) return part
    return SCHEMAS_BY_NAME.has(keyword) && isObject<Schema>(part)
      ? mapValues(part, withRequired)
      : withRequired(part)
  })
  const { required, properties = {}, additionalProperties } = whole
  if (!Array.isArray(required) || !isObject<Schema>(properties)) return whole
  const others = required.filter(name => !Object.hasOwn(properties, name))
  const other = isObject(additionalProperties) ? additionalProperties : {}
  return { ...whole, properties: { ...properties, ...Object.fromEntries(others.map(name => [name, other])) } }
}

const mapValues = (object: Schema, change: (value: unknown, name: string) => unknown): Schema =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

/** A schema with more values takes long to prepare. */
const MAX_QUICK_SCHEMA = 500
/** In the worst case, each value of the input is compared with each value of the schema. */
const MAX_QUICK_PAIRS = 100_000

/** Whether an input can be validated without keeping other calls waiting. */
export function isQuickToRead(schema: Schema, input: Record<string, unknown>): boolean {
  const rules = countValues(schema, MAX_QUICK_SCHEMA)
  if (rules > MAX_QUICK_SCHEMA) return false
  const most = MAX_QUICK_PAIRS / rules
  return countValues(input, most) <= most
}

/** Returns the validated input of a run, with the defaults of its schema. Throws 400 with the field. */
export function readRunInput(schema: Schema, input: Record<string, unknown>): Record<string, unknown> {
  const parsed = inputType(schema).safeParse(input, ISSUE_OPTIONS)
  if (!parsed.success) throw new AppError('invalid_input', ...faultOf(parsed.error.issues[0]!))
  const dropped = droppedName(input, parsed.data)
  if (dropped) throw noField(['input', ...dropped])
  return parsed.data as Record<string, unknown>
}

/**
 * Returns the path at which zod dropped the reserved name, the only one that it never copies; null if it dropped none. What the
 * schema says nothing about is not copied, and need not be compared.
 */
function droppedName(input: unknown, parsed: unknown): (string | number)[] | null {
  if (input === parsed || !isParent(input) || !isParent(parsed)) return null
  if (Object.hasOwn(input, RESERVED_NAME) && !Object.hasOwn(parsed, RESERVED_NAME)) return [RESERVED_NAME]
  for (const name of Object.keys(input)) {
    const rest = droppedName(input[name], parsed[name])
    if (rest) return [Array.isArray(input) ? Number(name) : name, ...rest]
  }
  return null
}

const noField = (path: readonly (string | number)[]) => {
  const field = fieldPath(path)
  return new AppError('invalid_input', `There is no field \`${field}\`.`, { field, hint: SCHEMA_HINT })
}

const SCHEMA_HINT = 'The input is checked against the `input_schema` of the workflow.'

/** Returns the message for an issue, and its field. For schemas from JSON, zod supplies texts of its own. */
function faultOf(issue: z.core.$ZodIssue): [message: string, facts: ErrorFacts] {
  const name = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const field = fieldPath(['input', ...issue.path, ...name])
  return [messageOf(issue, field), { field, hint: SCHEMA_HINT }]
}

function messageOf(issue: z.core.$ZodIssue, field: string): string {
  if (issue.code === 'unrecognized_keys') return `There is no field \`${field}\`.`
  if (issue.code === 'custom') return `\`${field}\`: ${issue.message}.`
  if (issue.code === 'invalid_key') return `\`${field}\` has a name that ${textOf(issue.issues[0]!)}.`
  return issueText({ ...issue, message: textOf(issue) }, field)
}

const textOf = (issue: z.core.$ZodIssue): string =>
  ISSUE_OPTIONS.error({ input: undefined, ...issue }) ?? issue.message

/** Counts the values in a value, including itself. Stops counting once there are more than `most`. */
export function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const part of Object.values(value)) {
    if (count > most) break
    count += countValues(part, most - count)
  }
  return count
}
