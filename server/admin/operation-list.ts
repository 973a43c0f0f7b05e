import { z } from 'zod'
import { errorsOf } from '../docs/error-table.ts'
import { fieldsOf, inputSchema, outputSchema } from '../docs/json-schema.ts'
import { idField } from '../operations/fields.ts'
import { defineOperation, type Operation, pathFields, unknownResource } from '../operations/operation.ts'
import type { AdminServices } from './services.ts'

const summary = z.object({
  id: z.string(),
  group: z.string(),
  summary: z.string(),
  description: z.string().nullable(),
  method: z.string(),
  methods: z.array(z.string()).describe('Every verb that it takes, its own one first.'),
  path: z.string(),
  path_fields: z.array(z.string()),
  access: z.string(),
  files: z.array(z.string()).describe('Fields that are uploaded files.'),
  uploads: z
    .record(z.string(), z.object({ max: z.int(), max_bytes: z.int(), description: z.string() }))
    .describe('How many files each of these fields takes, and how large.'),
  answer: z.string().describe('How it answers: `value`, `created`, `empty` or `text`.'),
  credits: z.number().nullable().describe('What a call such as the example costs; null: free by nature.'),
  input: z.record(z.string(), z.unknown()).describe('JSON Schema of the input.'),
  example: z.record(z.string(), z.unknown()).describe('Input of an example, without its files.'),
})

const docs = z.object({
  description: z.string().nullable(),
  fields: z
    .array(z.object({ path: z.string(), type: z.string(), description: z.string() }))
    .describe('Fields of the answer.'),
  example: z.unknown().describe('An answer.'),
  errors: z.array(z.object({ status: z.int(), meaning: z.string() })),
})

/** What the service can do, for faces that are made from it: forms, commands, docs. */
export function operationListOperations({ data }: AdminServices) {
  const list = defineOperation({
    id: 'operation-list',
    group: 'admin',
    summary: 'Every operation that a key may call, with the schema of its input.',
    method: 'GET',
    path: '/admin/operations',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ data: z.array(summary) }),
    example: { input: {}, output: { data: [exampleSummary] } },
    answer: 'value',
    run: () => ({ data: data.map(summaryOf) }),
  })

  const show = defineOperation({
    id: 'operation-docs',
    group: 'admin',
    summary: 'What an operation answers: its fields, an example, its errors.',
    method: 'GET',
    path: '/admin/operations/{id}',
    access: 'admin',
    input: z.strictObject({ id: idField('operation') }),
    output: docs,
    example: {
      input: { id: 'credits' },
      output: {
        description: null,
        fields: [{ path: 'available', type: 'integer', description: 'What can be spent.' }],
        example: { available: 981 },
        errors: [{ status: 401, meaning: 'The API key is missing.' }],
      },
    },
    answer: 'value',
    run({ id }) {
      const operation = data.find(candidate => candidate.id === id)
      if (!operation) throw unknownResource()
      return {
        description: operation.description ?? null,
        fields: fieldsOf(outputSchema(operation)),
        example: operation.example.output,
        errors: errorsOf(operation),
      }
    },
  })
  return [list, show] as const
}

const summaryOf = (operation: Operation) => ({
  id: operation.id,
  group: operation.group,
  summary: operation.summary,
  description: operation.description ?? null,
  method: operation.also === 'POST' ? 'POST' : operation.method,
  methods: [operation.method, operation.also].filter(verb => verb !== undefined),
  path: operation.path,
  path_fields: pathFields(operation.path),
  access: operation.access,
  files: Object.keys(operation.files ?? {}),
  uploads: Object.fromEntries(
    Object.entries(operation.files ?? {}).map(([name, { max, maxBytes, description }]) => [
      name,
      { max, max_bytes: maxBytes, description },
    ]),
  ),
  answer: operation.answer,
  credits: operation.cost ? operation.cost(operation.example.input as never) : null,
  input: inputSchema(operation) as Record<string, unknown>,
  example: withoutFiles(operation),
})

const withoutFiles = ({ example, files = {} }: Operation): Record<string, unknown> =>
  Object.fromEntries(Object.entries(example.input).filter(([name]) => !(name in files)))

const exampleSummary = {
  id: 'credits',
  group: 'account',
  summary: 'The balance.',
  description: null,
  method: 'GET',
  methods: ['GET'],
  path: '/v1/credits',
  path_fields: [],
  access: 'read',
  files: [],
  uploads: {},
  answer: 'value',
  credits: null,
  input: {},
  example: {},
}
