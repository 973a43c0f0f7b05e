import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import { checkSchema } from '../../server/parsers/check-schema.ts'
import type { Fields, RuleObject } from '../../server/parsers/parser-schema.ts'
import { read, readPage, whyNull } from './support/read-page.ts'

const PAGE = `<ul><li><b>Pot</b><i>12</i><li><b>Cup</b><i>free</i><li><b>Pot</b><i>12</i><li class=ad>Ad<li><b>Jug</b><i>30</i></ul>`
const ITEMS: RuleObject = { css: 'li', all: true, fields: { name: 'b', price: { css: 'i', type: 'number' } } }
const names = (rule: RuleObject) =>
  (read({ x: { ...ITEMS, ...rule } }, PAGE).x as { name: string }[]).map(({ name }) => name)

describe('the items of a list', () => {
  const cases: [RuleObject, unknown[]][] = [
    [{ where: { price: { min: 20 } } }, ['Jug']],
    [{ where: { name: { exists: true }, price: { exists: false } } }, ['Cup']],
    [{ where: { name: { in: ['Pot', 'Jug'] } }, unique_by: 'name' }, ['Pot', 'Jug']],
    [{ where: { name: { pattern: '^[CJ]' } } }, ['Cup', 'Jug']],
    [{ where: { name: { not: 'Pot' } }, limit: 1 }, ['Cup']],
    [{ where: { name: { not_in: ['Pot', null] } } }, ['Cup', 'Jug']],
    [{ unique_by: true }, ['Pot', 'Cup', null, 'Jug']],
    [{ unique_by: ['name', 'price'], sort_by: '-price' }, ['Jug', 'Pot', 'Cup', null]],
    [{ sort_by: 'name', limit: 2 }, ['Cup', 'Jug']],
    [{ where: { price: { max: 12 } } }, ['Pot', 'Pot']],
  ] as [RuleObject, unknown[]][]
  for (const [rule, expected] of cases) {
    test(JSON.stringify(rule), () => assert.deepEqual(names(rule), expected))
  }

  test('may be texts', () => {
    const texts = (rule: RuleObject) => read({ x: { css: 'i', all: true, ...rule } }, PAGE).x
    assert.deepEqual(texts({ where: { pattern: '^\\d+$' }, unique_by: true }), ['12', '30'])
    assert.deepEqual(texts({ type: 'integer', sort_by: '', limit: 3 }), [12, 12, 30])
  })

  test('say what left all of them out', () => {
    assert.equal(
      whyNull({ css: 'i', all: true, where: { pattern: '^x$' } }, PAGE),
      'all matches were left out by "where"',
    )
    const fields = { x: { css: 'u', on_error: 'skip_item' as const } }
    assert.equal(whyNull({ css: 'i', all: true, fields }, PAGE), 'all matches were left out by "skip_item"')
  })

  test('give the first that passes `where`, when the rule has no `all`', () => {
    assert.equal(read({ x: { css: 'i', type: 'number', where: { min: 20 } } }, PAGE).x, 30)
    assert.deepEqual(
      read({ x: { css: 'li', where: { name: { equals: 'Cup' } }, fields: { name: 'b' } } }, PAGE).x,
      { name: 'Cup' },
    )
  })

  test('that are left out are not reported as null, and only the others are counted', () => {
    const rule = { ...ITEMS, where: { price: { min: 20 } } }
    const { nulls, fields } = readPage({ x: rule }, PAGE)
    assert.deepEqual(nulls, [])
    assert.deepEqual(fields['x.price'], { filled: 1, total: 1 })
  })

  test('are reported at their position in the final list', () => {
    const { nulls, trace } = readPage({ x: { ...ITEMS, sort_by: '-price', limit: 3 } }, PAGE)
    const values = trace!.filter(({ field }) => /^x\[\d\]\.name$/.test(field))
    assert.deepEqual(
      values.map(({ field, value }) => `${field} ${value}`),
      ['x[0].name Jug', 'x[1].name Pot', 'x[2].name Pot'],
    )
    assert.deepEqual(nulls, [], 'what is noted of items beyond the limit is forgotten')
  })

  test('are left out when a field with `on_error: skip_item` has no value', () => {
    const fields: Fields = {
      name: { css: 'b', on_error: 'skip_item' },
      price: { css: 'i', type: 'number', on_error: 'skip_item' },
    }
    assert.deepEqual(names({ fields }), ['Pot', 'Pot', 'Jug'])
  })

  test('count towards `limit` only if they are kept', () => {
    const price = { css: 'i', type: 'number' } as const
    const skipping = {
      css: 'li',
      all: true,
      fields: { name: 'b', price: { ...price, on_error: 'skip_item' } },
    }
    const data = read(
      {
        items: { ...skipping, limit: 3 } as RuleObject,
        texts: { ...price, all: true, on_error: 'skip_item', limit: 2 },
        full: { css: 'li', all: true, empty: 'drop', limit: 3, fields: { price } },
        last: { ...skipping, sort_by: '-price', limit: 1 } as RuleObject,
      },
      PAGE,
    )
    assert.deepEqual(data, {
      items: [
        { name: 'Pot', price: 12 },
        { name: 'Pot', price: 12 },
        { name: 'Jug', price: 30 },
      ],
      texts: [12, 12],
      full: [{ price: 12 }, { price: 12 }, { price: 30 }],
      last: [{ name: 'Jug', price: 30 }],
    })
  })

  test('say that all of them were empty', () => {
    const rule: RuleObject = { css: 'li', all: true, empty: 'drop', fields: { x: 'u' } }
    assert.equal(whyNull(rule, PAGE), 'all matches were left out by "empty"')
  })

  test('are none when nothing matches a list of the page with `on_error: skip_item`', () => {
    const rule: RuleObject = { css: 'u', all: true, type: 'number', on_error: 'skip_item' }
    assert.equal(whyNull(rule, PAGE), 'no element matches "u"')
    assert.deepEqual(read({ x: { css: 'ul', fields: { y: rule } } }, PAGE), { x: { y: [] } })
    assert.deepEqual(read({ x: { css: 'li', all: true, fields: { y: rule } } }, PAGE), { x: [] })
  })

  test('count as none when there are fewer than `min_items` or more than `max_items`', () => {
    assert.equal(whyNull({ css: 'i', all: true, min_items: 5 }, PAGE), 'only 4 of 5 items')
    assert.throws(
      () => read({ x: { css: 'i', all: true, min_items: 5, required: true } }, PAGE),
      (error: AppError) =>
        error instanceof AppError && error.code === 'too_few_items' && error.facts.field === 'x',
    )
    assert.equal(whyNull({ css: 'i', all: true, max_items: 2 }, PAGE), '4 items, and 2 at most are right')
  })
})

describe('a check', () => {
  const cases: [RuleObject, unknown][] = [
    [{ css: 'b', pattern: '^P' }, 'Pot'],
    [{ css: 'b', pattern: '^X' }, null],
    [{ css: 'i', type: 'number', min: 10, max: 20 }, 12],
    [{ css: 'i', type: 'number', min: 13 }, null],
    [{ css: 'i', type: 'price', max: 10 }, null],
    [{ css: 'b', enum: ['Pot', 'Pan'] }, 'Pot'],
    [{ css: 'b', enum: ['Pan'], default: 'other' }, 'other'],
    [{ any: ['b', { css: 'i', all: false }], pattern: '^\\d' }, '12'],
  ]
  for (const [rule, expected] of cases) {
    test(JSON.stringify(rule), () => assert.deepEqual(read({ x: rule }, PAGE).x, expected))
  }

  test('reports the value that it rejected', () => {
    assert.equal(whyNull({ css: 'i', type: 'number', min: 13 }, PAGE), '12 does not pass "min"')
  })

  test('ends the parse with `on_error: fail` when a value is invalid, but not when there is none', () => {
    assert.throws(
      () => read({ x: { css: 'b', type: 'number', on_error: 'fail' } }, PAGE),
      /field x has no value/,
    )
    assert.equal(read({ x: { css: 'h6', type: 'number', on_error: 'fail' } }, PAGE).x, null)
  })
})

// The limits are in another time zone than the values, or less precise.
describe('a limit for dates', () => {
  const TIME = '2024-01-05T10:30:00Z'
  const DAY = '2024-01-05'
  const cases: [RuleObject, string, { min?: string; max?: string }, boolean][] = [
    [{ css: 'q', type: 'datetime' }, TIME, { min: '2024-01-05T12:00:00+02:00' }, true],
    [{ css: 'q', type: 'datetime' }, TIME, { min: '2024-01-05T12:31:00+02:00' }, false],
    [{ css: 'q', type: 'datetime' }, TIME, { max: '2024-01-05T09:30:00-0100' }, true],
    [{ css: 'q', type: 'datetime' }, TIME, { max: '2024-01-05T10:29:59.500Z' }, false],
    [{ css: 'q', type: 'datetime' }, TIME, { max: DAY }, true],
    [{ css: 'q', type: 'datetime' }, TIME, { max: '2024-01-04' }, false],
    [{ css: 'q', type: 'date' }, DAY, { max: '2024-01' }, true],
    [{ css: 'q', type: 'date' }, DAY, { min: '2024-02' }, false],
    [{ css: 'q', type: 'date' }, DAY, { min: '2024-01-05T23:00:00Z' }, true],
    [{ css: 'q' }, TIME, { max: '2023' }, false],
  ]
  for (const [rule, value, border, passes] of cases)
    test(`${JSON.stringify({ ...rule, ...border })} ${passes ? 'lets' : 'does not let'} ${value} pass`, () => {
      const page = `<q>${TIME}</q>`
      assert.equal(read({ x: { ...rule, ...border } }, page).x, passes ? value : null)
      const list: RuleObject = { css: 'body', all: true, where: { x: border }, fields: { x: rule } }
      assert.deepEqual(read({ x: list }, page).x, passes ? [{ x: value }] : [])
    })

  test('rejects a value that is not a date', () => {
    assert.equal(read({ x: { css: 'b', min: '2024' } }, PAGE).x, null)
  })
})

describe('an invalid list or check is reported', () => {
  const cases: [RuleObject | object, RegExp][] = [
    [{ css: 'b', where: {} }, /"where"/],
    [{ css: 'b', where: { above: 1 } }, /"where"/],
    [{ css: 'b', all: true, unique_by: 1 }, /name of a field/],
    [{ css: 'b', all: true, sort_by: 'a...b' }, /"sort_by"/],
    [{ css: 'b', all: true, limit: 0 }, /whole number/],
    [{ css: 'b', limit: 2 }, /is for lists/],
    [{ css: 'b', remove: 'i', fields: { a: 'a' } }, /does not go with "fields"/],
    [{ css: 'b', pattern: '(' }, /not a valid RE2 pattern/],
    [{ css: 'b', min: true }, /number/],
    [{ css: 'b', enum: [] }, /list of values/],
    [{ css: 'b', locale: 'xx-nothing-here' }, /"locale"/],
    [{ css: 'b', timezone: 'Mars' }, /"timezone"/],
    [{ css: 'b', currency: 'EURO' }, /"currency"/],
    [{ css: 'b', formats: ['soon'] }, /"formats"/],
    [{ css: 'b', on_error: 'skip_item' }, /none around it/],
    [{ css: 'b', on_error: 'cry' }, /"on_error" is/],
  ]
  for (const [rule, error] of cases) {
    test(JSON.stringify(rule), () =>
      assert.match(checkSchema({ fields: { x: rule } })[0]?.error ?? '', error),
    )
  }
})

describe('the trace', () => {
  test('shows a value as it was read, after each transform, and with its type', () => {
    const rule: RuleObject = { css: 'i', transform: [{ prefix: '€' }, 'upper'], type: 'price' }
    const [entry] = readPage({ x: rule }, PAGE).trace!
    assert.deepEqual(entry, {
      field: 'x',
      rule: 'schema.fields.x',
      matched: 1,
      nodes: [6],
      raw: '12',
      steps: [
        { transform: 'prefix', value: '€12' },
        { transform: 'upper', value: '€12' },
      ],
      value: { amount: 12, currency: 'EUR' },
    })
  })
})
