import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fields } from '../../../server/parsers/parser-schema.ts'
import { read, readPage, whyNull } from '../support/read-page.ts'

const PRICES = `<table id=t><thead><tr><th rowspan=2>Name<th colspan=2>Price<tr><th>net<th>gross</thead>
  <tr><td><a href=/k>Kettle</a><img src=/k.png><td>10<td>12<tr><td>Pot<td colspan=2>on request</table>`
const SPECS = '<table id=s><tr><th>Weight<td>2 kg<td>3 kg<tr><th>Colour<td>red<td></table>'
const BOTH_TABLES = '<table id=b><tr><th>Item<th>Price<tr><th>Kettle<td>10</table>'

describe('a table', () => {
  test('is the current element if its selector is empty', () => {
    const page = `<table><tr><th>A<tr><td>1</table><table><tr><th>A<tr><td>2<tr><td>3</table>`
    const fields = {
      rows: { table: '', all: true, fields: { a: { column: 'A', type: 'integer' } } },
    } as const
    const expected = [{ rows: [{ a: 1 }] }, { rows: [{ a: 2 }, { a: 3 }] }]
    assert.deepEqual(read({ x: { css: 'table', all: true, fields } }, page).x, expected)
    assert.equal(whyNull({ table: '' }, page), 'the page is not a table: select one, as in "table"')
  })

  test('is not what stands around it', () => {
    const why = (table: string) => whyNull({ table }, '<div><table></table></div>')
    assert.equal(why('div'), 'a "div" is not a table: select one, as in "div table"')
    assert.equal(why('table'), 'the table has no rows')
    assert.match(
      whyNull({ table: 'table' }, '<table><tr><td>a<td>b</table>')!,
      /^the table has no rows below its headings: with "headers": "none"/,
    )
  })

  const cases: [string, Fields[string], unknown][] = [
    [
      'gives an object for each row, with heads of two rows joined and cells that span repeated',
      { table: '#t', all: true },
      [
        { Name: 'Kettle', 'Price net': '10', 'Price gross': '12' },
        { Name: 'Pot', 'Price net': 'on request', 'Price gross': 'on request' },
      ],
    ],
    [
      'gives its first row without all',
      { table: '#t' },
      { Name: 'Kettle', 'Price net': '10', 'Price gross': '12' },
    ],
    [
      'with names at the left gives an object for each column',
      { table: '#s', all: true },
      [
        { Weight: '2 kg', Colour: 'red' },
        { Weight: '3 kg', Colour: null },
      ],
    ],
    [
      'with names at the top and at the left gives an object for each row',
      { table: '#b', all: true },
      [{ Item: 'Kettle', Price: '10' }],
    ],
    ['of definitions gives one object', { table: 'dl' }, { Size: 'L', Made: 'here' }],
    [
      'without names numbers its columns',
      { table: '#s', headers: 'none', all: true, limit: 1 },
      [{ 1: 'Weight', 2: '2 kg', 3: '3 kg' }],
    ],
    [
      'has cells for rules of their own',
      {
        table: '#t',
        all: true,
        fields: {
          name: { column: 'name' },
          link: { column: 'Name', css: 'a@href' },
          photo: { column: 1, read: 'image' },
          net: { column: 'price  NET', type: 'number' },
          row: { index: 1 },
        },
      },
      [
        { name: 'Kettle', link: '/k', photo: '/k.png', net: 10, row: 1 },
        { name: 'Pot', link: null, photo: null, net: null, row: 2 },
      ],
    ],
  ]
  const page = `${PRICES}${SPECS}${BOTH_TABLES}<dl><dt>Size<dd>L<dt>Made<dd>here</dl>`
  for (const [title, rule, expected] of cases) {
    test(title, () => assert.deepEqual(read({ x: rule }, page).x, expected))
  }

  const TITLED = `<table id=x><tr><th colspan=2>Technical data<tr><th>Weight<td>2 kg<tr><th colspan=2>Colours
    <tr><th>Lid<td>red<tr><th>Body<td>black</table>`

  test('with a title across all columns has its names below or beside the title', () => {
    const specs = { Weight: '2 kg', Lid: 'red', Body: 'black' }
    assert.deepEqual(read({ x: { table: '#x', all: true } }, TITLED).x, [specs])
    assert.deepEqual(read({ x: { table: '#x', headers: 'left', all: true } }, TITLED).x, [specs])
    const ofCells = TITLED.replace('<th colspan=2>Colours', '<td colspan=2>Colours')
    assert.deepEqual(read({ x: { table: '#x' } }, ofCells).x, specs)
    const prices = '<table><tr><td colspan=2>Prices<tr><th>Item<th>Price<tr><td>Kettle<td>10</table>'
    assert.deepEqual(read({ x: { table: 'table', all: true } }, prices).x, [{ Item: 'Kettle', Price: '10' }])
    const spannedOnly = '<table><tr><td colspan=2>No data</table>'
    assert.deepEqual(read({ x: { table: 'table', all: true } }, spannedOnly).x, [])
  })

  describe('with section titles between its rows', () => {
    const europe = [
      { City: 'Paris', Pop: '2' },
      { City: 'Tokyo', Pop: '14' },
    ]
    const sections = (title: string) =>
      `<tr>${title}Europe</tr><tr><td>Paris<td>2</tr><tr>${title}Asia</tr><tr><td>Tokyo<td>14</tr>`
    const head = '<tr><th>City<th>Pop</tr>'
    const tables: [what: string, table: string][] = [
      ['below a head', `<thead>${head}</thead><tbody>${sections('<th colspan=2>')}`],
      ['below a row of names', `${head}${sections('<th colspan=2>')}`],
      ['of plain cells', `${head}${sections('<td colspan=2>')}`],
      ['wider than the table', `${head}${sections('<th colspan=90>')}`],
      ['below a title of all', `<tr><th colspan=2>Cities</tr>${head}${sections('<th colspan=2>')}`],
      ['in groups', `<thead>${head}</thead><tbody>${sections('<th scope=rowgroup colspan=2>')}</tbody>`],
    ]
    for (const [what, table] of tables)
      for (const headers of ['auto', 'top'] as const)
        test(`${what} leaves them out (${headers})`, () => {
          const rule: Fields[string] = { table: 'table', headers, all: true }
          assert.deepEqual(read({ x: rule }, `<table>${table}</table>`).x, europe)
        })

    test('keeps rows with a single cell that spans only some columns or is beside a cell spanning rows', () => {
      const table = '<tr><th>a<th>b<th>c<tr><td colspan=2>1<tr><td rowspan=2>2<td>3<td>4<tr><td colspan=2>5'
      assert.deepEqual(read({ x: { table: 'table', all: true } }, `<table>${table}</table>`).x, [
        { a: '1', b: '1' },
        { a: '2', b: '3', c: '4' },
        { a: '2', b: '5', c: '5' },
      ])
    })

    test('fills cells that span rows to the end of their row group only', () => {
      const rows =
        '<tr><th>a<th>b<tbody><tr><td rowspan=0>1<td>2<tr><td>3<tbody><tr><td rowspan=9>4<td>5<tbody><tr><td>6<td>7'
      assert.deepEqual(read({ x: { table: 'table', all: true } }, `<table>${rows}</table>`).x, [
        { a: '1', b: '2' },
        { a: '1', b: '3' },
        { a: '4', b: '5' },
        { a: '6', b: '7' },
      ])
    })

    test('numbers its columns and keeps all rows with `headers: none`', () => {
      const rule: Fields[string] = { table: 'table', headers: 'none', all: true, limit: 2 }
      assert.deepEqual(read({ x: rule }, `<table>${head}${sections('<th colspan=2>')}</table>`).x, [
        { 1: 'City', 2: 'Pop' },
        { 1: 'Europe', 2: 'Europe' },
      ])
    })
  })

  test('takes no names from rows below its head, even if they have header cells', () => {
    const table = '<table><thead><tr><th>City<th>Pop</thead><tr><th>Paris<th>2<tr><th>Tokyo<td>14</table>'
    assert.deepEqual(read({ x: { table: 'table', all: true } }, table).x, [
      { City: 'Paris', Pop: '2' },
      { City: 'Tokyo', Pop: '14' },
    ])
  })

  describe('with its head again between its rows', () => {
    const heads = '<tr><th rowspan=2>Stop<th colspan=2>Weekdays<tr><th>First<th>Last</tr>'
    const lake = '<tr><td>Lake<td>5:40<td>23:10</tr>'
    const hill = '<tr><td>Hill<td>5:50<td>23:20</tr>'
    for (const [what, table] of [
      ['in one body', `<thead>${heads}</thead><tbody>${lake}${heads}${hill}${heads}`],
      ['in further heads', `<thead>${heads}</thead>${lake}<thead>${heads}</thead>${hill}`],
      ['without a thead', heads + lake + heads + hill],
      [
        'of plain cells',
        (heads + lake + heads + hill).replaceAll('th', 'td').replace(/^<tr>.*?<\/tr>/, '<thead>$&</thead>'),
      ],
    ] as const)
      test(`leaves it out: ${what}`, () =>
        assert.deepEqual(read({ x: { table: 'table', all: true } }, `<table>${table}</table>`).x, [
          { Stop: 'Lake', 'Weekdays First': '5:40', 'Weekdays Last': '23:10' },
          { Stop: 'Hill', 'Weekdays First': '5:50', 'Weekdays Last': '23:20' },
        ]))

    test('keeps rows that share only some texts with it, and all rows with `headers: none`', () => {
      const table = '<table><tr><th>A<th>B<tr><th>A<td>C<tr><th>A<th>B</table>'
      assert.deepEqual(read({ x: { table: 'table', all: true } }, table).x, [{ A: 'A', B: 'C' }])
      const unnamed: Fields[string] = { table: 'table', headers: 'none', all: true }
      assert.equal((read({ x: unnamed }, table).x as unknown[]).length, 3)
    })
  })

  test('has no items from its `thead`, whose rows are names if they have no header cells', () => {
    const cells =
      '<table><thead><tr><td rowspan=2>Item<td colspan=2>Size<tr><td>W<td>H</thead><tr><td>Pot<td>3<td>4</table>'
    assert.deepEqual(read({ x: { table: 'table', all: true } }, cells).x, [
      { Item: 'Pot', 'Size W': '3', 'Size H': '4' },
    ])
    const filters =
      '<table><thead><tr><th>Item<th>W<tr><td><input><td><input></thead><tr><td>Pot<td>3</table>'
    assert.deepEqual(read({ x: { table: 'table', all: true } }, filters).x, [{ Item: 'Pot', W: '3' }])
    const all = '<table><thead><tr><td>Item<td>W<tr><td>Pot<td>3</thead></table>'
    assert.deepEqual(read({ x: { table: 'table', all: true } }, all).x, [{ Item: 'Pot', W: '3' }])
  })

  test('has the rows of its foot last, as browsers show them, wherever the foot stands', () => {
    const body = '<tbody><tr><th>Item<th>W<tr><td>Pot<td>3</tbody>'
    const table = `<table><tfoot><tr><td>All<td>4</tfoot>${body}</table>`
    const items = [
      { Item: 'Pot', W: '3' },
      { Item: 'All', W: '4' },
    ]
    assert.deepEqual(read({ x: { table: 'table', all: true } }, table).x, items)
    const lines = ['| Item | W |', '| --- | --- |', '| Pot | 3 |', '| All | 4 |']
    assert.equal(read({ x: { css: 'table', read: 'markdown' } }, table).x, lines.join('\n'))
  })

  test('keeps each cell in its column when an earlier cell of the row is missing', () => {
    const table = '<table><tr><th>a<th>b<th>c<tr><td>1<td>2<td rowspan=2>3<tr><td>4</table>'
    const { data, nulls } = readPage(
      { x: { table: 'table', all: true, fields: { b: { column: 2 }, c: { column: 3 } } } },
      table,
    )
    assert.deepEqual(data.x, [
      { b: '2', c: '3' },
      { b: null, c: '3' },
    ])
    assert.equal(nulls[0]?.reason, 'the row has no cell in the column 2')
    assert.deepEqual(read({ x: { table: 'table', all: true } }, table).x, [
      { a: '1', b: '2', c: '3' },
      { a: '4', c: '3' },
    ])
  })

  test('numbers repeated and empty names at the left, so that no value is lost', () => {
    const table = '<table><tr><th>Pot<td>1<tr><th>Pot<td>2<tr><th><td>3</table>'
    assert.deepEqual(read({ x: { table: 'table' } }, table).x, { Pot: '1', 'Pot 2': '2', 3: '3' })
  })

  test('with names and cells in turn gives one object', () => {
    const table = '<table><tr><th>Name<td>Pot<th>Weight<td>2 kg<tr><th>Made<td>here</table>'
    assert.deepEqual(read({ x: { table: 'table', all: true } }, table).x, [
      { Name: 'Pot', Weight: '2 kg', Made: 'here' },
    ])
  })

  test('of definitions has all terms with their values, and no terms of a nested list', () => {
    const list = '<dl><dt>A<dd>1<dt>A<dd>2<dt>B<dt>C<dd><dl><dt>D<dd>9</dl></dl>'
    assert.deepEqual(read({ x: { table: 'dl' } }, list).x, { A: '1', 'A 2': '2', B: 'D 9', C: 'D 9' })
  })

  test('of definitions has all definitions of a term', () => {
    const list = '<dl><dt>By<dd>Ann<!-- x --><dd><b>Bob</b><dt>In<dd>en</dl>'
    const parts: Fields = {
      by: { column: 'By', all: true },
      bold: { column: 'By', css: 'b', all: true },
      first: { column: 'By' },
    }
    for (const page of [list, list.replace(/<dt>.*?(?=<dt>|<\/dl>)/g, '<div>$&</div>')]) {
      assert.deepEqual(read({ x: { table: 'dl' } }, page).x, { By: 'Ann Bob', In: 'en' })
      assert.deepEqual(read({ x: { table: 'dl', fields: parts } }, page).x, {
        by: ['Ann', 'Bob'],
        bold: ['Bob'],
        first: 'Ann',
      })
    }
  })

  test('has no rows from a template', () => {
    const table = '<table><tr><th>a</tr><template><tr><td>{{a}}</template><tr><td>1</table>'
    assert.deepEqual(read({ x: { table: 'table', all: true } }, table).x, [{ a: '1' }])
  })

  test('without the requested column gives a hint when that name is in its first column', () => {
    const plain = '<table><tr><td colspan=2>Data<tr><td>Weight<td>2 kg<tr><td>Colour<td>red</table>'
    const rule = (headers: 'auto' | 'left'): Fields => ({
      x: { table: 'table', headers, fields: { colour: { column: 'colour' } } },
    })
    assert.equal(
      readPage(rule('auto'), plain).nulls.find(({ field }) => field === 'x.colour')?.reason,
      'the table has no column "colour": Weight, 2 kg. Its first column has that name: "headers": "left" reads names there',
    )
    assert.deepEqual(read(rule('left'), plain).x, { colour: 'red' })
  })

  test('reports what is missing', () => {
    assert.equal(whyNull({ table: '#none' }, page), 'no element matches "#none"')
    assert.equal(whyNull({ column: 'a' }, page), 'it is not inside the rows of a table')
  })

  test('limits cells with huge spans', () => {
    const wideTable = `<table>${'<tr><td colspan=1000 rowspan=60000>x'.repeat(3000)}</table>`
    assert.equal(typeof read({ x: { table: 'table' } }, wideTable).x, 'object')
  })
})
