import { z } from 'zod'
import { idField } from '../../base/fields/id-field.ts'
import { namedValues } from '../../base/fields/named-values.ts'
import { itemNode } from '../node-type.ts'

export const subWorkflow = itemNode({
  type: 'sub_workflow',
  group: 'flow',
  title: 'Sub-workflow',
  summary: 'Runs another workflow for each item and emits its output.',
  config: z.strictObject({
    workflow_id: idField('workflow'),
    input: namedValues(z.string(), z.unknown())
      .default({})
      .describe('The input of its run.')
      .meta({ title: 'Input' }),
  }),
  branches: ['out'],
  isEffect: true,
  sample: async ({ config }, { lastOutput }) => (await lastOutput(config.workflow_id)) ?? {},
  async run({ config }, context) {
    const output = await context.startRun(config.workflow_id, config.input)
    return output.map(value => ({ value }))
  },
})
