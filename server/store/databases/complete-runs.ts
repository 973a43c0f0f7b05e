import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../engine.ts'

/** Pause between two looks whether the missing rows of a run have been handled. */
const STEP_MS = 25

/**
 * A complete run after which missing rows are still to be searched for; `mark` is the number of the last write before it.
 */
export interface DueRun {
  seq: number
  account_id: string
  database_id: string
  mark: number
  /** The batch, workflow run or job that was complete. */
  origin: string | null
}

/** Stores complete runs whose missing rows have not been handled yet. */
export function createRunStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO database_runs (account_id, database_id, mark, origin)
    SELECT ?, id, ?, ? FROM databases
    WHERE id = ? AND document ->> 'on_missing' <> 'keep' AND document ->> 'write_mode' <> 'append'
  `)
  const all = engine.prepare<DueRun>('SELECT * FROM database_runs ORDER BY seq')
  const remove = engine.prepare('DELETE FROM database_runs WHERE seq = ?')
  const ofOrigin = engine.prepare('SELECT 1 FROM database_runs WHERE origin = ?')
  let wake: () => void = () => undefined

  return {
    /** Call inside the transaction that completes the run. Does nothing for a database that keeps missing rows. */
    add(accountId: string, databaseId: string, mark: number, origin: string): void {
      if (insert.run(accountId, mark, origin, databaseId).changes) wake()
    },
    /** Returns the committed ones, the oldest first. */
    due: (): Promise<DueRun[]> => engine.write(() => all.all()),
    /** Waits until the missing rows of a batch, workflow run or job have been handled, or until the signal. */
    async settled(origin: string, signal: AbortSignal): Promise<void> {
      while (!signal.aborted && ofOrigin.get(origin) !== undefined)
        await sleep(STEP_MS, undefined, { signal }).catch(() => undefined)
    },
    /** Call inside a transaction. */
    remove: (seq: number): void => void remove.run(seq),
    /** Sets the `listener` that is called whenever a complete run is added. */
    onAdded(listener: () => void): void {
      wake = listener
    },
  }
}

export type RunStore = ReturnType<typeof createRunStore>
