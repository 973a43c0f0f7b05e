import { median } from './contestants.ts'
import { rounded } from './rounded.ts'

/** Ours to an anchor, each round to the anchor's own: a machine that is busy for a while changes these least. */
export interface Measure {
  /** The median of the rounds. */
  ratio: number
  /** Where the middle half of the rounds lies. */
  half: [from: number, to: number]
  better: 'more' | 'less'
}

/** Marks the row of a table as what was measured; tables do not show it. */
const MEASURE = Symbol('measure')

type Marked = { [MEASURE]?: Measure }

/** What rounds of ours and of an anchor say. */
export function measureOf(
  ours: readonly number[],
  anchor: readonly number[],
  better: Measure['better'],
): Measure {
  const ratios = ours.map((value, round) => rounded(value / anchor[round]!)).toSorted((a, b) => a - b)
  const quarter = Math.floor(ratios.length / 4)
  return { ratio: median(ratios), half: [ratios[quarter]!, ratios.at(-1 - quarter)!], better }
}

/** The same row, which is kept as a measure, too. */
export const asMeasure = <Row extends object>(row: Row, measure: Measure): Row & Marked => ({
  ...row,
  'half of the ratios': `${measure.half[0]} to ${measure.half[1]}`,
  [MEASURE]: measure,
})

/** What a row says about ours and an anchor; undefined where it says something else. */
export const measureIn = (row: object): Measure | undefined => (row as Marked)[MEASURE]
