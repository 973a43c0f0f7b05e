import { hash } from 'node:crypto'
import type { CronCause, CronDocument, SkipReason } from '../store/crons/rows.ts'
import { latestTicks, nextTick } from './schedule.ts'

/** The next tick, and when it fires. */
export interface NextTick {
  at: number
  dueAt: number
}

/** A tick to run. */
export interface Tick {
  at: number
  cause: CronCause
}

/** A tick to skip; with `until`, all ticks up to and including that one. */
interface SkippedTick {
  at: number
  until: number | null
  reason: SkipReason
}

/** What to do with the due ticks of a cron. */
export interface TickPlan {
  skipped: SkippedTick[]
  runs: Tick[]
  /** The runs follow one another, whatever `overlap` says, so that none is lost. */
  mustWait: boolean
  next: NextTick | null
}

/** The fields of a cron that a plan depends on. */
export type CronTiming = Pick<
  CronDocument,
  'expression' | 'timezone' | 'misfire' | 'overlap' | 'jitter_s'
> & {
  id: string
}

/** A tick that is noticed later than this counts as missed: the service was not running, or the machine slept. */
export const ON_TIME_MS = 60_000

/** Of the ticks missed at a time, only the newest ones are planned individually; one row stands for all earlier ones. */
export const MAX_TICKS = 100

/** Returns the first tick after an instant, with its jitter, or null if there is none. */
export function nextTickWithJitter(cron: CronTiming, after: number): NextTick | null {
  const at = nextTick(cron, after)
  return at === null ? null : addJitter(cron, at)
}

function addJitter(cron: CronTiming, at: number): NextTick {
  if (!cron.jitter_s) return { at, dueAt: at }
  return { at, dueAt: at + jitterOf(cron.id, at, cron.jitter_s, nextTick(cron, at)) }
}

/**
 * Plans all ticks from `first` until now, according to `misfire`. `awake` is when the scheduler started to work through due
 * crons: ticks that became due since then are on time, however many crons were ahead of this one.
 */
export function planTicks(cron: CronTiming, first: number, now: number, awake = now): TickPlan {
  const { ticks, before, next } = dueTicks(cron, first, now)
  const isOnTime = (at: number) => addJitter(cron, at).dueAt > awake - ON_TIME_MS
  const { runs, reason, mustWait } = chooseRuns(cron, ticks, isOnTime)
  const skipped = ticks.filter(at => !runs.includes(at)).map(at => ({ at, until: null, reason }))
  return {
    skipped: before ? [{ ...before, reason }, ...skipped] : skipped,
    runs: runs.map(at => ({ at, cause: isOnTime(at) ? 'schedule' : 'catch_up' })),
    mustWait,
    next,
  }
}

/** Returns the due ticks, with earlier ones than the newest as one span, and the next tick. */
function dueTicks(cron: CronTiming, first: number, now: number) {
  const ticks = ticksUntil(cron, first, now)
  const [oldest] = ticks
  const before = oldest! > first ? { at: first, until: latestTicks(cron, 1, oldest! - 1)[0]! } : null
  const latest = addJitter(cron, ticks.at(-1)!)
  if (latest.dueAt > now) return { ticks: ticks.slice(0, -1), before, next: latest }
  return { ticks, before, next: nextTickWithJitter(cron, latest.at) }
}

/** Returns all ticks from `first` until now, or only the newest if there are more than `MAX_TICKS`. */
function ticksUntil(cron: CronTiming, first: number, now: number): number[] {
  const ticks: number[] = []
  for (let at: number | null = first; at !== null && at <= now; at = nextTick(cron, at)) {
    if (ticks.length === MAX_TICKS) return latestTicks(cron, MAX_TICKS, now)
    ticks.push(at)
  }
  return ticks
}

function chooseRuns({ misfire, overlap }: CronTiming, ticks: number[], isOnTime: (at: number) => boolean) {
  if (misfire === 'skip') return { runs: ticks.filter(isOnTime), reason: 'missed' as const, mustWait: false }
  // With `replace`, each run would cancel the one before it immediately.
  const isOne = misfire === 'run_once' || overlap === 'replace'
  if (isOne) return { runs: ticks.slice(-1), reason: 'coalesced' as const, mustWait: false }
  // Only the ticks before these are skipped, and are not made up for.
  return {
    runs: ticks,
    reason: 'too_many_missed' as const,
    mustWait: ticks.length > 1 && overlap !== 'allow',
  }
}

/**
 * Returns the milliseconds by which a tick fires late: whole seconds up to `jitter_s`, always the same for the same tick, and
 * never as late as the next tick.
 */
function jitterOf(cronId: string, at: number, jitterS: number, next: number | null): number {
  const maxSeconds = Math.min(jitterS, next === null ? jitterS : (next - at) / 1000 - 1)
  if (maxSeconds <= 0) return 0
  const chance = Number.parseInt(hash('sha256', `${cronId} ${at}`).slice(0, 8), 16) / 2 ** 32
  return Math.floor(chance * (maxSeconds + 1)) * 1000
}
