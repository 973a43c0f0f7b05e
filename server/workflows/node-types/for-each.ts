import { z } from 'zod'
import { expression } from '../expressions/expression-field.ts'
import { itemNode } from '../node-type.ts'

/** Entries taken from a list without a `limit`. */
const DEFAULT_LIMIT = 10_000

const config = z.strictObject({
  list: expression('List', 'The list whose entries become items, such as `item.videos`.'),
  limit: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('Maximum entries taken from one list; absent: 10,000.')
    .meta({ title: 'Maximum entries' }),
})

/** Returns the entries of a list. JSONata returns a list of one entry as that entry, and an empty list as nothing. */
function entriesOf({ list, limit = DEFAULT_LIMIT }: z.output<typeof config>): unknown[] {
  if (list === null) return []
  return Array.isArray(list) ? list.slice(0, limit) : [list]
}

export const forEach = itemNode({
  type: 'for_each',
  group: 'flow',
  title: 'For each',
  summary: 'Turns each entry of a list into an item: the first 10,000, unless `limit` names another number.',
  config,
  branches: ['out'],
  isEffect: false,
  sample: ({ config }) => entriesOf(config)[0],
  run({ config }, context) {
    const items = entriesOf(config).map(value => ({ value }))
    const isCut =
      config.limit === undefined && Array.isArray(config.list) && config.list.length > items.length
    return isCut ? context.incomplete(items) : items
  },
})
