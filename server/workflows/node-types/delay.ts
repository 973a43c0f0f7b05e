import { z } from 'zod'
import { itemNode } from '../node-type.ts'

const config = z
  .strictObject({
    seconds: z
      .number()
      .min(0)
      .max(30 * 86_400)
      .optional()
      .describe('How long each item waits.')
      .meta({ title: 'Wait (seconds)' }),
    until: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Or until when: an ISO-8601 time.')
      .meta({ title: 'Wait until' }),
  })
  .refine(({ seconds, until }) => (seconds === undefined) !== (until === undefined), {
    message: 'Name one of `seconds` and `until`.',
    path: ['seconds'],
  })

export const delay = itemNode({
  type: 'delay',
  group: 'flow',
  title: 'Delay',
  summary: 'Makes each item wait, also across restarts of the machine.',
  config,
  branches: ['out'],
  isEffect: true,
  async run({ item, config: { seconds, until } }, context) {
    await context.sleepUntil(until ? Date.parse(until) : context.arrivedAt + seconds! * 1_000)
    return [{ value: item }]
  },
})
