import { z } from 'zod'
import { expression } from '../expressions/expression-field.ts'
import { itemNode } from '../node-type.ts'

const config = z.strictObject({
  list: expression('List', 'The list whose entries become items, such as `item.videos`.'),
  limit: z
    .int()
    .min(1)
    .max(100_000)
    .default(10_000)
    .describe('Maximum entries taken from one list.')
    .meta({ title: 'Maximum entries' }),
})

/** Returns the entries of a list. JSONata returns a list of one entry as that entry, and an empty list as nothing. */
function entriesOf({ list, limit }: z.output<typeof config>): unknown[] {
  if (list === null) return []
  return Array.isArray(list) ? list.slice(0, limit) : [list]
}

export const forEach = itemNode({
  type: 'for_each',
  group: 'flow',
  title: 'For each',
  summary: 'Turns each entry of a list into an item.',
  config,
  branches: ['out'],
  isEffect: false,
  sample: ({ config }) => entriesOf(config)[0],
  run: ({ config }) => entriesOf(config).map(value => ({ value })),
})
