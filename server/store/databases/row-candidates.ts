import type { Engine } from '../engine.ts'
import type { DatabaseRecord } from './databases.ts'
import { conditionOn, type Filter, partsQuery, type RowSelection, type Sql } from './row-filter.ts'
import type { RowLookups } from './row-lookups.ts'

/** Up to this many rows and bytes are read, and if necessary sorted, at once. */
const FEW_LIMITS = { rows: 2_000, bytes: 16_777_216 }

/** Operators that match a range of values, or rows without a value. */
const RANGES: Filter['operator'][] = ['eq', 'gt', 'gte', 'lt', 'lte', 'in', 'null']

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

  return {
    texts,
    /** Returns a condition that few rows fit; null if the whole database is small; 'many' if neither is known. */
    async few(database: DatabaseRecord, selection: RowSelection): Promise<Sql | null | 'many'> {
      if (lookups.isSmall(database.id)) return null
      request(database, selection)
      const queries = [
        ...selection.filters.flatMap(filter => queryOfFilter(database.id, filter) ?? []),
        ...queriesOfTexts(database.id, selection),
      ]
      for (const candidates of queries)
        if (areFew(candidates)) return { ...candidates, text: `seq IN (${candidates.text})` }
      return 'many'
    },
  }
}
