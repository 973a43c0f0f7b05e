import type { Engine } from '../engine.ts'

/** A complete run after which missing rows are still to be looked for; `mark` is the number of the last write before it. */
export interface DueRun {
  seq: number
  account_id: string
  database_id: string
  mark: number
  /** The batch, run or job that was complete. */
  origin: string | null
}

/** Complete runs that wait for their end. */
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
    /** For use inside the transaction that completes a run. Nothing waits for a database that keeps missing rows. */
    add(accountId: string, databaseId: string, mark: number, origin: string): void {
      if (insert.run(accountId, mark, origin, databaseId).changes) wake()
    },
    /** Those that are committed, the oldest first. */
    due: (): Promise<DueRun[]> => engine.write(() => all.all()),
    /** For use inside a transaction. */
    remove: (seq: number): void => void remove.run(seq),
    /** Has `listener` called whenever there is one to end. */
    onAdded(listener: () => void): void {
      wake = listener
    },
  }
}

export type RunStore = ReturnType<typeof createRunStore>
