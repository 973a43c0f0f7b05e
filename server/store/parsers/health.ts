import { DAY, iso } from '../../base/times.ts'
import {
  addRun,
  type Baseline,
  emptyWindow,
  type FillSum,
  type FillWindow,
  isDrop,
  isLow,
  isRecovered,
  rateOf,
  recentFill,
} from '../../parsers/fill-window.ts'
import type { Fill } from '../../parsers/parse-result.ts'
import type { Engine } from '../engine.ts'
import type { EventStore } from '../webhooks/events.ts'
import { countsOf, type FillCounts } from './fill-counts.ts'

/** A run in which a parser missed a field. */
interface Evidence {
  call_id: string
  job_id: string | null
  url: string | null
}

/** A field that is filled less often than before. */
interface DegradedField extends Evidence {
  field: string
  since: string
  /** The share of values that were filled before, and when the drop was noticed. */
  baseline: number
  rate: number
}

/** A drop that is over. */
interface PastDrop extends DegradedField {
  until: string
}

interface ParserHealth {
  state: 'ok' | 'degraded'
  degraded: DegradedField[]
  /** Newest first. */
  past: PastDrop[]
}

/** One run of a parser. */
export interface HealthRun extends Evidence {
  accountId: string
  parserId: string
  fills: Record<string, Fill>
  /** The required field whose absence failed the run. */
  lack: string | undefined
  at: number
}

interface Row {
  version: number
  current: number
  recent: string
  degraded: string
  history: string
}

const BASELINE_DAYS = 28
const MAX_PAST = 20
const missingFieldsOf = ({ fills, lack }: HealthRun): string[] => [
  ...Object.entries(fills).flatMap(([field, { filled, total }]) => (filled < total ? [field] : [])),
  ...(lack === undefined ? [] : [lack]),
]

/** Returns how a field was filled before its latest runs, from counts that include them. */
function baselineOf(runs: number, { filled, total }: Fill = NO_FILL, recent: FillSum): Baseline {
  const before = total - recent.total
  return {
    rate: before > 0 ? (filled - recent.filled) / before : 0,
    runs: Math.min(before, runs - recent.runs),
  }
}

const NO_FILL: Fill = { filled: 0, total: 0 }

const HEALTHY: ParserHealth = { state: 'ok', degraded: [], past: [] }

/** Tracks whether parsers still find what they used to find. */
export function createParserHealthStore(engine: Engine, events: EventStore) {
  const find = engine.prepare<Row>(`
    SELECT parser_health.version, parsers.version AS current, recent, degraded, history
    FROM parsers LEFT JOIN parser_health ON parser_id = id WHERE id = CAST(? AS TEXT)
  `)
  // REPLACE is avoided: it may change several rows, so SQLite would first copy the pages that it writes to.
  const write = engine.prepare(`
    INSERT INTO parser_health (parser_id, version, recent, degraded, history) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET version = excluded.version, recent = excluded.recent, degraded = excluded.degraded,
      history = excluded.history
  `)
  const daysSince = engine.prepare<{ runs: number; fills: string }>(
    'SELECT runs, fills FROM parser_runs WHERE parser_id = ? AND day >= ?',
  )

  /** Returns what was counted in the last `BASELINE_DAYS` days, including the latest runs. */
  function recentCounts({ parserId, at }: HealthRun): { runs: number; counts: FillCounts } {
    const days = daysSince.all(parserId, iso(at - BASELINE_DAYS * DAY).slice(0, 10))
    return { runs: days.reduce((sum, { runs }) => sum + runs, 0), counts: countsOf(days) }
  }

  /** Returns the fields that are found less often than before, each with the latest run without it. */
  function dropsIn(runs: HealthRun[], window: FillWindow, known: DegradedField[]): DegradedField[] {
    const lacking = new Map(runs.flatMap(run => missingFieldsOf(run).map(field => [field, run] as const)))
    for (const { field } of known) lacking.delete(field)
    const low = [...lacking]
      .map(([field, run]) => ({ field, run, recent: recentFill(window, field) }))
      .filter(({ recent }) => isLow(recent))
    if (low.length === 0) return []
    const counted = recentCounts(runs.at(-1)!)
    return low.flatMap(({ field, run, recent }) => {
      const baseline = baselineOf(counted.runs, counted.counts.get(field), recent)
      if (!isDrop(baseline, recent)) return []
      const rates = { baseline: Math.round(baseline.rate * 10_000) / 10_000, rate: rateOf(recent) }
      const { at, call_id, job_id, url } = run
      return [{ field, since: iso(at), ...rates, call_id, job_id, url }]
    })
  }

  function note(runs: HealthRun[]): void {
    const { accountId, parserId, at } = runs.at(-1)!
    const row = find.get(parserId)
    if (!row) return
    const isSame = row.version === row.current
    const degraded: DegradedField[] = row.degraded ? JSON.parse(row.degraded) : []
    const window = runs.reduce(
      (sum, { fills, lack }) => addRun(sum, fills, lack),
      isSame ? (JSON.parse(row.recent) as FillWindow) : emptyWindow(),
    )
    const recovered = isSame
      ? degraded.filter(one => isRecovered(one.baseline, recentFill(window, one.field)))
      : degraded
    const drops = dropsIn(runs, window, isSame ? degraded : [])
    const stillDegraded = [...degraded.filter(one => !recovered.includes(one)), ...drops]
    const ended = recovered.map(one => ({ ...one, until: iso(at) }))
    const history = [...ended, ...(row.history ? (JSON.parse(row.history) as PastDrop[]) : [])].slice(
      0,
      MAX_PAST,
    )
    // Only runs after a drop show whether it is over.
    const next = drops.length > 0 ? emptyWindow() : window
    write.run(
      parserId,
      row.current,
      JSON.stringify(next),
      JSON.stringify(stillDegraded),
      JSON.stringify(history),
    )
    if (drops.length > 0)
      events.enqueue(accountId, 'parser.health.degraded', { parser_id: parserId, fields: drops }, at)
  }

  return {
    /**
     * Call inside the transaction that counts these runs of one parser: records them, and notifies webhooks of a drop,
     * once.
     */
    note,
    read: async (parserId: string): Promise<ParserHealth> => {
      const row = find.get(parserId)
      if (!row?.recent) return HEALTHY
      const degraded: DegradedField[] = row.version === row.current ? JSON.parse(row.degraded) : []
      return { state: degraded.length > 0 ? 'degraded' : 'ok', degraded, past: JSON.parse(row.history) }
    },
  }
}

export type ParserHealthStore = ReturnType<typeof createParserHealthStore>
