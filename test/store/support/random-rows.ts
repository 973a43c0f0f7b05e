import type { Column, DatabaseDocument, DatabaseRecord } from '../../../server/store/databases/databases.ts'
import type { RowData } from '../../../server/store/databases/row-data.ts'
import type { Filter, FilterOperator } from '../../../server/store/databases/row-filter.ts'
import type { RowQuery } from '../../../server/store/databases/row-list.ts'
import { BY_HAND } from '../../../server/store/databases/rows.ts'
import { openStore, type Store } from '../../../server/store/open-store.ts'
import { randomFrom } from '../../support/seeds.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import type { PlainRow } from './plain-rows.ts'

const column = (name: string, type: Column['type']): Column => ({ name, path: name, type, nullable: true })
export const COLUMNS = [
  column('sku', 'string'),
  column('title', 'string'),
  column('price', 'number'),
  column('stock', 'integer'),
  column('sold', 'boolean'),
  column('tags', 'json'),
]
const DOCUMENT: DatabaseDocument = {
  name: 'Rows', description: '', columns: COLUMNS, rows_path: '', primary_key: ['sku'], write_mode: 'upsert', track_history: false,
  on_missing: 'mark_removed', from_parser: null,
} // biome-ignore format: a document
const WORDS = [
  'Kettle',
  'kettle',
  'LAMP',
  'Ångström',
  'ångström',
  'a "quote"',
  '100%',
  'a_b',
  'x\ny',
  '\\',
  '日本語',
  '',
  'ﬁ',
  'İ',
  'naïve',
  'a\0b',
]
export const NOW = Date.parse('2026-03-01T00:00:00.000Z')

type PickItem = <T>(list: readonly T[]) => T

/** Random choices from a seed. */
export function randomOf(seed: number) {
  const random = randomFrom(seed)
  const pick: PickItem = list => list[Math.floor(random() * list.length)]!
  return { random, pick }
}

type RandomChoices = ReturnType<typeof randomOf>

const rowOf = ({ random, pick }: RandomChoices, key: number): RowData => ({
  sku: `sku-${key}`,
  title: pick([null, `${pick(WORDS)} ${pick(WORDS)}`, `${pick(WORDS)}${'long '.repeat(110)}${pick(WORDS)}`]),
  price: pick([null, 0, -1.5, Math.floor(random() * 100) / 4, Math.floor(random() * 100_000)]),
  stock: pick([null, Math.floor(random() * 4), Math.floor(random() * 3_000)]),
  sold: pick([null, true, false]),
  tags: pick([null, ['Kettle'], { a: 'kettle' }]),
})

function filterOf({ random, pick }: RandomChoices): Filter {
  const of = pick(COLUMNS)
  const kinds: FilterOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'null']
  const operator: FilterOperator =
    of.type === 'json' ? 'null' : pick(of.type === 'string' ? [...kinds, 'contains'] : kinds)
  const value = () => {
    if (of.type === 'string')
      return pick([`sku-${Math.floor(random() * 4_000)}`, searchTerm({ random, pick })])
    if (of.type === 'boolean') return pick([true, false])
    return pick([0, -1.5, Math.floor(random() * 30), Math.floor(random() * 100_000)])
  }
  const values =
    operator === 'null'
      ? [pick([true, false])]
      : operator === 'contains'
        ? [searchTerm({ random, pick })]
        : Array.from({ length: operator === 'in' ? 3 : 1 }, value)
  return { column: of, operator, values }
}

const searchTerm = ({ random, pick }: RandomChoices): string =>
  pick([
    ...WORDS.filter(word => word && !word.includes('\0')),
    'ett',
    'no row',
    `u-${Math.floor(random() * 4_000)}`,
    'le ke',
    'g l',
    '"',
    'ÅNG',
    'long long long',
    'LONG long long kettle',
  ])

export function queryOf(random: RandomChoices): Omit<RowQuery, 'limit'> {
  const filters = Array.from({ length: Math.floor(random.random() * 3) }, () => filterOf(random))
  const sortable = COLUMNS.slice(0, 5)
  const filtered = filters.map(({ column }) => column).filter(column => sortable.includes(column))
  const column = random.pick(random.random() < 0.5 && filtered.length > 0 ? filtered : sortable)
  return {
    filters,
    q: random.random() < 0.4 ? searchTerm(random) : undefined,
    removed: random.pick(['without', 'without', 'with', 'only']),
    sort: random.random() < 0.5 ? { column, descending: random.random() < 0.5 } : undefined,
  }
}

/** A database in a new store, and a plain copy of its rows that is updated with each write. */
export async function makeRows(random: RandomChoices, count: number) {
  const store = openStore(tempFolder())
  const { id: accountId } = await store.accounts.ensure('one', 0, NOW)
  // Rows of another database are interleaved with them.
  const created = ['db_ONE', 'db_OTHER'].map(id => store.databases.create(accountId, id, DOCUMENT, NOW))
  await store.write(() => {
    for (const { write } of created) write()
  })
  const [database, other] = created.map(({ record }) => record) as [DatabaseRecord, DatabaseRecord]
  const rows = new Map<number, PlainRow>()
  const write = async (keys: number[]) => {
    const list = keys.map(key => ({ key, data: rowOf(random, key) }))
    await store.write(() => {
      store.databaseRows.write(
        database,
        list.map(({ data }) => ({ data, source: BY_HAND })),
        NOW,
      )
      store.databaseRows.write(
        other,
        list.slice(0, 3).map(({ data }) => ({ data, source: BY_HAND })),
        NOW,
      )
    })
    for (const { key, data } of list) rows.set(key, { data, isRemoved: false })
  }
  for (let from = 0; from < count; from += 500)
    await write(Array.from({ length: Math.min(500, count - from) }, (_, i) => from + i))
  return { store, database, rows, write }
}

/** A later write without some of the rows, which are then marked as removed. */
export async function markMissing(store: Store, database: DatabaseRecord, rows: Map<number, PlainRow>) {
  const mark = store.databaseRows.mark(database.id)
  const remainingRows = [...rows.entries()].filter(([key, { isRemoved }]) => key % 7 !== 0 && !isRemoved)
  await store.write(() => {
    store.databaseRows.write(
      database,
      remainingRows.map(([, { data }]) => ({ data, source: BY_HAND })),
      NOW,
    )
  })
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = (await store.write(() => store.databaseRows.removeMissing(database, mark, from, NOW))).last
  }
  for (const [key, row] of rows) if (key % 7 === 0) row.isRemoved = true
}
