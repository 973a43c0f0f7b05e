import { z } from 'zod'
import { canonicalJson } from '../../accounts/idempotency.ts'
import { expression } from '../expressions/expression-field.ts'
import { listNode } from '../node-type.ts'

export const dedupe = listNode({
  type: 'dedupe',
  group: 'items',
  title: 'Dedupe',
  summary: 'Lets the first item of each key pass. Items without a key all pass.',
  config: z.strictObject({
    key: expression('Key', 'What makes two items the same, such as `item.id`.'),
  }),
  branches: ['out', 'duplicates'],
  isEffect: false,
  run: (inputs, context) => () =>
    inputs.map(({ item, config: { key } }, from) => {
      const isNew = key === null || context.isFirst(canonicalJson(key))
      return { value: item, branch: isNew ? 'out' : 'duplicates', from }
    }),
})
