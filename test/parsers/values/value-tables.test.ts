import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import type { Json, RuleObject } from '../../../server/parsers/parser-schema.ts'
import { readInSources } from '../support/in-sources.ts'

/** Tables of prices, dates and relative times from scrapinghub/price-parser and scrapinghub/dateparser (BSD-3-Clause). */
const folder = resolve(process.env.WINNOW_TABLES ?? resolve(import.meta.dirname, '../../../../shared/tables'))
const absent = existsSync(folder) ? undefined : `no tables at ${folder}; WINNOW_TABLES names another folder`

interface Row {
  text: string
  locale?: string | null
}

const rowsOf = <T extends Row>(file: string): T[] =>
  JSON.parse(readFileSync(resolve(folder, file), 'utf8')) as T[]

interface Table<T extends Row> {
  file: string
  where?: (row: T) => boolean
  /** Whether the text of a row contains its whole value. For other rows, null is right. */
  isWhole?: (row: T) => boolean
  rule: (row: T) => RuleObject
  /** The part of a value that the table has. */
  part: (value: Json) => unknown
  expected: (row: T) => unknown
  /** The least share of right values, in percent. */
  goal: number
}

/** Reads every row in every place of a page, prints the rows that were not read, and allows no wrong value. */
function checkTable<T extends Row>({
  file,
  where = () => true,
  isWhole = () => true,
  rule,
  part,
  expected,
  goal,
}: Table<T>): void {
  const counts = { right: 0, wrong: [] as string[], nulls: [] as string[] }
  const rows = rowsOf<T>(file).filter(where)
  for (const row of rows) {
    const { values, reasons } = readInSources(
      row.text,
      { ...rule(row), ...(row.locale && { locale: row.locale }) },
      NOW,
    )
    const [first, ...others] = Object.values(values)
    assert.deepEqual(others, Array(others.length).fill(first), `${row.text} differs between sources`)
    const problem = `${JSON.stringify(row.text)}: ${JSON.stringify(first)}, expected ${expected(row)} (${reasons[0] ?? ''})`
    if ((first === null ? null : part(first!)) === expected(row)) counts.right++
    else (first === null ? counts.nulls : counts.wrong).push(problem)
  }
  const wholeCount = rows.filter(isWhole).length
  const share = (100 * counts.right) / wholeCount
  console.log(
    `${file}: ${counts.right} of ${rows.length} right, ${counts.wrong.length} wrong, ${counts.nulls.length} null; ${share.toFixed(1)} % of ${wholeCount} that are whole`,
  )
  for (const problem of [...counts.wrong, ...counts.nulls.map(problem => `null ${problem}`)])
    console.log(`  ${problem}`)
  assert.deepEqual(counts.wrong, [])
  assert.ok(share >= goal, `${share} %`)
}

interface DateRow extends Row {
  date: string
  datetime?: string
}

type Unit = 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds'
interface RelativeRow extends Row {
  ago: Partial<Record<Unit, number>>
}

const isExact = ({ hours, minutes, seconds }: RelativeRow['ago']) => Boolean(hours || minutes || seconds)

/** The time that long before `NOW`. Its day exists in every month. */
function momentBefore(ago: RelativeRow['ago']): string {
  const { years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = ago
  const moment = new Date(NOW)
  moment.setUTCFullYear(moment.getUTCFullYear() - years, moment.getUTCMonth() - months)
  const elapsed = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds
  return new Date(moment.getTime() - elapsed * 1_000).toISOString().replace('.000Z', 'Z')
}

/** The time at which the table of dates was made. */
const NOW = Date.UTC(2012, 10, 13, 12)

interface PriceRow extends Row {
  amount: number | null
}

describe('texts as people write them are read as', { skip: absent }, () => {
  /**
   * Not read: `Free!` (twice; no number), `$.75,333` (no number in any language), `129.900`, `320.000`, `1.727 Ft` (may
   * be thousandths), `Was: $124.95 Now: $0.00` (unclear which of them is wanted).
   */
  test('prices', () =>
    checkTable<PriceRow>({
      file: 'prices.json',
      rule: () => ({ type: 'price' }),
      part: value => (value as { amount: number }).amount,
      expected: ({ amount }) => amount,
      goal: 98,
    }))

  /**
   * A row without a year of four digits is no complete date (`10 мая`, `Jeu 15:12`, `10:04am`, `18.10.14`): null is
   * right. Of the others, `1 Ni 2015` and `12 Hulyo 2003 13:01` (without its language) are not read.
   */
  for (const type of ['date', 'datetime'] as const)
    test(`values of the type ${type}`, () =>
      checkTable<DateRow>({
        file: 'dates.json',
        where: row => row[type] !== undefined,
        isWhole: ({ text }) => /\p{Nd}{4}/u.test(text),
        rule: () => ({ type }),
        part: value => value,
        expected: row => row[type] ?? null,
        goal: 90,
      }))

  test('relative times', () =>
    checkTable<RelativeRow>({
      file: 'relative-dates.json',
      rule: ({ ago }) => ({ type: isExact(ago) ? 'datetime' : 'date' }),
      part: value => value,
      expected: ({ ago }) => (isExact(ago) ? momentBefore(ago) : momentBefore(ago).slice(0, 10)),
      goal: 98,
    }))
})
