import { z } from 'zod'
import { errorsOf } from '../docs/error-table.ts'
import { fieldsOf, inputSchema, outputSchema } from '../docs/json-schema.ts'
import { snippetsOf } from '../docs/snippets.ts'
import { ANSWERS, defineOperation, type Operation, pathFields } from '../operations/operation.ts'
import { found } from '../operations/resource.ts'
import type { AdminServices } from './services.ts'

const jsonSchema = z.record(z.string(), z.unknown())

const row = z.object({
  id: z.string(),
  group: z.string(),
  summary: z.string(),
  method: z.string(),
  methods: z.array(z.string()).describe('Every method that it supports, its own first.'),
  path: z.string(),
  path_fields: z.array(z.string()),
  access: z.string(),
  files: z.array(z.string()).describe('Fields that are uploaded files.'),
  uploads: z
    .record(z.string(), z.object({ max: z.int(), max_bytes: z.int() }))
    .describe('How many files each of them takes, and how large.'),
  answer: z.enum(ANSWERS).describe('How its answer is encoded.'),
  credits: z.int().describe('What its example would cost; 0 for what is free.'),
  has_pages: z.boolean().describe('Its answers are pages of a list, which a job can follow.'),
  input: jsonSchema.describe('JSON Schema of the input.'),
})

const whole = row.extend({
  description: z.string().nullable(),
  example: z.object({ input: jsonSchema, output: z.unknown() }),
  output: jsonSchema.describe('JSON Schema of the result.'),
  fields: z.array(z.object({ path: z.string(), type: z.string(), description: z.string() })),
  errors: z.array(z.object({ status: z.int(), meaning: z.string() })),
  docs: z.string().describe('Its documentation, in markdown.'),
})

const exampleRow = {
  id: 'credits',
  group: 'account',
  summary: 'The balance of the calling account.',
  method: 'GET',
  methods: ['GET'],
  path: '/v1/credits',
  path_fields: [],
  access: 'read',
  files: [],
  uploads: {},
  answer: 'value' as const,
  credits: 0,
  has_pages: false,
  input: { type: 'object', properties: {}, additionalProperties: false },
}

const rowOf = (operation: Operation): z.input<typeof row> => ({
  id: operation.id,
  group: operation.group,
  summary: operation.summary,
  method: operation.also === 'POST' ? 'POST' : operation.method,
  methods: [operation.method, operation.also].filter(verb => verb !== undefined),
  path: operation.path,
  path_fields: pathFields(operation.path),
  access: operation.access,
  files: Object.keys(operation.files ?? {}),
  uploads: uploadsOf(operation),
  answer: operation.answer,
  credits: operation.cost?.(operation.example.input as never) ?? 0,
  has_pages: operation.paging !== undefined,
  input: inputSchema(operation),
})

const uploadsOf = ({ files = {} }: Operation) =>
  Object.fromEntries(
    Object.entries(files).map(([name, { max, maxBytes }]) => [name, { max, max_bytes: maxBytes }]),
  )

/** The input of an example without its uploads, which cannot be shown as JSON. */
const shownInput = ({ example, files = {} }: Operation) =>
  Object.fromEntries(Object.entries(example.input as object).filter(([name]) => !(name in files)))

const operationId = { id: z.string().min(1).max(100).describe('Id of the operation.') }

/** The operations themselves: the list, the details of one (including the owner's), and snippets of a call. */
export function operationOperations(services: AdminServices, all: () => readonly Operation[]) {
  const { data, docs } = services
  const named = (id: string, list = data) => found(list.find(operation => operation.id === id) ?? null)

  const list = defineOperation({
    id: 'operation-list',
    group: 'admin',
    summary: 'Every operation that a key may call, with the schema of its input.',
    method: 'GET',
    path: '/admin/operations',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ data: z.array(row) }),
    example: { input: {}, output: { data: [exampleRow] } },
    answer: 'value',
    run: () => ({ data: data.map(rowOf) }),
  })

  const get = defineOperation({
    id: 'operation-get',
    group: 'admin',
    summary: 'Everything about one operation: example, result, errors, docs.',
    method: 'GET',
    path: '/admin/operations/{id}',
    access: 'admin',
    input: z.strictObject(operationId),
    output: whole,
    example: {
      input: { id: exampleRow.id },
      output: {
        ...exampleRow,
        description: null,
        example: { input: {}, output: { creditBalance: 982 } },
        output: { type: 'object' },
        fields: [{ path: 'creditBalance', type: 'integer', description: 'What is left.' }],
        errors: [{ status: 401, meaning: 'The API key is missing, not known, revoked or expired.' }],
        docs: '# credits\n',
      },
    },
    answer: 'value',
    run({ id }) {
      const operation = named(id, all())
      return {
        ...rowOf(operation),
        description: operation.description ?? null,
        example: { input: shownInput(operation), output: operation.example.output },
        output: outputSchema(operation),
        fields: fieldsOf(outputSchema(operation)),
        errors: errorsOf(operation),
        docs: docs.markdown(operation),
      }
    },
  })

  const snippets = defineOperation({
    id: 'operation-snippets',
    group: 'admin',
    summary: 'A call of an operation in several languages, ready to paste.',
    method: 'POST',
    path: '/admin/operations/{id}/snippets',
    access: 'admin',
    input: z.strictObject({
      ...operationId,
      input: jsonSchema.describe('The input of the call; file fields hold names of files.'),
      method: z.enum(['GET', 'POST']).optional().describe('The method, where it supports two.'),
    }),
    output: z.object({ data: z.array(z.object({ language: z.string(), code: z.string() })) }),
    example: {
      input: { id: exampleRow.id, input: {} },
      output: { data: [{ language: 'curl', code: "curl 'http://127.0.0.1:8787/v1/credits'" }] },
    },
    answer: 'value',
    run: ({ id, input, method }) => ({ data: snippetsOf(named(id), input, services.address(), method) }),
  })
  return [list, get, snippets] as const
}
