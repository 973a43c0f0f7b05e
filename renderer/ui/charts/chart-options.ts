/** One line of a chart, or one part of its bars. */
export interface Series {
  name: string
  /** One for each point; null where there is none. */
  values: readonly (number | null)[]
  colour?: string
}

/** Numbers over time. */
export interface ChartOptions {
  kind: 'lines' | 'steps' | 'bars'
  /** What the chart shows, as its name for screen readers. */
  label: string
  /** The times, from left to right. */
  points: readonly string[]
  series: readonly Series[]
  height: number
  /** Writes a value; default: with its digits grouped. */
  format?: (value: number) => string
  /** The ends of the axis of values; default: those of the values. */
  domain?: [number, number]
}
