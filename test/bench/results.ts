import type { Measure } from './measure.ts'
import type { Noise } from './quiet.ts'

/** All figures of `npm run bench`, in machine-readable form. */
export interface Results {
  node: string
  platform: string
  cores: number
  /** By the title of the part. */
  sections: Record<string, Section>
}

export interface Section {
  /** The time of the measurement. */
  at: string
  noise: Noise
  /** The cells of each row as they are printed, by table title and row name. */
  tables: Record<string, Record<string, object>>
  /** Rows that compare ours with an anchor, by table title and row name. */
  measures: Record<string, Measure>
}

/** A measure that got worse by more than it varies between the rounds of one run. */
interface Regression {
  section: string
  row: string
  before: string
  now: string
}

/** Returns the measures that got worse since earlier results, among those that both contain. */
export function regressionsSince(before: Results, now: Results): Regression[] {
  return Object.entries(now.sections).flatMap(([section, { measures }]) =>
    Object.entries(measures).flatMap(([row, measure]) => {
      const earlier = before.sections[section]?.measures[row]
      return earlier && isWorse(earlier, measure)
        ? [{ section, row, before: textOf(earlier), now: textOf(measure) }]
        : []
    }),
  )
}

/** Whether the new middle half lies entirely on the worse side of the old one. */
const isWorse = (before: Measure, { half: [from, to], better }: Measure): boolean =>
  better === 'less' ? from > before.half[1] : to < before.half[0]

const textOf = ({ ratio, half: [from, to] }: Measure) => `${ratio} (${from} to ${to})`
