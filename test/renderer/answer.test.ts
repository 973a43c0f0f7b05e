import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pathText } from '../../renderer/ui/answer/json-path.ts'
import { createTables } from '../../renderer/ui/answer/json-tables.ts'
import { createTree } from '../../renderer/ui/answer/json-tree.ts'
import { createLines } from '../../renderer/ui/answer/text-lines.ts'
import { parsePath } from '../../server/parsers/json/json-path.ts'

const VALUE = { name: 'Kettle', 'on sale': true, offers: [{ price: 19.9 }, { price: null }] }
const manyRows = (count: number) => Array.from({ length: count }, (_, index) => ({ index }))

const treeOf = (value: unknown) => {
  const tree = createTree(value)
  return { ...tree, paths: () => tree.rows(0, tree.count()).map(({ path }) => path) }
}

describe('the tree of an answer', () => {
  test('shows a small answer fully open, and opens and closes row by row', () => {
    const tree = treeOf(VALUE)
    const all = [
      'name',
      '["on sale"]',
      'offers',
      'offers[0]',
      'offers[0].price',
      'offers[1]',
      'offers[1].price',
    ]
    assert.deepEqual(tree.paths(), all)
    tree.toggle(2)
    assert.deepEqual(tree.paths(), all.slice(0, 3))
    tree.toggle(2)
    assert.deepEqual(tree.paths(), [...all.slice(0, 4), 'offers[1]'])
    tree.openAll()
    assert.deepEqual(tree.paths(), all)
    tree.closeAll()
    assert.deepEqual(tree.paths(), all.slice(0, 3))
  })

  test('leaves large lists closed, unless the answer itself is one', () => {
    assert.deepEqual(treeOf({ rows: manyRows(500) }).paths(), ['rows'])
    assert.equal(treeOf(manyRows(500)).count(), 500)
  })

  test('gives the kind, size and depth of each row', () => {
    const [name, , offers, first] = treeOf(VALUE).rows(0, 4)
    assert.deepEqual(name, {
      name: 'name',
      depth: 0,
      kind: 'string',
      text: 'Kettle',
      open: null,
      path: 'name',
    })
    assert.deepEqual([offers?.kind, offers?.text, offers?.open], ['array', '[2]', true])
    assert.deepEqual([first?.name, first?.depth], [0, 1])
  })

  test('shows a value that is neither a list nor an object as its one row', () => {
    assert.deepEqual(
      treeOf('a text')
        .rows(0, 9)
        .map(({ text }) => text),
      ['a text'],
    )
  })

  test('copies a string without quotes, and everything else as JSON', () => {
    const tree = treeOf(VALUE)
    assert.equal(tree.copy(0), 'Kettle')
    assert.deepEqual(JSON.parse(tree.copy(2)!), VALUE.offers)
  })

  test('finds names and values in any case, and opens the rows that lead to a match', () => {
    const tree = treeOf({ rows: manyRows(500), last: { word: 'Needle' } })
    const pathOf = (row: number) => tree.paths()[row]
    tree.closeAll()
    assert.equal(tree.find('NEEDLE'), 1)
    assert.equal(pathOf(tree.reveal(0)), 'last.word')
    assert.equal(tree.find('index'), 500)
    assert.equal(pathOf(tree.reveal(499)), 'rows[499].index')
    assert.equal(tree.find('nothing like it'), 0)
  })

  test('writes paths in the syntax of parsers', () => {
    const steps = ['a', 0, 'b c', 'quote"s']
    assert.equal(pathText(steps), 'a[0]["b c"]["quote\\"s"]')
    assert.deepEqual(parsePath(pathText(steps.slice(0, 3))), steps.slice(0, 3))
  })
})

describe('the tables of an answer', () => {
  const answer = {
    few: [{ a: 1 }],
    page: {
      rows: [
        { name: 'x', by: { id: 7 } },
        { name: '=1+1', tags: ['a'] },
      ],
    },
  }

  test('are its lists of objects, longest first, with the fields of inner objects as columns', () => {
    const [rows, smallTable] = createTables(answer).heads()
    assert.deepEqual([rows?.path, rows?.count], ['page.rows', 2])
    assert.deepEqual(
      rows?.columns.map(({ name, isNumeric }) => [name, isNumeric]),
      [
        ['name', false],
        ['by.id', true],
        ['tags', false],
      ],
    )
    assert.equal(smallTable?.path, 'few')
  })

  test('mark the columns of pictures, and do not shorten their addresses', () => {
    const image = `https://shop.example/${'x'.repeat(300)}.jpg`
    const tables = createTables([{ name: 'Kettle', image }])
    assert.deepEqual(
      tables.heads()[0]?.columns.map(({ hasPictures }) => hasPictures),
      [false, true],
    )
    assert.deepEqual(tables.rows(0, 0, 1), [['Kettle', image]])
  })

  test('contain the cells of rows as text', () => {
    assert.deepEqual(createTables(answer).rows(0, 0, 9), [
      ['x', '7', ''],
      ['=1+1', '', '["a"]'],
    ])
  })

  test('are exported as CSV in which no cell is a formula', () => {
    assert.equal(createTables(answer).csv(0), 'name,by.id,tags\r\nx,7,\r\n\'=1+1,,"[""a""]"')
  })

  test('are exported with the fields that only later rows have, and with all of many fields', () => {
    const wide = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`f${i}`, i]))
    const rows = [...Array.from({ length: 150 }, () => ({ name: 'x' })), { name: 'y', price: 5, ...wide }]
    const [head, ...lines] = createTables(rows).csv(0).split('\r\n')
    assert.equal(head, `name,price,${Object.keys(wide)}`)
    assert.equal(lines.at(-1), `y,5,${Object.values(wide)}`)
  })

  test('do not exist for an answer without a list', () => {
    assert.deepEqual(createTables({ name: 'Kettle' }).heads(), [])
  })
})

describe('the lines of a text', () => {
  const linesOf = (text: string) => {
    const { count, lines } = createLines(text)
    return lines(0, count)
  }

  test('do not include line breaks', () => {
    assert.deepEqual(linesOf('a\r\n\nb'), ['a', '', 'b'])
    assert.deepEqual(linesOf(''), [''])
  })

  test('are split when they are very long, without loss', () => {
    const long = 'x'.repeat(5_001)
    assert.deepEqual(
      linesOf(`${long}\ny`).map(({ length }) => length),
      [2_000, 2_000, 1_001, 1],
    )
    assert.equal(linesOf(long).join(''), long)
  })
})
