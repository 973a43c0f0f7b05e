import { Cron, CronDate } from 'croner'
import { counted } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'

/** When a cron fires: an expression of five fields, read in an IANA time zone. */
export interface Schedule {
  expression: string
  timezone: string
}

/**
 * If minute and hour are numbers or lists of numbers, they are times of the day: a time that the zone skips fires at the first
 * instant after the gap, and a time that it repeats fires once. With `*`, a range or a step, ticks follow elapsed time.
 * croner on its own would treat a range as a list of times, so ranges get a step of one.
 */
function parseCron({ expression, timezone }: Schedule): Cron {
  const [minute = '', hour = '', ...days] = expression.trim().split(/\s+/)
  const [minutes, hours] = [minute, hour].map(field => field.replaceAll(RANGE_WITHOUT_STEP, '$&/1'))
  return new Cron([minutes, hours, ...days].join(' '), {
    timezone,
    mode: '5-part',
    fixedTimeRule: 'no-wildcard',
  })
}

const RANGE_WITHOUT_STEP = /\d+-\d+(?![\d/])/g

/** Returns the first tick after an instant, both in milliseconds, or null if there is none. */
export const nextTick = (schedule: Schedule, after: number): number | null =>
  createTickFinder(schedule)(after)

/** Returns `nextTick` for a schedule that is read once. */
function createTickFinder(schedule: Schedule) {
  const cron = parseCron(schedule)
  const onClocks = hasFixedTimes(schedule) ? parseCron({ ...schedule, timezone: 'UTC' }) : null
  return (after: number): number | null => {
    const found = cron.nextRun(new Date(after))?.getTime() ?? null
    return found === null || !onClocks ? found : gapAtMidnight(onClocks, schedule.timezone, after, found)
  }
}

const hasFixedTimes = ({ expression }: Schedule) => /^\s*[\d,]+\s+[\d,]+\s/.test(expression)

/**
 * croner drops a time of the day if the clocks skip everything from it to midnight, as in America/Nuuk. Returns the end of such a
 * gap if it comes before the tick that croner has found; that tick otherwise. `onClocks` is the schedule in UTC.
 */
function gapAtMidnight(onClocks: Cron, timezone: string, after: number, found: number): number {
  const wanted = onClocks.nextRun(new Date(clockAt(after, timezone)))!.getTime()
  if (clockAt(found, timezone) <= wanted) return found
  let [before, end] = [after, found]
  while (end - before > 1) {
    const middle = Math.floor((before + end) / 2)
    if (clockAt(middle, timezone) < wanted) before = middle
    else end = middle
  }
  // Otherwise the clocks repeat that time, and it has already fired.
  return clockAt(end, timezone) > wanted ? end : found
}

/** Returns what the clocks of a time zone show at an instant, as if they were in UTC. */
function clockAt(at: number, timezone: string): number {
  const { year, month, day, hour, minute, second } = new CronDate(new Date(at), timezone)
  return Date.UTC(year, month, day, hour, minute, second)
}

/** Returns the next ticks after an instant. */
export const nextTicks = (schedule: Schedule, count: number, after: number): number[] =>
  ticksWithin(schedule, after + 1, Number.POSITIVE_INFINITY, count)

/** Returns the first `limit` ticks from one instant up to, and not including, another. */
export function ticksWithin(schedule: Schedule, from: number, until: number, limit: number): number[] {
  const tickAfter = createTickFinder(schedule)
  const ticks: number[] = []
  for (let at = tickAfter(from - 1); at !== null && at < until; at = tickAfter(at)) {
    ticks.push(at)
    if (ticks.length === limit) break
  }
  return ticks
}

const SECOND_MS = 1000

/** Returns the last `count` ticks up to and including an instant, in order. */
export function latestTicks(schedule: Schedule, count: number, until: number): number[] {
  const found = parseCron(schedule)
    // croner counts in whole seconds, and leaves out the second that it is given.
    .previousRuns(count + 1, new Date(until + SECOND_MS))
    .map(date => date.getTime())
    .filter(at => at <= until)
    .slice(0, count)
    .reverse()
  if (!found.length || !hasFixedTimes(schedule)) return found
  return ticksWithin(schedule, found[0]!, until + 1, Number.POSITIVE_INFINITY).slice(-count)
}

/** Returns the first instant of the day, in a time zone, that an instant belongs to. */
export const startOfDay = (timezone: string, at: number): number =>
  latestTicks({ expression: '0 0 * * *', timezone }, 1, at)[0]!

const NICKNAME = /^@/
/** What an expression is, in words. */
export const FIVE_FIELDS =
  'Five fields: minute, hour, day of the month, month, day of the week, as in `0 9 * * 1-5`.'

const invalid = (field: string, message: string, hint: string) =>
  new AppError('invalid_input', message, { field, hint })

/** Throws 400 if the zone is unknown, or the expression is not valid or never fires. */
export function checkSchedule(schedule: Schedule, now: number): void {
  const { expression, timezone } = schedule
  checkZone('timezone', timezone)
  if (NICKNAME.test(expression)) throw invalid('expression', 'Nicknames are not supported.', FIVE_FIELDS)
  if (checkedNextTick(schedule, now) === null)
    throw invalid(
      'expression',
      'This expression never fires.',
      'No date fits its day of the month, month and day of the week.',
    )
}

/** Throws 400 for `field` if this is not a time zone. */
export function checkZone(field: string, timezone: string): void {
  if (!isZone(timezone))
    throw invalid(field, `There is no time zone \`${timezone}\`.`, 'An IANA name, such as `Europe/Berlin`.')
}

/** An offset such as `+02:00` is not a zone, since it has no daylight saving time. */
function isZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function checkedNextTick(schedule: Schedule, now: number): number | null {
  try {
    return nextTick(schedule, now)
  } catch (error) {
    if (/^CronPattern: /.test((error as Error).message))
      throw invalid('expression', faultOf(schedule), FIVE_FIELDS)
    throw invalid('expression', 'This expression cannot be read.', FIVE_FIELDS)
  }
}

const FIELDS = ['minute', 'hour', 'day of the month', 'month', 'day of the week']

/** Says why an expression cannot be read: its number of fields, or its first invalid field. */
function faultOf({ expression, timezone }: Schedule): string {
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== FIELDS.length)
    return `This expression cannot be read: it has ${counted(fields.length, 'field')} instead of five.`
  const invalidIndex = fields.findIndex(
    (field, index) =>
      !isReadable(
        FIELDS.map((_, i) => (i === index ? field : '*')),
        timezone,
      ),
  )
  return invalidIndex === -1
    ? 'This expression cannot be read.'
    : `This expression cannot be read: \`${fields[invalidIndex]}\` is not a valid ${FIELDS[invalidIndex]}.`
}

function isReadable(fields: string[], timezone: string): boolean {
  try {
    parseCron({ expression: fields.join(' '), timezone })
    return true
  } catch {
    return false
  }
}
