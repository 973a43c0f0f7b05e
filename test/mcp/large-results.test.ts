import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCut, show } from '../../server/mcp/tools/view.ts'

const text = 'x'.repeat(1_000)

test('the end of a large result, which cannot be shown, is neither read nor written out', () => {
  const rows: object[] = Array.from({ length: 2_000 }, (_, id) => ({ id, text }))
  rows.push({
    get text() {
      throw new Error('It was read.')
    },
  })
  const { value, cuts } = show({ rows }, {})
  const shown = value.rows as object[]
  assert.deepEqual(shown, rows.slice(0, shown.length))
  assert.deepEqual(cuts, [{ path: 'rows', returned: shown.length, total: 2_001 }])
  assert.equal(isCut({ rows, id: 1 }, { fields: ['id'] }), true)
})

test('a large result says where it was cut, as a small one does', () => {
  const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, text }))
  const page = {
    title: 'Kettles',
    rows,
    text: 'ä\u200b'.repeat(500_000),
    huge: [{ text: text.repeat(1_000) }],
  }
  const { value, json, cuts } = show({ page }, { limit: 3 })
  assert.ok(json.length < 32_000)
  assert.equal(json, JSON.stringify(value))
  const shown = value.page as typeof page
  assert.deepEqual([shown.title, shown.rows.length], ['Kettles', 1])
  assert.match(shown.text, /^ä+…?$/)
  assert.ok(shown.huge[0]!.text.length <= 300)
  assert.deepEqual(cuts.map(({ path, total }) => [path, total]).sort(), [
    ['page.huge.0.text', 1_000_000],
    ['page.rows', 2_000],
    ['page.rows.0.text', 1_000],
    ['page.text', 1_000_000],
  ])
})

test('long lists share the room, and short ones stay whole', () => {
  const rows = Array.from({ length: 3_000 }, (_, id) => ({ id, text: text.slice(0, 90) }))
  const nulls = rows.slice(0, 1_000).map(({ id }) => ({ field: `rows[${id}].price`, reason: 'no element' }))
  const outline = rows.slice(0, 20)
  const { value, json, cuts } = show({ data: { rows }, nulls, outline, text }, {})
  const shown = value as { data: { rows: object[] }; nulls: object[]; outline: object[] }
  assert.deepEqual(shown.outline, outline)
  assert.ok(json.length > 30_000 && json.length <= 31_000)
  for (const list of [shown.data.rows, shown.nulls])
    assert.ok(JSON.stringify(list).length > 12_000, JSON.stringify(cuts))
})
