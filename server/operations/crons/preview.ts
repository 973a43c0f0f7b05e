import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { oncePerKey } from '../../base/once.ts'
import { describeExpression } from '../../base/text/cron-reading.ts'
import { HOUR, iso, LAST_TIME } from '../../base/times.ts'
import { createTurns } from '../../base/turns.ts'
import { localTime } from '../../crons/local-time.ts'
import { checkSchedule, checkZone, nextTicks, type Schedule, ticksWithin } from '../../crons/schedule.ts'
import { givenTime, time } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'
import { exampleCron, exampleSchedule, readingField, scheduleFields } from './body.ts'

const COUNT = 10

/** Maximum ticks of each cron in the calendar, and number of crons that are read at a time. */
const MAX_TIMES = 100
const GROUP = 500

const localTimes = z.array(z.string()).describe('The same in local time, with the offset.')

/** Operations that list future ticks: of an expression that is being edited, and of all crons. */
export function cronPreviewOperations({ store, now }: Pick<Services, 'store' | 'now'>) {
  async function* enabledCrons(accountId: string) {
    let group = await store.crons.enabledOf(accountId, GROUP)
    while (group.length) {
      yield* group
      group = await store.crons.enabledOf(accountId, GROUP, group.at(-1))
    }
  }

  const preview = defineOperation({
    id: 'cron-preview',
    group: 'crons',
    summary: `The next ${COUNT} times of an expression, and its meaning in plain words.`,
    description:
      'A fixed hour and minute fire once a day: right after the gap if the clocks skip that time, the first time if they repeat it. With `*`, a range or a step in minute or hour the expression follows elapsed time: it leaves out a skipped hour and runs through a repeated one twice.',
    method: 'POST',
    path: '/v1/crons/preview',
    access: 'read',
    input: z.strictObject({
      ...scheduleFields,
      from: givenTime
        .optional()
        .describe('Times after this one (ISO-8601); default: now.')
        .meta({ title: 'After' }),
      also_timezone: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe('Another zone to show the times in.')
        .meta({ title: 'Second time zone' }),
      hour12: z
        .boolean()
        .default(false)
        .describe('Write times on a 12-hour clock: `09:00 AM`.')
        .meta({ title: '12-hour clock' }),
    }),
    output: z.object({
      data: z.array(time).describe('The times.'),
      local: localTimes,
      also: localTimes.nullable().describe('The same in `also_timezone`.'),
      reading: readingField,
    }),
    example: {
      input: { ...exampleSchedule, from: '2026-01-15T09:30:00.000Z', also_timezone: 'America/New_York' },
      output: {
        data: ['2026-01-16T08:00:00.000Z', '2026-01-19T08:00:00.000Z'],
        local: ['2026-01-16T09:00:00+01:00', '2026-01-19T09:00:00+01:00'],
        also: ['2026-01-16T03:00:00-05:00', '2026-01-19T03:00:00-05:00'],
        reading: exampleCron.reading,
      },
    },
    answer: 'value',
    faces: { tool: { name: 'cron_preview', group: 'crons', hints: READS } },
    run({ from, also_timezone, hour12, ...schedule }) {
      checkSchedule(schedule, now())
      if (also_timezone !== undefined) checkZone('also_timezone', also_timezone)
      const ticks = nextTicks(schedule, COUNT, from === undefined ? now() : Date.parse(from))
      if (!ticks.length) throw tooLate()
      const inZone = (zone: string) => ticks.map(at => localTime(at, zone))
      return {
        data: ticks.map(iso),
        local: inZone(schedule.timezone),
        also: also_timezone === undefined ? null : inZone(also_timezone),
        reading: describeExpression(schedule.expression, { hour12 }),
      }
    },
  })

  const calendar = defineOperation({
    id: 'cron-calendar',
    group: 'crons',
    summary: 'When the crons that are not paused will fire within the coming hours.',
    method: 'GET',
    path: '/v1/cron-calendar',
    access: 'read',
    input: z.strictObject({
      from: givenTime
        .optional()
        .describe('The first instant (ISO-8601); default: now.')
        .meta({ title: 'From' }),
      hours: z
        .int()
        .min(1)
        .max(168)
        .default(24)
        .describe('Hours from there on, 168 at most.')
        .meta({ title: 'Hours' }),
    }),
    output: z.object({
      from: time,
      until: time,
      data: z.array(
        z.object({
          cron_id: z.string(),
          name: z.string(),
          times: z.array(time).describe(`The first ${MAX_TIMES} ticks, without their jitter.`),
          has_more: z.boolean().describe('There are further ticks.'),
        }),
      ),
    }),
    example: {
      input: { hours: 24 },
      output: {
        from: '2026-01-15T09:30:00.000Z',
        until: '2026-01-16T09:30:00.000Z',
        data: [
          {
            cron_id: exampleCron.id,
            name: exampleCron.name,
            times: [exampleCron.next_run_at],
            has_more: false,
          },
        ],
      },
    },
    answer: 'value',
    faces: { tool: { name: 'cron_calendar', group: 'crons', hints: READS } },
    async run({ from, hours }, context) {
      const first = from === undefined ? now() : Date.parse(from)
      const until = Math.min(first + hours * HOUR, LAST_TIME)
      const turns = createTurns()
      // Many crons have the same schedule, so ticks are computed once for each.
      const ticksOf = oncePerKey(key => ticksWithin(JSON.parse(key), first, until, MAX_TIMES + 1))
      const data = []
      for await (const { id, name, expression, timezone } of enabledCrons(accountOf(context))) {
        const ticks = ticksOf(JSON.stringify({ expression, timezone } satisfies Schedule))
        const times = ticks.slice(0, MAX_TIMES).map(iso)
        if (times.length) data.push({ cron_id: id, name, times, has_more: ticks.length > MAX_TIMES })
        if (turns.isOver()) await turns.next()
      }
      return { from: iso(first), until: iso(until), data }
    },
  })
  return [preview, calendar] as const
}

const tooLate = () =>
  new AppError('invalid_input', 'This expression has no time after `from`.', {
    field: 'from',
    hint: 'Choose an earlier time.',
  })
