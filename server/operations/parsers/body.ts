import { z } from 'zod'
import { nameField } from '../../base/fields/name-field.ts'
import { namedObject } from '../../base/fields/schema-names.ts'
import { stateLabels } from '../../base/fields/state-labels.ts'
import { isObject } from '../../base/is-object.ts'
import type { SchemaProblem } from '../../parsers/check-schema.ts'
import type { ParserSchema } from '../../parsers/parser-schema.ts'
import { NO_SCHEMA } from '../../parsers/schema/fault.ts'
import { PARSER_STATES } from '../../store/parsers/parsers.ts'
import { time } from '../fields.ts'
import { fetchOptions, savedFetch } from './fetch.ts'
import { problemsOf } from './schema-problems.ts'

/**
 * Problems of schemas that `checkSchemasAhead` has checked. They are looked up here because zod's check of an input is
 * synchronous and takes no extra arguments.
 */
const problemsAhead = new WeakMap<object, SchemaProblem[]>()

function knownProblems(schema: unknown): readonly SchemaProblem[] {
  if (!isObject(schema)) return [{ field: 'schema', ...NO_SCHEMA }]
  const problems = problemsAhead.get(schema)
  if (!problems) throw new Error('The schema of this input was not checked ahead.')
  return problems
}

/** A schema of the parser language. Each problem becomes an issue at its path. */
export const schemaField = z
  .custom<ParserSchema>()
  .superRefine((schema, context) => {
    for (const { field, error, hint } of knownProblems(schema)) {
      const inner = field.replace(/^schema\.?/, '')
      context.addIssue({ code: 'custom', message: error, path: inner ? [inner] : [], params: { hint } })
    }
  })
  .meta({ type: 'object' })
  .describe('What to read from a page: `{"fields": {…}}`.')
  .meta({
    title: 'Schema',
    'x-for-tools':
      '`{"fields": {"title": "h1", "price": {"css": ".price", "type": "price"}}}`; api_docs `parser-language` explains it.',
  })

/**
 * Checks the schemas of an input before the input is validated as a whole. Compiling their selectors and patterns in one go
 * would block the event loop for too long. An input may have both, though no operation takes both.
 */
export async function checkSchemasAhead(input: unknown): Promise<void> {
  if (!isObject(input)) return
  if (isObject(input.schema)) await keepProblems(input.schema)
  if (isObject(input.parser) && isObject(input.parser.schema)) await keepProblems(input.parser.schema)
}

async function keepProblems(schema: object): Promise<void> {
  problemsAhead.set(schema, await problemsOf(schema))
}

/** A schema in an answer. It is not checked again, as it was checked when it was saved. */
export const savedSchema = z
  .custom<ParserSchema>()
  .meta({ type: 'object' })
  .describe('What it reads from a page.')

/** The fields of a parser that its owner sets. */
export const parserBody = z.strictObject({
  name: nameField('parser'),
  schema: schemaField,
  description: z
    .string()
    .max(2_000)
    .default('')
    .describe('What the parser is for.')
    .meta({ title: 'Description' }),
  status: z
    .enum(PARSER_STATES)
    .default('active')
    .describe('An archived parser is kept but does not run.')
    .meta({
      title: 'State',
      ...stateLabels(PARSER_STATES),
    }),
  fetch: fetchOptions,
  match: z
    .strictObject({
      url_patterns: z
        .array(z.string().max(2_000))
        .max(50)
        .default([])
        .describe('Patterns, in any notation.')
        .meta({ title: 'Address patterns' }),
    })
    .prefault({})
    .describe('Addresses that the parser is meant for; informative, not enforced.')
    .meta({ title: 'Intended addresses', 'x-advanced': true }),
  test_urls: z
    .array(z.url())
    .max(20)
    .default([])
    .describe('Addresses to try the parser on.')
    .meta({ title: 'Test addresses' }),
})

export const statsShape = namedObject('ParserStats', {
  runs: z.int().describe('Calls of the last 90 days.'),
  success_rate: z.number().nullable().describe('Share of them that returned data; null before the first.'),
  fill_rate_by_field: z
    .record(z.string(), z.number())
    .describe('Share of results in which each field held a value.'),
  last_ok_at: time.nullable(),
  rule_hits_by_field: z
    .record(z.string(), z.array(z.int()))
    .describe(
      'Of fields with a chain of rules (`any`): how often each rule found the value since the newest version.',
    ),
  warnings: z
    .array(z.object({ field: z.string(), runs: z.int(), warning: z.string() }))
    .describe(
      'Chains whose first rule has found nothing in the last 20 runs or more, while a later one has.',
    ),
})

/** The shape of a parser in answers. */
export const parserRecord = z.object({
  id: z.string(),
  ...parserBody.shape,
  schema: savedSchema,
  fetch: savedFetch,
  version: z.int().describe('Increases with every change.'),
  output_schema: z
    .record(z.string(), z.unknown())
    .describe('JSON Schema of the data, derived from the schema.'),
  output_type: z.string().describe('The same as the text of a TypeScript type.'),
  stats: statsShape,
  created_at: time,
  updated_at: time,
})
