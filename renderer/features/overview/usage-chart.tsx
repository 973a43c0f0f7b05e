import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { Span } from './spans.ts'

const SERIES = [
  { name: 'good', label: 'succeeded', color: 'indigo.6' },
  { name: 'failed', label: 'failed', color: 'red.6' },
]

/** Calls a span, what succeeded below what failed. */
export const UsageChart = ({ spans, height }: { spans: Span[]; height: number }) => (
  <BarChart
    h={height}
    data={spans}
    dataKey="label"
    type="stacked"
    series={SERIES}
    withLegend
    tickLine="none"
    barChartProps={{ accessibilityLayer: false }}
    role="img"
    aria-label="Calls over time"
  />
)
