import type { Engine } from '../engine.ts'
import { gatherRows } from '../gather-rows.ts'
import { positionOfCursor } from '../page-of.ts'
import type { CronDocument } from './rows.ts'

/** The next tick of a cron, and when it fires, in milliseconds. */
export interface NextTick {
  at: number
  dueAt: number
}

/** A cron as the scheduler reads it; times in milliseconds. */
export interface ScheduledCron extends CronDocument {
  id: string
  account_id: string
  key_id: string
  created_at: number
  next_at: number | null
  due_at: number | null
}

/** A row of `crons`; times in milliseconds. */
export interface CronRow {
  id: string
  account_id: string
  key_id: string
  version: number
  document: string
  enabled: number
  next_at: number | null
  due_at: number | null
  failures: number
  paused_reason: string | null
  created_at: number
  updated_at: number
}

export const toScheduled = ({
  id,
  account_id,
  key_id,
  document,
  created_at,
  next_at,
  due_at,
}: CronRow): ScheduledCron => ({
  ...(JSON.parse(document) as CronDocument),
  id,
  account_id,
  key_id,
  created_at,
  next_at,
  due_at,
})

/** Characters of crons that are read at once: each may contain a page, or thousands of addresses. */
const MAX_CHARACTERS = 1_048_576

/** Returns at most `limit` crons, and no more than `MAX_CHARACTERS` allows; at least one if there is any. */
function takeCrons(found: Iterable<CronRow>, limit: number): ScheduledCron[] {
  const { rows, take } = gatherRows<CronRow>(limit, MAX_CHARACTERS)
  take(found)
  return rows.map(toScheduled)
}

/** Stores crons of all accounts for the scheduler: finds those that are due, and records the outcome of their ticks. */
export function createScheduledCrons(engine: Engine) {
  const SELECT = 'SELECT * FROM crons'
  const present = engine.prepare<CronRow>(`${SELECT} WHERE id = ? AND deleted_at IS NULL`)
  // Earlier versions may have left a due time with a deleted cron.
  const due = engine.prepare<{ id: string }>(
    'SELECT id FROM crons WHERE due_at <= ? AND deleted_at IS NULL ORDER BY due_at LIMIT CAST(? AS INTEGER)',
  )
  const nextDue = engine.prepare<{ due_at: number | null }>(
    'SELECT min(due_at) AS due_at FROM crons WHERE due_at > ? AND deleted_at IS NULL',
  )
  const setNext = engine.prepare(
    'UPDATE crons SET next_at = @at, due_at = @dueAt WHERE id = @id AND next_at = @from',
  )
  const pause = engine.prepare(`
    UPDATE crons SET enabled = 0, next_at = NULL, due_at = NULL, paused_reason = @reason, version = version + 1,
      updated_at = @now
    WHERE id = @id AND enabled = 1 AND deleted_at IS NULL
  `)
  const setFailures = engine.prepare<{ failures: number }>(
    'UPDATE crons SET failures = iif(@failed, failures + 1, 0) WHERE id = @id RETURNING failures',
  )
  const after = engine.prepare<CronRow>(
    `${SELECT} WHERE due_at IS NOT NULL AND id > ? ORDER BY id LIMIT CAST(? AS INTEGER)`,
  )
  const ahead = engine.prepare<{ ahead: number }>(`
    SELECT EXISTS (SELECT 1 FROM crons WHERE updated_at > @now)
      OR coalesce((SELECT created_at FROM cron_runs ORDER BY seq DESC LIMIT 1), 0) > @now AS ahead
  `)
  const enabledOf = engine.prepare<CronRow>(`
    ${SELECT} WHERE account_id = @accountId AND deleted_at IS NULL AND enabled = 1 AND (created_at, id) < (@at, @id)
    ORDER BY created_at DESC, id DESC LIMIT CAST(@limit AS INTEGER)
  `)
  const firingAs = engine.prepare<CronRow>(
    `${SELECT} WHERE key_id = ? AND enabled = 1 AND deleted_at IS NULL LIMIT CAST(? AS INTEGER)`,
  )

  return {
    /** Reads a cron of any account synchronously, for the scheduler; null if it is absent. */
    read(id: string): ScheduledCron | null {
      const row = present.get(id)
      return row ? toScheduled(row) : null
    },
    /** Returns ids of due crons, the longest due first. */
    due: async (now: number, limit: number): Promise<string[]> => due.all(now, limit).map(({ id }) => id),
    /** Returns when the next cron fires after `after`; null if none does. */
    nextDue: async (after: number): Promise<number | null> => nextDue.get(after)!.due_at,
    /** Inside a transaction: moves on to the next tick, unless the cron was changed in the meantime. */
    advance: (id: string, from: number, next: NextTick | null): void =>
      void setNext.run({ id, from, at: next?.at ?? null, dueAt: next?.dueAt ?? null }),
    /** Call inside a transaction. Returns false if the cron is absent or already paused. */
    pause: (id: string, reason: string, now: number): boolean => pause.run({ id, reason, now }).changes === 1,
    /** Inside a transaction: counts how a run ended. Returns how many have failed in a row. */
    countRun: (id: string, failed: boolean): number =>
      setFailures.get({ id, failed: Number(failed) })?.failures ?? 0,
    /** Returns crons that have a next tick, by id, to read all of them in parts. */
    enabledAfter: async (id: string, limit: number): Promise<ScheduledCron[]> =>
      takeCrons(after.iterate(id, limit), limit),
    /**
     * Returns crons of an account that are not paused, the newest first: at most `limit`, older than `last` if that is
     * given.
     */
    enabledOf: async (accountId: string, limit: number, last?: ScheduledCron): Promise<ScheduledCron[]> => {
      const { at, id } = last ? { at: last.created_at, id: last.id } : positionOfCursor(undefined)
      return takeCrons(enabledOf.iterate({ accountId, at, id, limit }), limit)
    },
    /** Whether anything was written at a time after `now`, because the clock was set back. */
    isAheadOf: async (now: number): Promise<boolean> => ahead.get({ now })!.ahead === 1,
    /** Inside a transaction: returns enabled crons that run as a key, at most `limit`. */
    firingAs: (keyId: string, limit: number): ScheduledCron[] =>
      takeCrons(firingAs.iterate(keyId, limit), limit),
    /** Inside a transaction: returns how many runs have failed in a row. */
    failures: (id: string): number => present.get(id)?.failures ?? 0,
  }
}
