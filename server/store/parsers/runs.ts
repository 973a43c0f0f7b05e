import { DAY, iso } from '../../base/times.ts'
import type { Engine } from '../engine.ts'
import { createParserChoices, type Fills } from './choices.ts'
import { addCounts, readCounts, writeCounts } from './fill-counts.ts'
import type { HealthRun, ParserHealthStore } from './health.ts'

/** One run of a parser. */
export interface ParserRun extends HealthRun {
  ok: boolean
  /** How many values each field held; a failed run has none. */
  fills: Fills
}

/**
 * Returns a function that writes what the runs of one transaction show about their parsers: the counts of their days, and
 * their health. It first adds up the runs of a parser, since a batch ends many in one transaction.
 */
export function createParserRuns(engine: Engine, health: Pick<ParserHealthStore, 'note'>) {
  const before = engine.prepare<{ fills: string }>(
    'SELECT fills FROM parser_runs WHERE parser_id = ? AND day = ?',
  )
  const countRuns = engine.prepare(`
    INSERT INTO parser_runs (parser_id, day, runs, ok, last_ok_at, fills)
    SELECT id, @day, @runs, @ok, @at, @fills FROM parsers WHERE id = CAST(@parserId AS TEXT)
    ON CONFLICT DO UPDATE
    SET runs = runs + excluded.runs, ok = ok + excluded.ok, fills = excluded.fills,
      last_ok_at = coalesce(max(excluded.last_ok_at, last_ok_at), excluded.last_ok_at, last_ok_at)
  `)
  const choices = createParserChoices(engine)

  const countDay = (parserId: string, day: string, runs: ParserRun[]) => {
    const ok = runs.filter(run => run.ok).map(({ at }) => at)
    const counts = readCounts(before.get(parserId, day)?.fills ?? '{}')
    for (const { fills } of runs) addCounts(counts, Object.entries(fills))
    countRuns.run({
      parserId,
      day,
      runs: runs.length,
      ok: ok.length,
      at: ok.length ? Math.max(...ok) : null,
      fills: writeCounts(counts),
    })
    for (const { fills } of runs) choices.count(parserId, day, fills)
  }

  return (finished: ParserRun[]): void => {
    for (const [parserId, runs] of Map.groupBy(finished, run => run.parserId)) {
      for (const [day, ofDay] of Map.groupBy(runs, ({ at }) => Math.floor(at / DAY)))
        countDay(parserId, iso(day * DAY).slice(0, 10), ofDay)
      const informative = runs.filter(
        ({ fills, lack }) => lack !== undefined || Object.keys(fills).length > 0,
      )
      if (informative.length) health.note(informative)
    }
  }
}
