import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import type { Json, RuleObject } from '../../server/parsers/parser-schema.ts'
import { readInSources } from './support/in-sources.ts'

/** Prices, dates and relative times of scrapinghub/price-parser and scrapinghub/dateparser (BSD-3-Clause). */
const folder = resolve(process.env.WINNOW_TABLES ?? resolve(import.meta.dirname, '../../../shared/tables'))
const absent = existsSync(folder) ? undefined : `no tables at ${folder}; WINNOW_TABLES names another folder`

interface Row {
  text: string
  locale?: string | null
}

const rowsOf = <T extends Row>(file: string): T[] =>
  JSON.parse(readFileSync(resolve(folder, file), 'utf8')) as T[]

interface Table<T extends Row> {
  file: string
  rule: (row: T) => RuleObject
  /** The part of a value that the table tells. */
  part: (value: Json) => unknown
  expected: (row: T) => unknown
  /** The share that has to be right, in percent. */
  goal: number
}

/** Reads every row in every place of a page, prints what was not read, and allows no wrong value. */
function checkTable<T extends Row>({ file, rule, part, expected, goal }: Table<T>): void {
  const counts = { right: 0, wrong: [] as string[], nulls: [] as string[] }
  const rows = rowsOf<T>(file)
  for (const row of rows) {
    const { values, reasons } = readInSources(
      row.text,
      { ...rule(row), ...(row.locale && { locale: row.locale }) },
      NOW,
    )
    const [first, ...others] = Object.values(values)
    assert.deepEqual(others, Array(others.length).fill(first), `${row.text} differs between sources`)
    const line = `${JSON.stringify(row.text)}: ${JSON.stringify(first)}, expected ${expected(row)} (${reasons[0] ?? ''})`
    if ((first === null ? null : part(first!)) === expected(row)) counts.right++
    else (first === null ? counts.nulls : counts.wrong).push(line)
  }
  const share = (100 * counts.right) / rows.length
  console.log(`${file}: ${share.toFixed(1)} % of ${rows.length} right, ${counts.wrong.length} wrong`)
  for (const line of [...counts.wrong, ...counts.nulls.map(line => `null ${line}`)]) console.log(`  ${line}`)
  assert.deepEqual(counts.wrong, [])
  assert.ok(share >= goal, `${share} %`)
}

/** The moment at which the table of dates was read. */
const NOW = Date.UTC(2012, 10, 13, 12)

interface PriceRow extends Row {
  amount: number | null
}

describe('of what people write', { skip: absent }, () => {
  /**
   * Not read: `Free!` (twice; no number), `$.75,333` (no number of any language), `129.900`, `320.000`, `1.727 Ft` (may
   * be thousandths), `Was: $124.95 Now: $0.00` (which of them is wanted?).
   */
  test('prices are read', () =>
    checkTable<PriceRow>({
      file: 'prices.json',
      rule: () => ({ type: 'price' }),
      part: value => (value as { amount: number }).amount,
      expected: ({ amount }) => amount,
      goal: 98,
    }))
})
