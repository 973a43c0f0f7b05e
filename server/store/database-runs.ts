import type { Engine } from './engine.ts'

/** A complete run after which missing rows are still to be looked for; `mark` is the number of the last write before it. */
export interface DueRun {
  seq: number
  account_id: string
  database_id: string
  mark: number
}

/** Complete runs that wait for their end. */
export function createRunStore(engine: Engine) {
  const insert = engine.prepare('INSERT INTO database_runs (account_id, database_id, mark) VALUES (?, ?, ?)')
  const all = engine.prepare<DueRun>('SELECT * FROM database_runs ORDER BY seq')
  const remove = engine.prepare('DELETE FROM database_runs WHERE seq = ?')
  let wake: () => void = () => undefined

  return {
    /** For use inside the transaction that completes a run. */
    add(accountId: string, databaseId: string, mark: number): void {
      insert.run(accountId, databaseId, mark)
      wake()
    },
    /** Those that are committed, the oldest first. */
    due: (): Promise<DueRun[]> => engine.write(() => all.all()),
    remove: (seq: number): Promise<void> => engine.write(() => void remove.run(seq)),
    /** Has `listener` called whenever there is one to end. */
    onAdded(listener: () => void): void {
      wake = listener
    },
  }
}

export type RunStore = ReturnType<typeof createRunStore>
