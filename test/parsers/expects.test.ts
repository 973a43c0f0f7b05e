import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileParser } from '../../server/parsers/compile/compile-parser.ts'
import { runParser } from '../../server/parsers/run-parser.ts'

const parser = compileParser({ fields: { title: 'h1' } })
const PAGE = '<!doctype html><body><main class="shop"><h1>Kettle</h1></main>'
const expected = (expects: string | undefined, text = PAGE) =>
  runParser(parser, { text }, { expects }).expected

describe('an element that the caller of a parser expects', () => {
  const cases: [selector: string, there: boolean][] = [
    ['h1', true],
    ['html .shop > h1', true],
    ['body', true],
    ['.price, h1', true],
    ['.price', false],
    ['h1 > .shop', false],
  ]
  for (const [selector, there] of cases)
    test(`is ${there ? '' : 'not '}found in the page by the selector ${selector}`, () =>
      assert.equal(expected(selector), there))

  test('is not found in a page of JSON', () => assert.equal(expected('h1', '{"h1": "Kettle"}'), false))
  test('is reported as undefined when the caller expects none', () =>
    assert.equal(expected(undefined), undefined))
})
