import { z } from 'zod'
import { expression } from '../expressions/expression-field.ts'
import { listNode } from '../node-type.ts'

export const dedupe = listNode({
  type: 'dedupe',
  group: 'items',
  title: 'Dedupe',
  summary: 'Lets the first item of each key pass. Items without a key all pass.',
  config: z.strictObject({
    key: expression('What makes two items the same, such as `item.id`.'),
  }),
  branches: ['out', 'duplicates'],
  isEffect: false,
  run(turns) {
    const seen = new Set<string>()
    return turns.map(({ item, config }, from) => {
      const key = config.key === null ? null : JSON.stringify(config.key)
      const isKnown = key !== null && seen.has(key)
      if (key !== null) seen.add(key)
      return { value: item, branch: isKnown ? 'duplicates' : 'out', from }
    })
  },
})
