import { z } from 'zod'
import type { Caller } from '../../accounts/caller.ts'
import { createLoader } from '../../base/loader.ts'
import { outputSchema } from '../../parsers/output-schema.ts'
import type { ParserSchema } from '../../parsers/parser-schema.ts'
import { typeText } from '../../parsers/type-text.ts'
import { idField } from '../fields.ts'
import { type Context, defineOperation, ownerOf } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { exampleBody, exampleParser } from './examples.ts'
import { fixtureTask } from './run-fixtures.ts'
import { problemsOf } from './schema-problems.ts'

const lint = createLoader(() => import('../../parsers/infer/lint-schema.ts'))

export const problem = z.object({
  field: z.string().describe('Path of the rule with the error.'),
  error: z.string(),
  hint: z.string().optional(),
})

const warning = z.object({
  field: z.string().describe('Path of the rule.'),
  warning: z
    .string()
    .describe('Why its selector is likely to break, or to find something else than was meant.'),
  alternative: z
    .string()
    .nullable()
    .describe(
      'A better selector. One of CSS finds the same on the first page saved with the parser, and holds better.',
    ),
})

/** `POST /v1/parsers/validate`: reports errors and brittle rules of a schema. */
export function validateOperations(services: Services) {
  const { store } = services

  const validate = defineOperation({
    id: 'parser-validate',
    group: 'parsers',
    summary: 'Check a schema without saving it.',
    description:
      'Every problem names its rule. A valid schema comes back with the JSON Schema of its data, and with warnings about selectors that are likely to break. Free.',
    method: 'POST',
    path: '/v1/parsers/validate',
    access: 'read',
    input: z.strictObject({
      schema: z.unknown().describe('The schema to check.').meta({ title: 'Schema' }),
      parser_id: idField('parser')
        .optional()
        .describe('Id of the parser whose saved pages show better selectors.')
        .meta({ title: 'Parser with saved pages', 'x-id-of': 'parser' }),
    }),
    output: z.object({
      valid: z.boolean(),
      problems: z.array(problem),
      warnings: z.array(warning),
      output_schema: z.record(z.string(), z.unknown()).nullable(),
      output_type: z.string().nullable().describe('The same as the text of a TypeScript type.'),
    }),
    example: {
      input: { schema: exampleBody.schema },
      output: {
        valid: true,
        problems: [],
        warnings: [],
        output_schema: exampleParser.output_schema,
        output_type: exampleParser.output_type,
      },
    },
    answer: 'value',
    own: async ({ parser_id }, { account }: Caller): Promise<string | null> =>
      parser_id === undefined ? null : found(await store.parsers.find(account.id, parser_id), 'parser_id').id,
    async run({ schema }, context) {
      const problems = await problemsOf(schema)
      const output = problems.length ? null : outputSchema(schema as ParserSchema)
      return {
        valid: !problems.length,
        problems,
        warnings: output ? await warningsOf(schema as ParserSchema, context) : [],
        output_schema: output,
        output_type: output && typeText(output),
      }
    },
  })

  async function warningsOf(schema: ParserSchema, context: Context<string | null>) {
    const { owned: parserId, signal } = context
    const { lintSchema } = await lint.load()
    const plain = lintSchema(schema, null)
    if (plain.length === 0 || parserId === null) return plain
    const [fixture] = (await store.fixtures.list(parserId, { limit: 1 })).data
    if (!fixture) return plain
    const { at: _, ...page } = await fixtureTask(services, parserId, fixture)
    return services.extraction.lint({ schema, ...page, owner: ownerOf(context) }, signal)
  }

  return [validate] as const
}
