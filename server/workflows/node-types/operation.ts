import { z } from 'zod'
import { itemNode } from '../node-type.ts'

const config = z.strictObject({
  operation: z.string().min(1).max(100).describe('Id of the operation.').meta({ title: 'Operation' }),
  input: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Its input; a value may be a template.')
    .meta({ title: 'Input' }),
})

export const operation = itemNode({
  type: 'operation',
  group: 'operations',
  title: 'Operation',
  summary: 'Calls an operation for each item and emits the answer.',
  config,
  branches: ['out'],
  isEffect: true,
  sample: ({ config }, operations) => operations.get(config.operation)?.example.output,
  run: ({ config }, context) =>
    context.callOperation(config.operation, config.input, answer => [{ value: answer }]),
})
