import { z } from 'zod'
import { AppError } from '../errors.ts'
import { fieldPath } from '../field-path.ts'

type JsonSchema = Record<string, unknown>
type Input = Record<string, unknown>

/** The input of a run, with the defaults of the workflow's schema. Throws 400 that names the field at fault. */
export function checkInput(schema: JsonSchema, input: unknown): Input {
  const parsed = z.fromJSONSchema(schema as never).safeParse(input ?? {})
  if (parsed.success && isObject(parsed.data)) return parsed.data
  const [issue] = parsed.error?.issues ?? []
  const unknown = issue?.code === 'unrecognized_keys' ? [issue.keys[0]!] : []
  const field = fieldPath(['input', ...(issue?.path ?? []), ...unknown])
  throw new AppError('invalid_input', `\`${field}\`: ${issue?.message ?? 'not an object'}.`, {
    field,
    hint: `The workflow takes: ${Object.keys(propertiesOf(schema)).join(', ') || 'no fields'}.`,
  })
}

/** An input made of the examples and defaults that a schema names, for a trial. */
export function sampleInput(schema: JsonSchema): Input {
  const samples = Object.entries(propertiesOf(schema)).map(([name, property]) => [name, sampleOf(property)])
  return Object.fromEntries(samples.filter(([, value]) => value !== undefined))
}

const sampleOf = ({ examples, ...property }: JsonSchema) =>
  property.example ?? (Array.isArray(examples) ? examples[0] : undefined) ?? property.default

const propertiesOf = ({ properties }: JsonSchema) =>
  isObject(properties) ? (properties as Record<string, JsonSchema>) : {}

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
