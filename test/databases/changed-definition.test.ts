import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createDefinitionChange } from '../../server/databases/change-definition.ts'
import type { Column, DatabaseDocument, DatabaseRecord } from '../../server/store/databases/databases.ts'
import type { RowData } from '../../server/store/databases/row-data.ts'
import { BY_HAND, type WriteCounts } from '../../server/store/databases/rows.ts'
import { openStore, type Store } from '../../server/store/open-store.ts'
import { randomFrom, rounds, SEED } from '../support/seeds.ts'
import { tempFolder } from '../support/temp-folder.ts'

const ACCOUNT = 'acc_1'
const NOW = Date.parse('2026-03-01T00:00:00.000Z')
const column = (name: string, fields: Partial<Column> = {}): Column => ({
  name,
  path: name,
  type: 'string',
  nullable: true,
  ...fields,
})
const COLUMNS = [column('sku'), column('code'), column('stock', { type: 'integer' })]
const DOCUMENT: DatabaseDocument = {
  name: 'Shop', description: '', columns: COLUMNS, rows_path: '', primary_key: ['sku'], write_mode: 'upsert', track_history: false,
  on_missing: 'delete', from_parser: null,
} // biome-ignore format: a document
const BY_CODE = { primary_key: ['code'] }

let store: Store
let databases = 0
before(async () => {
  store = openStore(tempFolder())
})
after(() => store.close())

const rowOf = (sku: string, code: string | null, stock: number | null = 1): RowData => ({ sku, code, stock })
const current = (id: string) => store.databases.read(ACCOUNT, id)!

/** Creates a database with these rows. */
async function databaseOf(...rows: RowData[]): Promise<DatabaseRecord> {
  const created = store.databases.create(ACCOUNT, `db_${databases++}`, DOCUMENT, NOW)
  await store.write(created.write)
  await write(created.record.id, ...rows)
  return created.record
}

/** Writes rows with the current definition of the database. */
const write = (id: string, ...rows: RowData[]): Promise<WriteCounts> =>
  store.write(() =>
    store.databaseRows.write(
      current(id),
      rows.map(data => ({ data, source: BY_HAND })),
      NOW,
    ),
  )

/** Reads one row at a time, and runs `between` after each part. */
function changeSlowly({ id }: DatabaseRecord, fields: object, between: (part: number) => Promise<unknown>) {
  const { behind, slice } = store.databaseSchemas
  let parts = 0
  const databaseSchemas: Store['databaseSchemas'] = {
    ...store.databaseSchemas,
    behind: (databaseId, seq, until) =>
      behind(databaseId, seq, until).slice(0, Number.isFinite(until) ? 1 : undefined),
    async slice(writeSlice) {
      const done = await slice(writeSlice)
      await between(++parts)
      return done
    },
  }
  const document = { ...DOCUMENT, ...fields }
  return createDefinitionChange({ ...store, databaseSchemas }, () => NOW).change(
    ACCOUNT,
    id,
    document,
    undefined,
  )
}

const change = (database: DatabaseRecord, fields: object) =>
  changeSlowly(database, fields, () => Promise.resolve())

/** Runs `work` once, after the first part. */
const onceAfterFirst = (work: () => Promise<unknown>) => async (part: number) => {
  if (part === 1) await work()
}

const CLASH = { code: 'conflict', message: /Rows do not fit the changed definition/ }

const previewOf = async (changed: Promise<unknown>) => {
  const error = await changed.then(
    () => assert.fail('it was changed'),
    (thrown: { facts: { extra: { preview: unknown } } }) => thrown,
  )
  return error.facts.extra.preview
}

describe('a primary key that is changed while rows are written', () => {
  test('finds existing, changed, new and removed rows', async () => {
    const database = await databaseOf(rowOf('1', 'a'), rowOf('2', 'b'), rowOf('3', 'c'))
    await changeSlowly(
      database,
      BY_CODE,
      onceAfterFirst(() => write(database.id, rowOf('1', 'z'), rowOf('4', 'd'), rowOf('3', 'a'))),
    )
    const { added, unchanged, changed } = await write(
      database.id,
      rowOf('1', 'z'),
      rowOf('2', 'b'),
      rowOf('3', 'a'),
      rowOf('5', 'd'),
    )
    assert.deepEqual({ added, unchanged, changed }, { added: 0, unchanged: 3, changed: 1 })
  })

  test('is refused when written rows have the same key, and the previous key stays', async () => {
    const database = await databaseOf(rowOf('1', 'a'), rowOf('2', 'b'))
    for (const row of [rowOf('1', 'b'), rowOf('3', 'a'), rowOf('1', null), rowOf('4', null)]) {
      const changed = changeSlowly(
        database,
        BY_CODE,
        onceAfterFirst(() => write(database.id, row)),
      )
      await assert.rejects(changed, CLASH, JSON.stringify(row))
      await write(database.id, rowOf('1', 'a'), rowOf('3', 'c'), rowOf('4', 'd'))
    }
    assert.equal(current(database.id).version, 1)
    assert.equal((await write(database.id, rowOf('2', 'b'))).unchanged, 1)
    await change(database, BY_CODE)
    assert.equal((await write(database.id, rowOf('2', 'b'))).unchanged, 1)
  })

  test('is refused when the definition was changed in the meantime', async () => {
    const database = await databaseOf(rowOf('1', 'a'))
    const changed = changeSlowly(
      database,
      BY_CODE,
      onceAfterFirst(() => store.write(() => store.databases.update(database.id, DOCUMENT, NOW))),
    )
    await assert.rejects(changed, {
      code: 'conflict',
      message: 'The database has been changed in the meantime.',
    })
  })

  test('waits for an earlier change to complete', async () => {
    const database = await databaseOf(rowOf('1', 'a'), rowOf('2', 'b'))
    const [first, second] = await Promise.all([
      change(database, BY_CODE),
      change(database, { primary_key: ['sku', 'code'], name: 'Later' }),
    ])
    assert.deepEqual(
      [first, second].map(changed => changed !== null && changed !== 'stale' && changed.version),
      [2, 3],
    )
    assert.equal((await write(database.id, rowOf('1', 'a'))).unchanged, 1)
  })

  test('can be changed to another one, removed, and set again', async () => {
    const database = await databaseOf(rowOf('1', 'a'), rowOf('2', 'b'))
    for (const primary_key of [['code'], ['sku'], [], ['code', 'sku'], ['sku']]) {
      const mode = primary_key.length ? 'upsert' : 'append'
      await change(database, { primary_key, write_mode: mode })
      if (mode === 'append') assert.equal((await write(database.id, rowOf('3', 'c'))).added, 1)
      else assert.equal((await write(database.id, rowOf('1', 'a'), rowOf('2', 'b'))).unchanged, 2)
    }
    assert.equal((await write(database.id, rowOf('3', 'c'))).unchanged, 1)
  })

  test(`stays consistent whatever is written, in any order (WINNOW_SEED=${SEED})`, async () => {
    for (let round = 0; round < rounds(6); round++) await writeAtRandom(SEED + round)
  })
})

/** Adds and removes rows, and swaps their codes, while a key changes. No two rows ever have the same code at the same time. */
async function writeAtRandom(seed: number): Promise<void> {
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const codes = new Map(Array.from({ length: 12 }, (_, i) => [`s${i}`, `c${i}`]))
  const database = await databaseOf(...[...codes].map(([sku, code]) => rowOf(sku, code)))
  let added = 12
  const writeSome = async () => {
    const skus = [...codes.keys()]
    const some = skus.filter(() => below(3) === 0)
    const theirCodes = some.map(sku => codes.get(sku)!)
    some.forEach((sku, i) => {
      codes.set(sku, theirCodes[(i + 1) % some.length]!)
    })
    const more = below(2) ? [`s${added++}`] : []
    for (const sku of more) codes.set(sku, `c${added}`)
    await write(database.id, ...[...some, ...more].map(sku => rowOf(sku, codes.get(sku)!)))
  }
  await changeSlowly(database, BY_CODE, async part => {
    if (part < 20) await writeSome()
  })
  const rows = [...codes].map(([sku, code]) => rowOf(sku, code))
  assert.equal((await write(database.id, ...rows)).unchanged, rows.length, `seed ${seed}`)
}

describe('rows that do not fit a changed definition', () => {
  test('are counted once per problem, and the first of them are shown', async () => {
    const rows = ['a', 'a', null, 'b', 'a', 'b'].map((code, i) => rowOf(String(i), code))
    const database = await databaseOf(...rows)
    const preview = await previewOf(change(database, BY_CODE))
    assert.deepEqual(
      (preview as { column: string; problem: string; rows: number; examples: { value: unknown }[] }[]).map(
        ({ column, problem, rows, examples }) => [column, problem, rows, examples.map(({ value }) => value)],
      ),
      [
        ['code', 'Several rows have the same primary key.', 5, [['a'], ['a'], ['a']]],
        ['code', 'Values of the primary key must not be null.', 1, [[null]]],
      ],
    )
  })

  test('are also found when they are written during the check of the other rows', async () => {
    const narrow = {
      columns: [column('sku'), column('code', { nullable: false }), column('stock', { type: 'integer' })],
    }
    for (const row of [rowOf('1', null), rowOf('3', null)]) {
      const database = await databaseOf(rowOf('1', 'a'), rowOf('2', 'b'))
      const changed = changeSlowly(
        database,
        narrow,
        onceAfterFirst(() => write(database.id, row)),
      )
      await assert.rejects(changed, CLASH)
      assert.equal(current(database.id).version, 1)
    }
  })
})

describe('added columns', () => {
  const added = (nullable: boolean): DatabaseDocument => ({
    ...DOCUMENT,
    columns: [...COLUMNS, column('more', { nullable })],
  })
  const changes = () => createDefinitionChange(store, () => NOW)

  test('exist after their transaction, even if rows were written before it', async () => {
    const database = await databaseOf(rowOf('1', 'a'))
    const apply = await changes().addColumns(ACCOUNT, database, added(true))
    await write(database.id, rowOf('2', 'b'))
    await store.write(apply)
    assert.equal(current(database.id).columns.length, 4)
  })

  test('that are required are refused for existing rows without them, including rows written in the meantime', async () => {
    const full = await databaseOf(rowOf('1', 'a'))
    await assert.rejects(changes().addColumns(ACCOUNT, full, added(false)), CLASH)
    const empty = await databaseOf()
    const apply = await changes().addColumns(ACCOUNT, empty, added(false))
    await write(empty.id, rowOf('2', 'b'))
    await assert.rejects(store.write(apply), { message: 'The database has been changed in the meantime.' })
    await store.write(await changes().addColumns(ACCOUNT, await databaseOf(), added(false)))
  })
})
