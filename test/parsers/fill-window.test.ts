import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addRun,
  emptyWindow,
  isDrop,
  isRecovered,
  rateOf,
  recentFill,
} from '../../server/parsers/fill-window.ts'
import { randomFrom } from '../support/seeds.ts'

/** A window after runs with these numbers of filled values out of all values. */
const windowOf = (runs: [filled: number, total: number][]) =>
  runs.reduce((window, [filled, total]) => addRun(window, { price: { filled, total } }), emptyWindow())
const recent = (runs: [filled: number, total: number][]) => recentFill(windowOf(runs), 'price')
const times = (count: number, run: [number, number]) => Array.from({ length: count }, () => run)

describe('the recent runs of a parser', () => {
  test('are the latest fifteen to thirty', () => {
    assert.equal(recent(times(8, [1, 1])).runs, 8)
    assert.equal(recent(times(30, [1, 1])).runs, 30)
    assert.equal(recent(times(31, [1, 1])).runs, 16)
  })

  test('count once each, however many items their page has', () => {
    assert.equal(
      rateOf(
        recent([
          [0, 50],
          [1, 1],
          [1, 1],
        ]),
      ),
      0.6667,
    )
  })

  test('leave out a page that has no place for the field', () => {
    assert.equal(
      recent([
        [0, 0],
        [1, 1],
      ]).runs,
      1,
    )
  })
})

describe('a drop in how often a field is filled', () => {
  const always = { rate: 1, runs: 100 }

  test('is detected within eleven runs after the field vanished', () => {
    const until = (emptyCount: number) => recent([...times(15, [1, 1]), ...times(emptyCount, [0, 1])])
    const first = Array.from({ length: 30 }, (_, emptyCount) => emptyCount).find(emptyCount =>
      isDrop(always, until(emptyCount)),
    )
    assert.equal(first, 11)
  })

  test('is only detected after enough runs before and since', () => {
    assert.equal(isDrop(always, recent(times(7, [0, 1]))), false)
    assert.equal(isDrop(always, recent(times(8, [0, 1]))), true)
    assert.equal(isDrop({ rate: 1, runs: 29 }, recent(times(20, [0, 1]))), false)
  })

  test('is only detected when a large part of the values is missing', () => {
    assert.equal(isDrop({ rate: 1, runs: 10_000 }, recent(times(20, [7, 10]))), false)
  })

  test('is not reported by chance in 20,000 runs of a field that is often empty', t => {
    const random = randomFrom(7)
    for (const rate of [0.95, 0.8, 0.5, 0.2]) {
      let window = emptyWindow()
      let alarms = 0
      for (let run = 0; run < 20_000; run++) {
        window = addRun(window, { price: { filled: Number(random() < rate), total: 1 } })
        if (isDrop({ rate, runs: 500 }, recentFill(window, 'price'))) alarms++
      }
      t.diagnostic(`filled in ${rate * 100} % of runs: ${alarms} alarms in 20,000`)
      assert.equal(alarms, 0)
    }
  })

  test('is over once most values are back', () => {
    assert.equal(isRecovered(0.9, recent(times(4, [1, 1]))), false)
    assert.equal(isRecovered(0.9, recent(times(5, [1, 1]))), true)
    assert.equal(isRecovered(0.9, recent(times(10, [1, 2]))), false)
  })
})
