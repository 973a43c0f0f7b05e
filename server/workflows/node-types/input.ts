import { z } from 'zod'
import { itemNode } from '../node-type.ts'

export const input = itemNode({
  type: 'input',
  group: 'start',
  title: 'Input',
  summary: 'Emits one item: the input of the run.',
  config: z.strictObject({}),
  branches: ['out'],
  isEffect: false,
  run: ({ item }) => [{ value: item }],
})
