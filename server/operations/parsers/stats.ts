import { z } from 'zod'
import type { Caller } from '../../accounts/caller.ts'
import { DAY, iso } from '../../base/times.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import { idField, time } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'
import { statsShape } from './body.ts'
import { exampleParser } from './examples.ts'

/** Maximum number of days; calls are not kept longer. */
const MAX_DAYS = 90

const day = z.object({
  day: z.iso.date().describe('In UTC.'),
  runs: z.int(),
  ok: z.int().describe('Runs that returned data.'),
  fill_rate_by_field: statsShape.shape.fill_rate_by_field,
})

/** The shape of a field that is filled less often than before. */
export const degradedField = z.object({
  field: z.string(),
  since: time,
  baseline: z.number().describe('Share of values that there used to be, over four weeks.'),
  rate: z.number().describe('Share of values in the runs that showed the drop.'),
  call_id: z.string().describe('The run that showed it.'),
  job_id: z.string().nullable().describe('Its job, whose page can be read.'),
  url: z.string().nullable().describe('Its page.'),
})

const health = z.object({
  state: z.enum(['ok', 'degraded']),
  degraded: z.array(degradedField).describe('Fields that are filled much less than they used to be.'),
  past: z.array(degradedField.extend({ until: time })).describe('Drops that are over, newest first.'),
})

const exampleDrop = {
  field: 'price',
  since: '2026-01-15T09:30:00.000Z',
  baseline: 0.9813,
  rate: 0.2,
  call_id: 'req_01KF0H6N2Q8V4XJ7M3T5W9Y1ZE',
  job_id: null,
  url: 'https://shop.example/kettle',
}

/** `GET /v1/parsers/{id}/stats`: the results of a parser by day, and the fields that it no longer finds. */
export function statsOperations({ store, now }: Services) {
  const stats = defineOperation({
    id: 'parser-stats',
    group: 'parsers',
    summary: 'How a parser has done in the last 90 days, and whether it still finds what it used to.',
    method: 'GET',
    path: '/v1/parsers/{id}/stats',
    access: 'read',
    input: z.strictObject({
      id: idField('parser'),
      days: z
        .int()
        .min(1)
        .max(MAX_DAYS)
        .default(30)
        .describe('Days of the series, up to today.')
        .meta({ title: 'Days' }),
    }),
    output: statsShape.extend({
      series: z.array(day).describe('Days on which it ran, oldest first.'),
      health,
    }),
    example: {
      input: { id: exampleParser.id },
      output: {
        ...exampleParser.stats,
        series: [{ day: '2026-01-15', runs: 12, ok: 12, fill_rate_by_field: { title: 1, price: 0.9167 } }],
        health: { state: 'degraded', degraded: [exampleDrop], past: [] },
      },
    },
    answer: 'value',
    faces: { tool: { name: 'parser_stats', group: 'learning', hints: READS } },
    own: async ({ id }, { account }: Caller): Promise<ParserRecord> =>
      found(await store.parsers.find(account.id, id)),
    async run({ days }, { owned: { id } }) {
      const since = iso(now() - (days - 1) * DAY).slice(0, 10)
      const [sums, series, health] = await Promise.all([
        store.parsers.stats(id),
        store.parsers.series(id, since),
        store.parserHealth.read(id),
      ])
      return { ...sums, series, health }
    },
  })
  return [stats] as const
}
