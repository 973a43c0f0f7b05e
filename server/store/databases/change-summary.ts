import { DAY, iso } from '../../base/times.ts'
import type { Engine } from '../engine.ts'
import { createPace, type PaceOptions } from '../pace.ts'
import { CHANGE_KINDS, type ChangeKind } from './row-data.ts'

/** How a field changed. */
interface FieldCounts {
  /** How many changes of rows changed the field. */
  changed: number
  /** How often a number rose, and how often one fell. */
  up: number
  down: number
  /** The sum of the differences between numbers; null if it exceeds the range of numbers. */
  net: number | null
}

/** How a field changed on one day. */
interface FieldDay extends FieldCounts {
  /** In UTC. */
  day: string
}

interface FieldSummary extends FieldCounts {
  field: string
  last_at: string
  /** Days on which it changed, oldest first. */
  days: FieldDay[]
}

/** The number of changes of each kind in a database. */
export interface ChangeCounts {
  counts: Record<ChangeKind, number>
  /** False if there were more changes than `MAX_SUMMARIZED`, of which the newest are counted. */
  is_complete: boolean
}

/** What changed in a database, by kind and by field. */
export interface ChangeSummary extends ChangeCounts {
  /** The field that changed last comes first. */
  fields: FieldSummary[]
}

/** How many changes are examined, the newest. */
export const MAX_SUMMARIZED = 10_000

/** Changes that one statement examines, and the bytes of their fields. */
const PACE: PaceOptions = { first: 200, fewest: 50, most: 5_000, longMs: 5 }
const MAX_BYTES = 4_194_304

interface ChangeHead {
  seq: number
  kind: ChangeKind
  bytes: number
}

interface FieldRow extends FieldCounts {
  field: string
  day: number
  /** The number and the time of the last change. */
  seq: number
  at: number
}

/** Counts changes of databases. */
export function createChangeSummaries(engine: Engine) {
  const heads = engine.prepare<ChangeHead>(`
    SELECT seq, kind, octet_length(fields) AS bytes FROM database_changes
    WHERE database_id = @databaseId AND seq > @after AND seq < @before ORDER BY seq DESC LIMIT @limit
  `)
  const fields = engine.prepare<FieldRow>(`
    WITH
      differences AS (
        SELECT key AS field, seq, at,
          iif(json_type(value, '$.from') IN ('integer', 'real') AND json_type(value, '$.to') IN ('integer', 'real'),
            (value ->> '$.to') - (value ->> '$.from'), 0) AS difference
        FROM database_changes, json_each(fields)
        WHERE database_id = @databaseId AND seq BETWEEN @first AND @last
      )
    SELECT field, at / ${DAY} AS day, count(*) AS changed, sum(difference > 0) AS up, sum(difference < 0) AS down,
      sum(difference) AS net, max(seq) AS seq, max(at) AS at
    FROM differences GROUP BY 1, 2
  `)

  /**
   * Calls `visit` with each stretch of the changes after number `after`, newest first, with pauses in between. Returns
   * false if it stopped at `MAX_SUMMARIZED`.
   */
  async function walk(
    databaseId: string,
    after: number,
    visit: (stretch: readonly ChangeHead[]) => void,
  ): Promise<boolean> {
    const pace = createPace(PACE)
    let before = Number.MAX_SAFE_INTEGER
    for (let examined = 0; examined < MAX_SUMMARIZED; ) {
      const limit = Math.min(pace.begin(), MAX_SUMMARIZED - examined)
      const found = heads.all({ databaseId, after, before, limit })
      const stretch = found.slice(0, countFitting(found))
      if (stretch.length) visit(stretch)
      pace.end()
      if (stretch.length < limit && stretch.length === found.length) return true
      examined += stretch.length
      before = stretch.at(-1)!.seq
      await new Promise(resolve => setImmediate(resolve))
    }
    return heads.all({ databaseId, after, before, limit: 1 }).length === 0
  }

  /** Counts the changes after number `after` by kind; `visit` gets each stretch that is counted. */
  async function count(
    databaseId: string,
    after: number,
    visit?: (stretch: readonly ChangeHead[]) => void,
  ): Promise<ChangeCounts> {
    const counts = Object.fromEntries(CHANGE_KINDS.map(kind => [kind, 0])) as ChangeCounts['counts']
    const is_complete = await walk(databaseId, after, stretch => {
      for (const { kind } of stretch) counts[kind] += 1
      visit?.(stretch)
    })
    return { counts, is_complete }
  }

  return {
    /** Counts the changes after number `after`, by kind. */
    count: (databaseId: string, after: number): Promise<ChangeCounts> => count(databaseId, after),
    /** Counts the changes after number `after`, by kind and by field. */
    async read(databaseId: string, after: number): Promise<ChangeSummary> {
      const rows: FieldRow[] = []
      const counted = await count(databaseId, after, stretch =>
        rows.push(...fields.all({ databaseId, first: stretch.at(-1)!.seq, last: stretch[0]!.seq })),
      )
      return { ...counted, fields: summariesOf(rows) }
    },
  }
}

/** Returns how many of the changes fit into `MAX_BYTES` together; at least 1 if there are any. */
function countFitting(heads: readonly ChangeHead[]): number {
  let bytes = 0
  const first = heads.findIndex(head => {
    bytes += head.bytes
    return bytes > MAX_BYTES
  })
  return first < 0 ? heads.length : Math.max(1, first)
}

function summariesOf(rows: readonly FieldRow[]): FieldSummary[] {
  const newestFirst = rows.toSorted((a, b) => b.seq - a.seq)
  // A map keeps its keys in insertion order.
  return [...Map.groupBy(newestFirst, ({ field }) => field)].map(([field, list]) => ({
    field,
    ...sumOf(list),
    last_at: iso(list[0]!.at),
    days: daysOf(list),
  }))
}

const daysOf = (rows: readonly FieldRow[]): FieldDay[] =>
  [...Map.groupBy(rows, ({ day }) => day)]
    .sort(([a], [b]) => a - b)
    .map(([day, list]) => ({ day: iso(day * DAY).slice(0, 10), ...sumOf(list) }))

/** A sum of SQLite may be infinite, or null if it adds opposite infinities; both become null. */
function addFinite(a: number | null, b: number | null): number | null {
  const sum = a === null || b === null ? null : a + b
  return sum !== null && Number.isFinite(sum) ? sum : null
}

const sumOf = (rows: readonly FieldRow[]): FieldCounts =>
  rows.reduce<FieldCounts>(
    (sum, { changed, up, down, net }) => ({
      changed: sum.changed + changed,
      up: sum.up + up,
      down: sum.down + down,
      net: addFinite(sum.net, net),
    }),
    { changed: 0, up: 0, down: 0, net: 0 },
  )
