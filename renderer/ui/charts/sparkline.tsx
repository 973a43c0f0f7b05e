import classes from './chart.module.css'

const WIDTH = 48
const HEIGHT = 16
/** Leaves room for the width of the line. */
const EDGE = 2

/** A small line chart without axes beside a name or a number; `label` says what it shows. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const low = Math.min(...values)
  const range = Math.max(...values) - low || 1
  const x = (at: number) => EDGE + (at * (WIDTH - 2 * EDGE)) / Math.max(1, values.length - 1)
  const y = (value: number) => HEIGHT - EDGE - ((value - low) * (HEIGHT - 2 * EDGE)) / range
  const points = values.map((value, at) => `${x(at)},${y(value)}`)
  return (
    <svg
      className={classes.sparkline}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1)!)} r={EDGE} fill="currentColor" />
    </svg>
  )
}
