import { z } from 'zod'
import { expression } from '../expressions/expression-field.ts'
import { itemNode, type NodeInput } from '../node-type.ts'

const config = z.strictObject({
  condition: expression('Condition', 'The condition, such as `item.likes > 10`.'),
})

type Condition = z.output<typeof config>

/** Whether a condition holds, cast to a boolean as JSONata does: empty values do not hold. */
function holds({ condition }: Condition): boolean {
  if (Array.isArray(condition)) return condition.some(entry => holds({ condition: entry }))
  if (typeof condition === 'object' && condition !== null) return Object.keys(condition).length > 0
  return Boolean(condition)
}

export const filter = itemNode({
  type: 'filter',
  group: 'flow',
  title: 'Filter',
  summary: 'Lets those items pass for which a condition holds.',
  config,
  branches: ['out', 'rejected'],
  isEffect: false,
  run: ({ item, config }) => [{ value: item, branch: holds(config) ? 'out' : 'rejected' }],
})

const branchFor = (input: NodeInput<Condition>) => String(holds(input.config))

export const branchIf = itemNode({
  type: 'if',
  group: 'flow',
  title: 'If',
  summary: 'Sends each item one of two ways.',
  config,
  branches: ['true', 'false'],
  isEffect: false,
  branchOf: branchFor,
  run: input => [{ value: input.item, branch: branchFor(input) }],
})
