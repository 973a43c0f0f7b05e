import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addRun, emptyWindow, isBack, isDrop, rateOf, recentFill } from '../../server/parsers/fill-window.ts'
import { randomFrom } from '../support/seeds.ts'

/** A window after runs that found so many of so many values. */
const windowOf = (runs: [filled: number, total: number][]) =>
  runs.reduce((window, [filled, total]) => addRun(window, { price: { filled, total } }), emptyWindow())
const recent = (runs: [filled: number, total: number][]) => recentFill(windowOf(runs), 'price')
const times = (count: number, run: [number, number]) => Array.from({ length: count }, () => run)

describe('the latest runs of a parser', () => {
  test('are fifteen to thirty of them', () => {
    assert.equal(recent(times(8, [1, 1])).runs, 8)
    assert.equal(recent(times(30, [1, 1])).runs, 30)
    assert.equal(recent(times(31, [1, 1])).runs, 16)
  })

  test('count each as one, however many items its page has', () => {
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

  test('leave out a page without any place for the field', () => {
    assert.equal(
      recent([
        [0, 0],
        [1, 1],
      ]).runs,
      1,
    )
  })
})

describe('a drop', () => {
  const always = { rate: 1, runs: 100 }

  test('is seen soon after a field has vanished', () => {
    const until = (gone: number) => recent([...times(15, [1, 1]), ...times(gone, [0, 1])])
    const first = Array.from({ length: 30 }, (_, gone) => gone).find(gone => isDrop(always, until(gone)))
    assert.equal(first, 11)
  })

  test('needs enough runs before and now', () => {
    assert.equal(isDrop(always, recent(times(7, [0, 1]))), false)
    assert.equal(isDrop(always, recent(times(8, [0, 1]))), true)
    assert.equal(isDrop({ rate: 1, runs: 29 }, recent(times(20, [0, 1]))), false)
  })

  test('is nothing less than a large part of what there was', () => {
    assert.equal(isDrop({ rate: 1, runs: 10_000 }, recent(times(20, [7, 10]))), false)
  })

  test('is no chance: fields that are often empty give no alarm in 20,000 runs', t => {
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

  test('is over once most is back', () => {
    assert.equal(isBack(0.9, recent(times(4, [1, 1]))), false)
    assert.equal(isBack(0.9, recent(times(5, [1, 1]))), true)
    assert.equal(isBack(0.9, recent(times(10, [1, 2]))), false)
  })
})
