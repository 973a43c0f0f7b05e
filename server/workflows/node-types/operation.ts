import { z } from 'zod'
import { namedValues } from '../../base/fields/named-values.ts'
import { maxPagesField } from '../../prebuilt/collect-list.ts'
import { sampleOfSchema } from '../check/sample-of-schema.ts'
import { itemNode, type NodeInput, type SampleSources } from '../node-type.ts'

const config = z.strictObject({
  operation: z.string().min(1).max(100).describe('Id of the operation.').meta({ title: 'Operation' }),
  input: namedValues(z.string(), z.unknown())
    .default({})
    .describe('Its input; a value may be a template.')
    .meta({ title: 'Input' }),
  max_pages: maxPagesField,
})

/** Returns a sample of the chosen parser's output, or the operation's example if it has no parser. */
async function sampleOf(
  { config: { operation: id, input } }: NodeInput<z.output<typeof config>>,
  { operations, parserOutput }: SampleSources,
): Promise<unknown> {
  const operation = operations.get(id)
  if (!operation) return {}
  if (!('parserId' in operation.input.shape)) return operation.example.output
  return typeof input.parserId === 'string' ? sampleOfSchema(await parserOutput(input.parserId)) : {}
}

export const operation = itemNode({
  type: 'operation',
  group: 'operations',
  title: 'Operation',
  summary: 'Calls an operation for each item and emits the answer.',
  config,
  branches: ['out'],
  isEffect: true,
  sample: sampleOf,
  run: ({ config }, context) =>
    context.callOperation(
      { operation: config.operation, input: config.input, maxPages: config.max_pages },
      answer => [{ value: answer }],
    ),
})
