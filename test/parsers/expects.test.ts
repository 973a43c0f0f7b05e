import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileParser } from '../../server/parsers/compile/compile-parser.ts'
import { runParser } from '../../server/parsers/run-parser.ts'

const parser = compileParser({ fields: { title: 'h1' } })
const PAGE = '<!doctype html><body><main class="shop"><h1>Kettle</h1></main>'
const expected = (expects: string | undefined, text = PAGE) =>
  runParser(parser, { text }, { expects }).expected

describe('what the caller of a parser expects in a page', () => {
  const cases: [selector: string, there: boolean][] = [
    ['h1', true],
    ['html .shop > h1', true],
    ['body', true],
    ['.price, h1', true],
    ['.price', false],
    ['h1 > .shop', false],
  ]
  for (const [selector, there] of cases)
    test(`is ${there ? '' : 'not '}there by ${selector}`, () => assert.equal(expected(selector), there))

  test('is not there in a page of JSON', () => assert.equal(expected('h1', '{"h1": "Kettle"}'), false))
  test('is left open where nothing is expected', () => assert.equal(expected(undefined), undefined))
})
