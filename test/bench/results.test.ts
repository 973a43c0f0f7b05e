import { deepStrictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { asMeasure, type Measure, measureIn, measureOf } from './measure.ts'
import { type Results, regressionsSince } from './results.ts'

const resultsOf = (measures: Record<string, Measure>): Results => ({
  node: '24',
  platform: 'linux',
  cores: 2,
  sections: { Calls: { at: '', noise: { busy: 0, steal: null }, tables: {}, measures } },
})

test('a measure is the median of the ratios within rounds, with their middle half', () => {
  const measure = measureOf([2, 4, 6, 8, 100], [2, 2, 2, 2, 2], 'less')
  deepStrictEqual(measure, { ratio: 3, half: [2, 4], better: 'less' })
  const row = { ...asMeasure({ ours: '6 ms' }, measure), more: 1 }
  deepStrictEqual([Object.keys(row), measureIn(row)], [['ours', 'half of the ratios', 'more'], measure])
})

test('slower is what became worse by more than its rounds differ', () => {
  const before = resultsOf({
    time: { ratio: 0.5, half: [0.4, 0.6], better: 'less' },
    same: { ratio: 0.5, half: [0.4, 0.6], better: 'less' },
    rate: { ratio: 4, half: [3.8, 4.2], better: 'more' },
    faster: { ratio: 4, half: [3.8, 4.2], better: 'more' },
    gone: { ratio: 1, half: [1, 1], better: 'less' },
  })
  const now = resultsOf({
    time: { ratio: 0.7, half: [0.65, 0.8], better: 'less' },
    same: { ratio: 0.6, half: [0.55, 0.7], better: 'less' },
    rate: { ratio: 3, half: [2.9, 3.1], better: 'more' },
    faster: { ratio: 5, half: [4.9, 5.1], better: 'more' },
    fresh: { ratio: 9, half: [9, 9], better: 'less' },
  })
  deepStrictEqual(regressionsSince(before, now), [
    { section: 'Calls', row: 'time', before: '0.5 (0.4 to 0.6)', now: '0.7 (0.65 to 0.8)' },
    { section: 'Calls', row: 'rate', before: '4 (3.8 to 4.2)', now: '3 (2.9 to 3.1)' },
  ])
})
