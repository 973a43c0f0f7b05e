import { z } from 'zod'
import { expression } from '../expressions/expression-field.ts'
import { itemNode } from '../node-type.ts'

export const map = itemNode({
  type: 'map',
  group: 'items',
  title: 'Map',
  summary: 'Turns each item into a new one.',
  config: z.strictObject({
    value: expression(
      'New item',
      'The new item, such as `{"title": item.title, "by": nodes.channel.identity.name}`.',
    ),
  }),
  branches: ['out'],
  isEffect: false,
  sample: ({ config }) => config.value,
  run: ({ config }) => [{ value: config.value }],
})
