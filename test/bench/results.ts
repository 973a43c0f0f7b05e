import type { Measure } from './measure.ts'
import type { Noise } from './quiet.ts'

/** All figures of `npm run bench`, for programs. */
export interface Results {
  node: string
  platform: string
  cores: number
  /** By the titles of the parts. */
  sections: Record<string, Section>
}

export interface Section {
  /** When it was measured. */
  at: string
  noise: Noise
  /** The cells of each row as they are printed, by the titles of tables and the names of rows. */
  tables: Record<string, Record<string, object>>
  /** Rows that are ours against an anchor, by the title of the table and the name of the row. */
  measures: Record<string, Measure>
}

/** A measure that became worse by more than it differs between the rounds of one run. */
export interface Slower {
  section: string
  row: string
  before: string
  now: string
}

/** What got slower since earlier results, of what both have measured. */
export function slowerThan(before: Results, now: Results): Slower[] {
  return Object.entries(now.sections).flatMap(([section, { measures }]) =>
    Object.entries(measures).flatMap(([row, measure]) => {
      const earlier = before.sections[section]?.measures[row]
      return earlier && isWorse(earlier, measure)
        ? [{ section, row, before: textOf(earlier), now: textOf(measure) }]
        : []
    }),
  )
}

/** The middle halves of both do not meet. */
const isWorse = (before: Measure, { half: [from, to], better }: Measure): boolean =>
  better === 'less' ? from > before.half[1] : to < before.half[0]

const textOf = ({ ratio, half: [from, to] }: Measure) => `${ratio} (${from} to ${to})`
