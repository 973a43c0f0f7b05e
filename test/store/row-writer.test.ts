import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { createEngine } from '../../server/store/engine.ts'
import { createRowWriter, type Value } from '../../server/store/row-writer.ts'

const COLUMNS = ['account', 'subject', 'note', 'size']

function openTable() {
  const db = new Database(':memory:')
  db.exec(
    'CREATE TABLE notes (seq INTEGER PRIMARY KEY, account TEXT, subject TEXT UNIQUE, note TEXT, size INTEGER)',
  )
  const selectRows = db.prepare(`SELECT ${COLUMNS} FROM notes ORDER BY seq`).raw()
  return { engine: createEngine(db), kept: () => selectRows.all() }
}

const rowOf = (at: number): Value[] => ['acc_1', `subject ${at}`, at % 2 ? null : 'even', at]
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => rowOf(at))

describe('the row writer', () => {
  for (const count of [1, 2, 7, 8, 9, 63, 64, 65, 200])
    test(`writes ${count} rows in their order`, () => {
      const { engine, kept } = openTable()
      const last = createRowWriter(engine, 'notes', COLUMNS)(rowsOf(count))
      assert.equal(last, count)
      assert.deepEqual(kept(), rowsOf(count))
    })

  test('writes each row even if all are equal', () => {
    const { engine, kept } = openTable()
    const same: Value[] = ['acc_1', null, 'same', 1]
    createRowWriter(engine, 'notes', COLUMNS)(Array.from({ length: 75 }, () => same))
    assert.deepEqual(
      kept(),
      Array.from({ length: 75 }, () => same),
    )
  })

  for (const count of [3, 30])
    test(`skips conflicting rows when told to, ${count} at a time`, () => {
      const { engine, kept } = openTable()
      const write = createRowWriter(engine, 'notes', COLUMNS, 'DO NOTHING')
      write(rowsOf(count))
      write([...rowsOf(count), rowOf(count)])
      assert.deepEqual(kept(), rowsOf(count + 1))
    })

  test('fails on a row that already exists unless told to skip it', () => {
    const { engine } = openTable()
    const write = createRowWriter(engine, 'notes', COLUMNS)
    write([rowOf(29)])
    assert.throws(() => write(rowsOf(30)), /UNIQUE/)
  })
})
