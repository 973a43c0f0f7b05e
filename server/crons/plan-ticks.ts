import { hash } from 'node:crypto'
import type { CronCause, CronDocument, SkipReason } from '../store/crons/rows.ts'
import { latestTicks, nextTick } from './schedule.ts'

/** The tick that comes next, and when it is to fire. */
export interface Next {
  at: number
  dueAt: number
}

/** A tick that is to run. */
export interface Tick {
  at: number
  cause: CronCause
}

/** A tick that is not to run; with `until`, it and all that follow up to there. */
export interface Skip {
  at: number
  until: number | null
  reason: SkipReason
}

/** What is to become of the ticks that are due. */
export interface Plan {
  skipped: Skip[]
  runs: Tick[]
  /** They run one after the other, whatever the rule of overlaps: none may be lost. */
  inTurn: boolean
  next: Next | null
}

/** What the plan asks of a cron. */
export type Planned = Pick<CronDocument, 'expression' | 'timezone' | 'misfire' | 'overlap' | 'jitter_s'> & {
  id: string
}

/** A tick that is noticed later than this was missed: the service was away, or the machine slept. */
export const ON_TIME_MS = 60_000

/** Ticks of one absence that are looked at singly, the newest; one row stands for those before. */
export const MAX_TICKS = 100

/** The tick after an instant, with its jitter. */
export function nextOf(cron: Planned, after: number): Next | null {
  const at = nextTick(cron, after)
  return at === null ? null : withDelay(cron, at)
}

function withDelay(cron: Planned, at: number): Next {
  if (!cron.jitter_s) return { at, dueAt: at }
  return { at, dueAt: at + delayOf(cron.id, at, cron.jitter_s, nextTick(cron, at)) }
}

/**
 * Decides about all ticks from `first` until now, by the rule of misfires. `awake` is when the scheduler began to look:
 * what came due since then is on time, however long the line of crons before it.
 */
export function planTicks(cron: Planned, first: number, now: number, awake = now): Plan {
  const { ticks, before, next } = dueTicks(cron, first, now)
  const isOnTime = (at: number) => withDelay(cron, at).dueAt > awake - ON_TIME_MS
  const { runs, reason, inTurn } = chosen(cron, ticks, isOnTime)
  const skipped = ticks.filter(at => !runs.includes(at)).map(at => ({ at, until: null, reason }))
  return {
    skipped: before ? [{ ...before, reason }, ...skipped] : skipped,
    runs: runs.map(at => ({ at, cause: isOnTime(at) ? 'schedule' : 'catch_up' })),
    inTurn,
    next,
  }
}

/** What is due, the newest singly; what comes next. */
function dueTicks(cron: Planned, first: number, now: number) {
  const ticks = ticksUntil(cron, first, now)
  const [oldest] = ticks
  const before = oldest! > first ? { at: first, until: latestTicks(cron, 1, oldest! - 1)[0]! } : null
  const latest = withDelay(cron, ticks.at(-1)!)
  if (latest.dueAt > now) return { ticks: ticks.slice(0, -1), before, next: latest }
  return { ticks, before, next: nextOf(cron, latest.at) }
}

/** All of them where they are few, else the newest. */
function ticksUntil(cron: Planned, first: number, now: number): number[] {
  const ticks: number[] = []
  for (let at: number | null = first; at !== null && at <= now; at = nextTick(cron, at)) {
    if (ticks.length === MAX_TICKS) return latestTicks(cron, MAX_TICKS, now)
    ticks.push(at)
  }
  return ticks
}

function chosen({ misfire, overlap }: Planned, ticks: number[], isOnTime: (at: number) => boolean) {
  if (misfire === 'skip') return { runs: ticks.filter(isOnTime), reason: 'missed' as const, inTurn: false }
  // Each of many would take the place of the one before, at once.
  const isOne = misfire === 'run_once' || overlap === 'replace'
  if (isOne) return { runs: ticks.slice(-1), reason: 'coalesced' as const, inTurn: false }
  // Only ticks before these are skipped, and nothing makes up for them.
  return { runs: ticks, reason: 'too_many_missed' as const, inTurn: ticks.length > 1 && overlap !== 'allow' }
}

/**
 * Milliseconds by which a tick fires later: up to `jitter_s` seconds, the same whenever it is asked, and never so many
 * that it would come after the next tick.
 */
function delayOf(cronId: string, at: number, jitterS: number, next: number | null): number {
  const longest = Math.min(jitterS, next === null ? jitterS : (next - at) / 1000 - 1)
  if (longest <= 0) return 0
  const chance = Number.parseInt(hash('sha256', `${cronId} ${at}`).slice(0, 8), 16) / 2 ** 32
  return Math.floor(chance * (longest + 1)) * 1000
}
