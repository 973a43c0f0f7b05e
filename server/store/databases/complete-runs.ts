import type { Engine } from '../engine.ts'

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
  let wake: () => void = () => undefined

  return {
    /** Call inside the transaction that completes the run. Does nothing for a database that keeps missing rows. */
    add(accountId: string, databaseId: string, mark: number, origin: string): void {
      if (insert.run(accountId, mark, origin, databaseId).changes) wake()
    },
    /** Returns the committed ones, the oldest first. */
    due: (): Promise<DueRun[]> => engine.write(() => all.all()),
    /** Call inside a transaction. */
    remove: (seq: number): void => void remove.run(seq),
    /** Sets the `listener` that is called whenever a complete run is added. */
    onAdded(listener: () => void): void {
      wake = listener
    },
  }
}

export type RunStore = ReturnType<typeof createRunStore>
