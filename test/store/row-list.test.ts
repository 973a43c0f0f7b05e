import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Column, DatabaseDocument, DatabaseRecord } from '../../server/store/databases/databases.ts'
import type { RowData } from '../../server/store/databases/row-data.ts'
import type { Filter, FilterOperator, RowSelection } from '../../server/store/databases/row-filter.ts'
import type { RowQuery } from '../../server/store/databases/row-list.ts'
import { BY_HAND } from '../../server/store/databases/rows.ts'
import { openStore, type Store } from '../../server/store/open-store.ts'
import { randomFrom, rounds, SEED } from '../support/seeds.ts'
import { tempFolder } from '../support/temp-folder.ts'

const column = (name: string, type: Column['type']): Column => ({ name, path: name, type, nullable: true })
const COLUMNS = [
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
const NOW = Date.parse('2026-03-01T00:00:00.000Z')

type Pick = <T>(list: readonly T[]) => T

function randomOf(seed: number) {
  const random = randomFrom(seed)
  const pick: Pick = list => list[Math.floor(random() * list.length)]!
  return { random, pick }
}

type Random = ReturnType<typeof randomOf>

const rowOf = ({ random, pick }: Random, key: number): RowData => ({
  sku: `sku-${key}`,
  title: pick([null, `${pick(WORDS)} ${pick(WORDS)}`, `${pick(WORDS)}${'long '.repeat(110)}${pick(WORDS)}`]),
  price: pick([null, 0, -1.5, Math.floor(random() * 100) / 4, Math.floor(random() * 100_000)]),
  stock: pick([null, Math.floor(random() * 4), Math.floor(random() * 3_000)]),
  sold: pick([null, true, false]),
  tags: pick([null, ['Kettle'], { a: 'kettle' }]),
})

/** Rows as a plain list, in the order in which they came; those that are marked hold the mark. */
type Plain = { data: RowData; isRemoved: boolean }

const lower = (text: string) => text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
/** As LIKE reads: a text ends at a NUL. */
const isIn = (value: unknown, text: string) =>
  typeof value === 'string' && lower(value.split('\0')[0]!).includes(lower(text))
/** As SQLite cuts: a text ends at a NUL. */
const compared = (value: unknown) => {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' ? [...value.split('\0')[0]!].slice(0, 500).join('') : (value as number)
}
/** As SQLite orders texts: by their bytes. */
const order = (a: string | number, b: string | number) =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b)

function fits(data: RowData, { column: { name }, operator, values }: Filter): boolean {
  const value = data[name] ?? null
  if (operator === 'null') return (value === null) === values[0]
  if (operator === 'contains') return isIn(value, String(values[0]))
  if (value === null) return operator === 'ne'
  const orders = values.map(other => order(compared(value), compared(other)))
  const tests: Record<string, (sign: number) => boolean> = {
    eq: sign => sign === 0,
    in: sign => sign === 0,
    ne: sign => sign !== 0,
    gt: sign => sign > 0,
    gte: sign => sign >= 0,
    lt: sign => sign < 0,
    lte: sign => sign <= 0,
  }
  return orders.some(tests[operator]!)
}

/** What a query finds by a plain look at all rows. */
function plainly(rows: readonly Plain[], { filters, q, removed, sort }: Omit<RowQuery, 'limit'>): unknown[] {
  const found = rows.filter(
    ({ data, isRemoved }) =>
      (removed === 'with' || isRemoved === (removed === 'only')) &&
      filters.every(filter => fits(data, filter)) &&
      (q === undefined || isIn(data.sku, q) || isIn(data.title, q)),
  )
  if (!sort) return found.reverse().map(({ data }) => data.sku)
  const { column, descending } = sort
  const sortedBy = ({ data }: Plain) => compared(data[column.name] ?? null)
  const numbered = found.map((row, seq) => ({ row, seq, value: sortedBy(row) }))
  const way = descending ? -1 : 1
  return numbered
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return a.value === b.value ? way * (a.seq - b.seq) : a.value === null ? 1 : -1
      return way * (order(a.value, b.value) || a.seq - b.seq)
    })
    .map(({ row }) => row.data.sku)
}

function filterOf({ random, pick }: Random): Filter {
  const of = pick(COLUMNS)
  const kinds: FilterOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'null']
  const operator: FilterOperator =
    of.type === 'json' ? 'null' : pick(of.type === 'string' ? [...kinds, 'contains'] : kinds)
  const value = () => {
    if (of.type === 'string') return pick([`sku-${Math.floor(random() * 4_000)}`, needle({ random, pick })])
    if (of.type === 'boolean') return pick([true, false])
    return pick([0, -1.5, Math.floor(random() * 30), Math.floor(random() * 100_000)])
  }
  const values =
    operator === 'null'
      ? [pick([true, false])]
      : operator === 'contains'
        ? [needle({ random, pick })]
        : Array.from({ length: operator === 'in' ? 3 : 1 }, value)
  return { column: of, operator, values }
}

const needle = ({ random, pick }: Random): string =>
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

const queryOf = (random: Random): Omit<RowQuery, 'limit'> => ({
  filters: Array.from({ length: Math.floor(random.random() * 3) }, () => filterOf(random)),
  q: random.random() < 0.4 ? needle(random) : undefined,
  removed: random.pick(['without', 'without', 'with', 'only']),
  sort:
    random.random() < 0.5
      ? { column: random.pick(COLUMNS.slice(0, 5)), descending: random.random() < 0.5 }
      : undefined,
})

async function everyPage(store: Store, database: DatabaseRecord, query: Omit<RowQuery, 'limit'>) {
  const found: unknown[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await store.rowList.page(database, { ...query, limit: 333, cursor })
    found.push(...page.data.map(({ data }) => data.sku))
    if (page.next_cursor === null) return found
    cursor = page.next_cursor
  }
}

async function exported(store: Store, database: DatabaseRecord, selection: RowSelection) {
  const found: unknown[] = []
  for await (const { data } of store.rowList.all(database, selection)) found.push(data.sku)
  return found
}

/** A database of a new store, and a plain copy of its rows that follows what is written. */
async function makeRows(random: Random, count: number) {
  const store = openStore(tempFolder())
  const { id: accountId } = await store.accounts.ensure('one', 0, NOW)
  // Rows of another database lie among them.
  const made = ['db_ONE', 'db_OTHER'].map(id => store.databases.create(accountId, id, DOCUMENT, NOW))
  await store.write(() => {
    for (const { write } of made) write()
  })
  const [database, other] = made.map(({ record }) => record) as [DatabaseRecord, DatabaseRecord]
  const rows = new Map<number, Plain>()
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

describe('a list of rows', () => {
  for (const count of [1_200, 3_500])
    test(`of ${count} is what a plain look at all of them finds, whatever is looked up (WINNOW_SEED=${SEED})`, async () => {
      const random = randomOf(SEED + count)
      const { store, database, rows, write } = await makeRows(random, count)
      const check = async () => {
        const query = queryOf(random)
        const expected = plainly([...rows.values()], query)
        assert.deepEqual(await everyPage(store, database, query), expected, JSON.stringify(query))
        const { sort: _, ...selection } = query
        const inOrder = plainly([...rows.values()], selection).reverse()
        assert.deepEqual(await exported(store, database, selection), inOrder, JSON.stringify(selection))
      }
      for (let round = 0; round < rounds(3); round++) {
        for (let i = 0; i < 20; i++) await check()
        // While lookups are filled, and after that.
        const keys = Array.from({ length: 150 }, () => Math.floor(random.random() * (count + 200)))
        await write([...new Set(keys)])
        for (const key of [...rows.keys()].filter(() => random.random() < 0.01)) {
          const row = rows.get(key)!
          const [found] = (
            await store.rowList.page(database, {
              filters: [{ column: COLUMNS[0]!, operator: 'eq', values: [String(row.data.sku)] }],
              removed: 'with',
              limit: 1,
            })
          ).data
          await store.write(() => store.databaseRows.remove(database, found!.id, NOW))
          rows.delete(key)
        }
        if (round === 1) for (const one of COLUMNS.slice(0, 5)) await store.rowLookups.ensure(database, one)
        if (round === 2) await store.rowLookups.ensure(database, 'texts')
        if (round === 2) await markMissing(store, database, rows)
      }
      store.close()
    })

  for (const query of ['contains', 'q'])
    test(`looks for a text that repeats itself (${query}) in long values without holding up others`, async () => {
      const { store, database } = await makeRows(randomOf(SEED), 10)
      const data = (key: number) => ({ sku: `long-${key}`, title: 'a'.repeat(150_000) })
      await store.write(() =>
        store.databaseRows.write(
          database,
          Array.from({ length: 20 }, (_, key) => ({ data: data(key), source: BY_HAND })),
          NOW,
        ),
      )
      const look = (text: string) => {
        const filter: Filter = { column: COLUMNS[1]!, operator: 'contains', values: [text] }
        const wanted = query === 'q' ? { filters: [], q: text } : { filters: [filter] }
        return store.rowList.page(database, { ...wanted, removed: 'without', limit: 100 })
      }
      const start = performance.now()
      assert.equal((await look(`${'A'.repeat(490)}b`)).data.length, 0)
      assert.ok(performance.now() - start < 2_000, 'in less time than it takes to compare at each character')
      assert.equal((await look('A'.repeat(490))).data.length, 20)
      store.close()
    })

  for (const count of [20, 2_500])
    test(`of ${count} has pages and steps of some megabytes, however long the rows are`, async () => {
      const { store, database } = await makeRows(randomOf(SEED), count)
      const long = Array.from({ length: 15 }, (_, key) => ({
        data: { sku: `long-${key}`, title: `${key} ${'x'.repeat(900_000)}`, price: 1e9 },
        source: BY_HAND,
      }))
      await store.write(() => store.databaseRows.write(database, long, NOW))
      const skus = long.map(({ data }) => data.sku)
      const filters: Filter[] = [{ column: COLUMNS[2]!, operator: 'eq', values: [1e9] }]
      const queries: Omit<RowQuery, 'limit'>[] = [
        { filters, removed: 'without' },
        { filters, removed: 'without', q: 'xxxxxx' },
        { filters, removed: 'without', sort: { column: COLUMNS[4]!, descending: true } },
      ]
      for (const query of queries) {
        const page = await store.rowList.page(database, { ...query, limit: 1_000 })
        assert.deepEqual([page.data.length, page.has_more], [4, true])
        assert.deepEqual(await everyPage(store, database, query), skus.toReversed())
      }
      assert.deepEqual(await exported(store, database, { filters, removed: 'without' }), skus)
      store.close()
    })

  test('gives up the lookups of columns that went, and those of a database that is removed for good', async () => {
    const random = randomOf(SEED)
    const { store, database } = await makeRows(random, 2_500)
    const sold = COLUMNS[4]!
    for (const one of COLUMNS.slice(0, 5)) await store.rowLookups.ensure(database, one)
    await store.rowLookups.ensure(database, 'texts')
    assert.notEqual(store.rowLookups.find(database.id, sold), null)
    await store.write(() =>
      store.databaseSchemas.apply(database, { ...database, columns: COLUMNS.filter(one => one !== sold) }),
    )
    assert.equal(store.rowLookups.find(database.id, sold), null)
    assert.notEqual(store.rowLookups.find(database.id, COLUMNS[0]!), null)
    await store.rowLookups.clean()
    await store.purgeDatabase(database.id)
    await store.rowLookups.clean()
    assert.equal(store.rowLookups.textsFilledTo(database.id), null)
    store.close()
  })
})

/** A later write that lacks some rows, which are then marked. */
async function markMissing(store: Store, database: DatabaseRecord, rows: Map<number, Plain>) {
  const mark = store.databaseRows.mark(database.id)
  const kept = [...rows.entries()].filter(([key, { isRemoved }]) => key % 7 !== 0 && !isRemoved)
  await store.write(() => {
    store.databaseRows.write(
      database,
      kept.map(([, { data }]) => ({ data, source: BY_HAND })),
      NOW,
    )
  })
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = (await store.write(() => store.databaseRows.removeMissing(database, mark, from, NOW))).last
  }
  for (const [key, row] of rows) if (key % 7 === 0) row.isRemoved = true
}
