import type { Engine } from './engine.ts'

/** What waits for a time, by table: the condition, and the columns that a clock that is set back moves. */
const WAITING = {
  open_jobs: { columns: ['run_at'], where: "state = 'pending' AND error IS NOT NULL AND run_at > @now" },
  workflow_items: {
    // The first condition is that of the partial index.
    columns: ['run_at', 'arrived_at'],
    where: "state IN ('pending', 'running', 'waiting') AND state IN ('pending', 'waiting') AND run_at > @now",
  },
  workflow_runs: { columns: ['due_at'], where: 'due_at > @now' },
  webhooks: { columns: ['due_at'], where: 'due_at > @now' },
  deliveries: { columns: ['next_at'], where: "state = 'pending' AND next_at > @now" },
}

const tables = Object.entries(WAITING)

/** The wall clock as what waits in the store stands by it. */
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
    /** The latest time that was noted; null where none ever was. */
    seen: (): number | null => seen.get()?.seen ?? null,
    /** Notes the time, where anything waits for a later one. */
    async note(now: number): Promise<void> {
      if (isWaiting.get({ now })!.waits) await engine.write(() => void note.run(now))
    },
    /** After the clock was set back by `ms`: what waits keeps its distance from now. Crons follow their schedule. */
    setBack: (ms: number, now: number): Promise<void> =>
      engine.write(() => {
        for (const move of moves) move.run({ ms, now })
        note.run(now)
      }),
  }
}
