import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import type { Fields } from '../../server/parsers/parser-schema.ts'
import { read, readPage, whyNull } from './support/read-page.ts'

const PAGE = '<b></b><i>soon</i><u>7</u><s>8</s>'

/** The value of the field `x` in the trace, with the index of the chosen rule and the reason. */
function traceOf(rule: Fields[string], page = PAGE) {
  const entry = readPage({ x: rule }, page).trace?.find(({ field }) => field === 'x')
  return [entry?.value, entry?.chosen, entry?.reason]
}

describe('any', () => {
  const cases: [string, Fields[string], unknown, number | undefined][] = [
    ['takes the first rule', { any: ['i', 'u'] }, 'soon', 0],
    ['passes over what does not match', { any: ['h1', 'u'] }, '7', 1],
    ['passes over empty texts', { any: ['b', 'u'] }, '7', 1],
    ['passes over values of another type', { any: ['i', 'u'], type: 'integer' }, 7, 1],
    ['gives its rules types of their own', { any: [{ css: 'i', type: 'integer' }, 's'] }, '8', 1],
    [
      'passes over empty lists',
      {
        any: [
          { css: 'em', all: true },
          { css: 's', all: true },
        ],
      },
      ['8'],
      1,
    ],
    [
      'passes over lists of nulls',
      {
        any: [
          { css: 'i', all: true },
          { css: 's', all: true },
        ],
        type: 'number',
      },
      [8],
      1,
    ],
    ['may end in a constant', { any: ['h1', { const: 'none' }] }, 'none', 1],
    ['may hold another any', { any: ['h1', { any: ['h2', 'u'] }], type: 'number' }, 7, 1],
    ['is null when no rule has a value', { any: ['h1', 'h2'] }, null, undefined],
    ['is an empty list when no rule has one', { any: [{ css: 'h1', all: true }] }, [], undefined],
  ]
  for (const [title, rule, value, chosen] of cases) {
    test(title, () => {
      assert.deepEqual(read({ x: rule }, PAGE).x, value)
      assert.equal(traceOf(rule)[1], chosen)
    })
  }

  test('reports why no rule has a value', () => {
    const reason = 'no rule of "any" has a value (0: no element matches "h1"; 1: "soon" holds no number)'
    assert.equal(whyNull({ any: ['h1', 'i'], type: 'number' }, PAGE), reason)
  })

  test('chooses between two layouts of an item, and records nothing about the rejected one', () => {
    const rule = {
      any: [
        { css: '.new', fields: { title: { css: 'h2', required: true }, note: 'em' } },
        { css: '.old', fields: { title: 'h3', note: 'em' } },
      ],
    }
    const { data, nulls, fields } = readPage(
      { x: rule },
      '<div class="new"></div><div class="old"><h3>T</h3></div>',
    )
    assert.deepEqual(data.x, { title: 'T', note: null })
    assert.deepEqual(nulls, [
      { field: 'x.note', rule: 'schema.fields.x.any[1].fields.note', reason: 'no element matches "em"' },
    ])
    assert.deepEqual(fields['x.title'], { filled: 1, total: 1 })
  })
})

describe('a default', () => {
  test('replaces null, and the trace says so', () => {
    const rule = { css: 'i', type: 'integer', default: 0 } as const
    assert.deepEqual(traceOf(rule), [0, undefined, 'defaulted: "soon" holds no number'])
  })

  test('counts neither as a null nor as a filled field', () => {
    const { nulls, fields } = readPage({ x: { css: 'h1', default: 'none' } }, PAGE)
    assert.deepEqual(nulls, [])
    assert.deepEqual(fields, { x: { filled: 0, total: 1 } })
  })

  test('may be false or a list', () => {
    const fields: Fields = {
      a: { css: 'h1', type: 'boolean', default: false },
      b: { css: 'h1', all: true, default: ['x'] },
    }
    assert.deepEqual(read(fields, PAGE), { a: false, b: ['x'] })
  })

  test('of `any` applies when no rule has a value', () => {
    assert.equal(read({ x: { any: ['h1', 'i'], type: 'number', default: -1 } }, PAGE).x, -1)
    assert.equal(read({ x: { any: ['h1', { json: 'a' }], default: 3 } }, PAGE).x, 3)
  })
})

describe('const', () => {
  test('gives the same value on every page, even null or an empty text', () => {
    const fields: Fields = {
      a: { const: 'EUR' },
      b: { const: null },
      c: { const: '' },
      d: { const: 0, type: 'integer' },
    }
    assert.deepEqual(read(fields, PAGE), { a: 'EUR', b: null, c: '', d: 0 })
  })
})

describe('a required field', () => {
  const offers = {
    css: 'li',
    all: true,
    fields: { price: { css: 'i', type: 'number', required: true } },
  } as const
  const cases: [string, Fields, string, string][] = [
    ['names itself', { a: { css: 'h1', required: true } }, 'a', 'no element matches "h1"'],
    ['names its place in a list', { offers }, 'offers[2].price', '"free" holds no number'],
    [
      'is missing when its list is empty',
      { a: { css: 'h1', all: true, required: true } },
      'a',
      'no element matches "h1"',
    ],
    [
      'is missing when its object is',
      { a: { css: 'h1', required: true, fields: { b: 'b' } } },
      'a',
      'no element matches "h1"',
    ],
    [
      'is missing when no item of its list has a value',
      { a: { css: 'li:last-child i', all: true, type: 'number', required: true } },
      'a',
      '"free" holds no number',
    ],
  ]
  const page = '<ul><li><i>1</i><li><i>2</i><li><i>free</i></ul>'
  for (const [title, fields, field, reason] of cases) {
    test(title, () => {
      assert.throws(
        () => read(fields, page),
        (error: AppError) => {
          assert.deepEqual(error.toJSON(), {
            error: `The required field ${field} has no value: ${reason}.`,
            field,
            detail: 'required_missing',
            hint: 'Test the parser on this page: give the field another rule to fall back on, or do not require it.',
          })
          return error instanceof AppError && error.status === 422
        },
      )
    })
  }

  test('with a default is not missing', () => {
    assert.equal(read({ a: { css: 'h1', required: true, default: 'x' } }, page).a, 'x')
  })

  test('is not checked inside an object that is missing', () => {
    assert.deepEqual(read({ a: { css: 'h1', fields: { b: { css: 'b', required: true } } } }, page), {
      a: null,
    })
  })
})
