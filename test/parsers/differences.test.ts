import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { differences } from '../../server/parsers/differences.ts'

describe('the differences of two results', () => {
  test('are none when only the order of keys differs', async () => {
    assert.deepEqual(await differences({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }), [])
  })

  test('are listed in order with their paths', async () => {
    assert.deepEqual(
      await differences({ a: 1, 'b c': [{ d: 1 }, { d: 2 }] }, { a: 2, 'b c': [{ d: 1 }], e: 'new' }),
      [
        { field: 'a', before: 1, after: 2 },
        { field: '["b c"][1]', before: { d: 2 }, after: null },
        { field: 'e', before: null, after: 'new' },
      ],
    )
  })

  test('are the whole result when there is none to compare with', async () => {
    assert.deepEqual(await differences(null, { a: 1 }), [{ field: '', before: null, after: { a: 1 } }])
  })

  test('show only the beginning of long texts', async () => {
    const [long, longer] = ['x'.repeat(20_000_000), 'x'.repeat(20_000_001)]
    const start = `${'x'.repeat(10_000)}…`
    assert.deepEqual(await differences({ a: long, b: 'y' }, { a: longer, b: null }), [
      { field: 'a', before: start, after: start },
      { field: 'b', before: 'y', after: null },
    ])
  })

  test('show only the beginning of long lists and objects', async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => ({ name: `row ${at}` }))
    const [{ before }] = (await differences({ rows }, { rows: null })) as unknown as [{ before: object[] }]
    assert.ok(before.length > 100 && JSON.stringify(before).length < 30_000)
    assert.deepEqual(before.slice(0, -1), rows.slice(0, before.length - 1))
    const [row] = await differences(null, { rows: [{ text: 'x'.repeat(20_000) }] })
    assert.ok(JSON.stringify(row!.after).length < 10_100)
  })

  test('are at most some hundred thousand characters', async () => {
    const list = Array.from({ length: 200 }, (_, at) => `${at} ${'x'.repeat(9_000)}`)
    const found = await differences(list, [])
    assert.ok(found.length > 5 && found.length < 20)
  })

  test('are at most two hundred', async () => {
    const numbers = Array.from({ length: 1_000 }, (_, at) => at)
    assert.equal((await differences(numbers, numbers.map(String))).length, 200)
  })

  test('are computed without blocking the event loop', async () => {
    const list = Array.from({ length: 1_000_000 }, (_, at) => at)
    let turns = 0
    const count = setInterval(() => turns++)
    assert.deepEqual(await differences(list, [...list]), [])
    clearInterval(count)
    assert.ok(turns > 1)
  })
})
