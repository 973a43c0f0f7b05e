import { median } from './contestants.ts'
import { asMeasure, type Measure, measureOf } from './measure.ts'

/** A comparison of ours with a named anchor. */
export interface Row {
  ours: string
  anchor: string
  /** The ratio of ours to the anchor's. */
  ratio: number
  /** The target of the ratio, if it has one. */
  aim: string
  better: Measure['better']
  'the anchor': string
}

/** Returns the row for the alternating rounds of ours and of the anchor. */
export function row(
  [ours, anchor]: [ours: readonly number[], anchor: readonly number[]],
  unit: string,
  better: Measure['better'],
  anchorName: string,
  aim?: number,
): Row {
  const measure = measureOf(ours, anchor, better)
  const cells = {
    ours: `${median([...ours]).toFixed(1)} ${unit}`,
    anchor: `${median([...anchor]).toFixed(1)} ${unit}`,
    ratio: measure.ratio,
    aim: better === 'more' ? atLeast(aim) : atMost(aim),
    better,
    'the anchor': anchorName,
  }
  return asMeasure(cells, measure)
}

/** One figure of all rounds of both, for a row. */
export const bothOf = <Result>(
  { ours, naive }: { ours: Result[]; naive: Result[] },
  figure: (result: Result) => number,
): [ours: number[], anchor: number[]] => [ours.map(figure), naive.map(figure)]

export const atMost = (aim?: number) => (aim === undefined ? '' : `≤ ${aim}`)
export const atLeast = (aim?: number) => (aim === undefined ? '' : `≥ ${aim}`)
