/** The rows that are written while a changed definition is checked against the rows of its database. */
export interface RowWatch {
  /** Adds to `into` the numbers of rows whose data was written since the last call. */
  take(into: Set<number>): void
  end(): void
}

interface RunningWatch {
  written: Set<number>
  ended: Promise<void>
}

/** Watches rows of databases. A database has one watch at a time: `begin` waits until an earlier one ends. */
export function createRowWatches() {
  const running = new Map<string, RunningWatch>()
  return {
    /** Records a row whose data was written; also in a transaction that is later rolled back. */
    note: (databaseId: string, seq: number): void => void running.get(databaseId)?.written.add(seq),

    async begin(databaseId: string): Promise<RowWatch> {
      for (let other = running.get(databaseId); other; other = running.get(databaseId)) await other.ended
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      const written = new Set<number>()
      running.set(databaseId, { written, ended })
      return {
        take(into) {
          for (const seq of written) into.add(seq)
          written.clear()
        },
        end() {
          running.delete(databaseId)
          resolve()
        },
      }
    },
  }
}

export type RowWatches = ReturnType<typeof createRowWatches>
