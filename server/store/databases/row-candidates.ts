import type { Engine } from '../engine.ts'
import type { DatabaseRecord } from './databases.ts'
import { conditionOn, type Filter, partsQuery, type RowSelection, type Sql } from './row-filter.ts'
import type { RowLookups } from './row-lookups.ts'

/** So many rows, of so many bytes, are read at once, and sorted where they must be. */
const FEW = { rows: 2_000, bytes: 16_777_216 }

/** Conditions that hold for a range of values, or for none. */
const RANGES: Filter['operator'][] = ['eq', 'gt', 'gte', 'lt', 'lte', 'in', 'null']

/** How texts are looked up: by a query for their parts, in rows up to a number. */
export interface TextLookup {
  parts: string
  filledTo: number
}

/** Finds the rows that a selection can be among, where lookups say that they are few. */
export function createRowCandidates(engine: Engine, lookups: RowLookups) {
  const ends = engine.prepare<{ first: number | null; last: number | null }>(`
    SELECT (SELECT min(seq) FROM database_rows WHERE database_id = @id) AS first,
      (SELECT max(seq) FROM database_rows WHERE database_id = @id) AS last
  `)

  const areFew = ({ text, values }: Sql): boolean => {
    const found = `SELECT octet_length(data) AS bytes FROM (${text} LIMIT ${FEW.rows + 1}) CROSS JOIN database_rows USING (seq)`
    const { rows, bytes } = engine
      .prepare<typeof FEW>(`SELECT count(*) AS rows, total(bytes) AS bytes FROM (${found})`)
      .get(...values)!
    return rows <= FEW.rows && bytes <= FEW.bytes
  }

  /** Numbers of rows for which a filter holds; null where nothing but a look at all says that. */
  const ofFilter = (databaseId: string, filter: Filter): Sql | null => {
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

  /** What the texts of a selection are looked up by; null where they are too short, or there is no lookup yet. */
  const texts = (databaseId: string, selection: Pick<RowSelection, 'filters' | 'q'>): TextLookup | null => {
    const queries = needlesOf(selection).flatMap(needle => partsQuery(needle) ?? [])
    const filledTo = queries.length ? lookups.textsFilledTo(databaseId) : null
    return filledTo === null ? null : { parts: queries.join(' AND '), filledTo }
  }

  const ofTexts = (databaseId: string, selection: RowSelection): Sql[] => {
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

  /** Has what a selection could be looked up by made; nobody waits for that. */
  const request = (database: DatabaseRecord, selection: RowSelection) => {
    for (const { column, operator } of selection.filters)
      if (RANGES.includes(operator)) lookups.request(database, column)
    if (needlesOf(selection).some(partsQuery)) lookups.request(database, 'texts')
  }

  return {
    texts,
    /** A condition that few rows fit; null where the whole database is small, 'many' where neither is known. */
    async few(database: DatabaseRecord, selection: RowSelection): Promise<Sql | null | 'many'> {
      if (lookups.isSmall(database.id)) return null
      request(database, selection)
      const all = [
        ...selection.filters.flatMap(filter => ofFilter(database.id, filter) ?? []),
        ...ofTexts(database.id, selection),
      ]
      for (const candidates of all)
        if (areFew(candidates)) return { ...candidates, text: `seq IN (${candidates.text})` }
      return 'many'
    },
  }
}
