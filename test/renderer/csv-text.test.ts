import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvText } from '../../renderer/lib/csv-text.ts'

test('cells with commas, quotes and line ends are quoted', () => {
  assert.equal(
    csvText([
      ['a', 'b,c'],
      ['say "d"', 'e\nf'],
    ]),
    'a,"b,c"\r\n"say ""d""","e\nf"',
  )
})

test('texts that a spreadsheet program would run as formulas begin with an apostrophe', () => {
  for (const text of ['=1+1', '+1', '@SUM(A1)', '\tx', "-2+3+cmd|' /C calc'!A0", '-A1', '-1-A1'])
    assert.equal(csvText([[text]]), `'${text}`)
})

test('negative numbers stay numbers', () => {
  for (const text of ['-1', '-1204.5', '-1e-7', '-2.5E+21', '-3%', '-']) assert.equal(csvText([[text]]), text)
})
