import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createResultReader } from '../../server/databases/row-reader.ts'
import type { Column } from '../../server/store/databases/databases.ts'

/** `count` JSON columns with the same path. */
const columnsAt = (count: number, path: string): Column[] =>
  Array.from({ length: count }, (_, n) => ({ name: `c${n}`, path, type: 'json', nullable: true }))

const rowsOf = (columns: Column[], result: unknown, rows_path = '') =>
  createResultReader({ columns, primary_key: [], rows_path })(result)

const TOO_MUCH = [
  {
    fault: {
      error: 'The columns take more than 1,000,000 values or 32 MB of the result, the maximum.',
    },
  },
]

/** Nested lists: each level has two lists of the next. */
const nested = (levels: number): object =>
  levels === 0 ? {} : { a: [nested(levels - 1), nested(levels - 1)] }

describe('the rows of a result', () => {
  test('may be as large as the body of a call that writes rows', () => {
    const text = 'x'.repeat(16_000_000)
    assert.deepEqual(rowsOf(columnsAt(2, 'text'), { text }), [{ data: { c0: text, c1: text } }])
    const many = { items: Array.from({ length: 100_000 }, (_, n) => ({ n })) }
    assert.equal(rowsOf(columnsAt(9, 'n'), many, 'items').length, 100_000)
  })

  test('are refused when many columns copy the same large part of the result', () => {
    assert.deepEqual(rowsOf(columnsAt(200, 'list'), { list: Array(10_000).fill(1) }), TOO_MUCH)
    assert.deepEqual(rowsOf(columnsAt(200, 'text'), { text: 'x'.repeat(200_000) }), TOO_MUCH)
    assert.deepEqual(rowsOf(columnsAt(200, 'of'), { of: { ['x'.repeat(200_000)]: 1 } }), TOO_MUCH)
  })

  test('are refused when their paths search at any depth again and again', () => {
    assert.deepEqual(rowsOf(columnsAt(1, '..a'.repeat(60)), nested(15)), TOO_MUCH)
    assert.deepEqual(rowsOf(columnsAt(1, ''), nested(15), '..a'.repeat(60)), TOO_MUCH)
    assert.equal(rowsOf(columnsAt(3, '..a'), nested(10)).length, 1)
  })
})
