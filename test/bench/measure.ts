import { median } from './contestants.ts'
import { rounded } from './rounded.ts'

/** The ratio of ours to an anchor, taken within each round: a machine that is busy for a while changes such ratios least. */
export interface Measure {
  /** The median over all rounds. */
  ratio: number
  /** The range of the middle half of the rounds. */
  half: [from: number, to: number]
  better: 'more' | 'less'
}

/** Marks a table row as a measure. Tables do not display it. */
const MEASURE = Symbol('measure')

type MarkedRow = { [MEASURE]?: Measure }

/** Computes the measure from the rounds of ours and of an anchor. */
export function measureOf(
  ours: readonly number[],
  anchor: readonly number[],
  better: Measure['better'],
): Measure {
  const ratios = ours.map((value, round) => rounded(value / anchor[round]!)).toSorted((a, b) => a - b)
  const quarter = Math.floor(ratios.length / 4)
  return { ratio: median(ratios), half: [ratios[quarter]!, ratios.at(-1 - quarter)!], better }
}

/** Returns the row, marked as a measure. */
export const asMeasure = <Row extends object>(row: Row, measure: Measure): Row & MarkedRow => ({
  ...row,
  'half of the ratios': `${measure.half[0]} to ${measure.half[1]}`,
  [MEASURE]: measure,
})

/** Returns the measure of a row; undefined if it has none. */
export const measureIn = (row: object): Measure | undefined => (row as MarkedRow)[MEASURE]
