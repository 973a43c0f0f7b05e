/** A line of a chart, or a part of its bars. */
interface Series {
  name: string
  /** The value at each point; null if there is none. */
  values: readonly (number | null)[]
  colour?: string
}

/** A chart of numbers over time. */
export interface ChartOptions {
  kind: 'lines' | 'steps' | 'bars'
  /** Says what the chart shows; its name for screen readers. */
  label: string
  /** The times, from left to right. */
  points: readonly string[]
  series: readonly Series[]
  height: number
  /** Formats a value; by default with grouped digits. */
  format?: (value: number) => string
  /** The ends of the value axis; by default those of the values. */
  domain?: [number, number]
}
