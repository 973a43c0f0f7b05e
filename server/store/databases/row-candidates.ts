import { createTurns } from '../../base/turns.ts'
import type { Engine } from '../engine.ts'
import { createPace, type PaceOptions } from '../pace.ts'
import type { DatabaseRecord } from './databases.ts'
import { allOf, conditionOn, type Filter, partsQuery, type RowSelection, type Sql } from './row-filter.ts'
import type { RowLookups } from './row-lookups.ts'

/** Up to this many rows and bytes are read, and if necessary sorted, at once. */
const FEW_LIMITS = { rows: 2_000, bytes: 16_777_216 }

/** If each filter matches many rows, those of one filter are read if they are no more than this. */
const MAX_CANDIDATES = 20_000
/** Candidates that one statement examines. */
const PACE: PaceOptions = { first: 100, fewest: 1, most: 5_000, longMs: 5 }

/** Operators that match a range of values, or rows without a value. */
const RANGES: Filter['operator'][] = ['eq', 'gt', 'gte', 'lt', 'lte', 'in', 'null']

/** Whether a selection is a single range, which matches all rows that its lookup finds. */
const isOneRange = ({ filters, q }: RowSelection): boolean =>
  q === undefined && filters.length === 1 && RANGES.includes(filters[0]!.operator)

/** How to look up texts: `parts` is the query for their parts, valid for rows up to number `filledTo`. */
export interface TextLookup {
  parts: string
  filledTo: number
}

/** Finds few rows that include all rows of a selection, if lookups show that they are few. */
export function createRowCandidates(engine: Engine, lookups: RowLookups) {
  const ends = engine.prepare<{ first: number | null; last: number | null }>(`
    SELECT (SELECT min(seq) FROM database_rows WHERE database_id = @id) AS first,
      (SELECT max(seq) FROM database_rows WHERE database_id = @id) AS last
  `)

  const areFew = ({ text, values }: Sql): boolean => {
    const found = `SELECT octet_length(data) AS bytes FROM (${text} LIMIT ${FEW_LIMITS.rows + 1}) CROSS JOIN database_rows USING (seq)`
    const { rows, bytes } = engine
      .prepare<typeof FEW_LIMITS>(`SELECT count(*) AS rows, total(bytes) AS bytes FROM (${found})`)
      .get(...values)!
    return rows <= FEW_LIMITS.rows && bytes <= FEW_LIMITS.bytes
  }

  /** Returns a query for the numbers of rows that match a filter; null if only reading all rows can tell. */
  const queryOfFilter = (databaseId: string, filter: Filter): Sql | null => {
    const isRange = RANGES.includes(filter.operator) && !(filter.operator === 'null' && !filter.values[0])
    const lookup = isRange ? lookups.find(databaseId, filter.column) : null
    if (lookup === null) return null
    const condition = filter.operator === 'null' ? null : conditionOn('value', filter)
    return {
      text: `SELECT seq FROM row_values WHERE lookup = ${lookup} AND ${condition ? `is_missing = 0 AND ${condition.text}` : 'is_missing = 1'}`,
      values: condition?.values ?? [],
    }
  }

  const needlesOf = ({ filters, q }: Pick<RowSelection, 'filters' | 'q'>): string[] => [
    ...(q === undefined ? [] : [q]),
    ...filters.filter(({ operator }) => operator === 'contains').map(({ values }) => String(values[0])),
  ]

  /** Returns the query for the texts of a selection; null if they are too short, or there is no lookup yet. */
  const texts = (databaseId: string, selection: Pick<RowSelection, 'filters' | 'q'>): TextLookup | null => {
    const queries = needlesOf(selection).flatMap(needle => partsQuery(needle) ?? [])
    const filledTo = queries.length ? lookups.textsFilledTo(databaseId) : null
    return filledTo === null ? null : { parts: queries.join(' AND '), filledTo }
  }

  const queriesOfTexts = (databaseId: string, selection: RowSelection): Sql[] => {
    const lookup = texts(databaseId, selection)
    const { first, last } = ends.get({ id: databaseId })!
    if (lookup === null || first === null || last === null) return []
    return [
      {
        text: `SELECT rowid AS seq FROM row_texts
          WHERE row_texts MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
          UNION ALL SELECT seq FROM database_rows WHERE database_id = ? AND seq > ?
          UNION ALL SELECT seq FROM row_texts_due WHERE database_id = ?`,
        values: [lookup.parts, first, last, databaseId, lookup.filledTo, databaseId],
      },
    ]
  }

  /** Requests the lookups that a selection could use, without waiting for them. */
  const request = (database: DatabaseRecord, selection: RowSelection) => {
    for (const { column, operator } of selection.filters)
      if (RANGES.includes(operator)) lookups.request(database, column)
    if (needlesOf(selection).some(partsQuery)) lookups.request(database, 'texts')
  }

  const countOf = ({ text, values }: Sql): number =>
    engine
      .prepare<{ rows: number }>(`SELECT count(*) AS rows FROM (${text} LIMIT ${MAX_CANDIDATES + 1})`)
      .get(...values)!.rows

  /** Reads the rows that the most selective query finds. Returns a condition for those that match, if they are few. */
  const matchesAmong = async (queries: Sql[], { text, values }: Sql): Promise<Sql | 'many'> => {
    const [fewest] = queries.map(query => ({ query, rows: countOf(query) })).sort((a, b) => a.rows - b.rows)
    if (!fewest || fewest.rows > MAX_CANDIDATES) return 'many'
    const { query } = fewest
    const seqs = engine
      .prepare<{ seq: number }>(query.text)
      .all(...query.values)
      .map(({ seq }) => seq)
    const read = engine.prepare<{ seq: number; bytes: number }>(`
      SELECT seq, octet_length(data) AS bytes FROM database_rows WHERE seq IN (SELECT value FROM json_each(?)) AND ${text}
    `)
    const pace = createPace(PACE)
    const turns = createTurns()
    const matches: number[] = []
    for (let at = 0, bytes = 0; at < seqs.length; ) {
      const some = seqs.slice(at, at + pace.begin())
      at += some.length
      for (const row of read.iterate(JSON.stringify(some), ...values)) {
        matches.push(row.seq)
        bytes += row.bytes
      }
      if (matches.length > FEW_LIMITS.rows || bytes > FEW_LIMITS.bytes) return 'many'
      pace.end()
      if (turns.isOver()) await turns.next()
    }
    return { text: 'seq IN (SELECT value FROM json_each(?))', values: [JSON.stringify(matches)] }
  }

  return {
    texts,
    request,
    /** Returns a condition that few rows fit; null if the whole database is small; 'many' if neither is known. */
    async few(
      database: DatabaseRecord,
      selection: RowSelection,
      conditions: Sql,
    ): Promise<Sql | null | 'many'> {
      if (lookups.isSmall(database.id)) return null
      request(database, selection)
      const queries = [
        ...selection.filters.flatMap(filter => queryOfFilter(database.id, filter) ?? []),
        ...queriesOfTexts(database.id, selection),
      ]
      for (const candidates of queries)
        if (areFew(candidates)) return { ...candidates, text: `seq IN (${candidates.text})` }
      const ofDatabase = { text: 'database_id = ?', values: [database.id] }
      return isOneRange(selection) ? 'many' : matchesAmong(queries, allOf([ofDatabase, conditions]))
    },
  }
}
