import type { Engine } from './engine.ts'

/** The rows that wait for a time, by table: their condition, and the columns to move if the clock is set back. */
const TIMED_ROWS = {
  open_jobs: { columns: ['run_at'], where: "state = 'pending' AND error IS NOT NULL AND run_at > @now" },
  workflow_items: {
    // The first condition is the one of the partial index.
    columns: ['run_at', 'arrived_at'],
    where: "state IN ('pending', 'running', 'waiting') AND state IN ('pending', 'waiting') AND run_at > @now",
  },
  workflow_runs: { columns: ['due_at'], where: 'due_at > @now' },
  webhooks: { columns: ['due_at'], where: 'due_at > @now' },
  deliveries: { columns: ['next_at'], where: "state = 'pending' AND next_at > @now" },
}

const tables = Object.entries(TIMED_ROWS)

/** Keeps track of the wall clock for everything in the store that waits for a time. */
export function createClockStore(engine: Engine) {
  const moves = tables.map(([table, { columns, where }]) =>
    engine.prepare(
      `UPDATE ${table} SET ${columns.map(name => `${name} = ${name} - @ms`).join(', ')} WHERE ${where}`,
    ),
  )
  const isWaiting = engine.prepare<{ waits: number }>(
    `SELECT ${tables.map(([table, { where }]) => `EXISTS (SELECT 1 FROM ${table} WHERE ${where})`).join(' OR ')} AS waits`,
  )
  const seen = engine.prepare<{ seen: number }>('SELECT seen FROM clock')
  const note = engine.prepare(
    'INSERT INTO clock VALUES (1, ?) ON CONFLICT DO UPDATE SET seen = excluded.seen',
  )

  return {
    /** Returns the latest time that was recorded; null if there is none. */
    seen: (): number | null => seen.get()?.seen ?? null,
    /** Records the time if anything waits for a later one. */
    async note(now: number): Promise<void> {
      if (isWaiting.get({ now })!.waits) await engine.write(() => void note.run(now))
    },
    /**
     * Call after the clock was set back by `ms`: everything that waits keeps its distance from now. Crons follow their
     * schedule.
     */
    setBack: (ms: number, now: number): Promise<void> =>
      engine.write(() => {
        for (const move of moves) move.run({ ms, now })
        note.run(now)
      }),
  }
}
