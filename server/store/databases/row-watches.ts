/** What is written while a change of a database's definition looks at its rows. */
export interface RowWatch {
  /** Moves the numbers of rows whose data was written since the last call into `into`. */
  take(into: Set<number>): void
  end(): void
}

interface Running {
  written: Set<number>
  ended: Promise<void>
}

/** Watches over rows of databases. Of one database there is one at a time: who begins another waits for the end of the first. */
export function createRowWatches() {
  const running = new Map<string, Running>()
  return {
    /** Notes a row whose data was written; one of a transaction that is undone may be noted, too. */
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
