import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { METRICS, type Metric } from './metrics.ts'
import type { Span } from './spans.ts'

/** Calls per span, succeeded below failed, or the credits that they cost. */
export const UsageChart = ({ spans, metric, height }: { spans: Span[]; metric: Metric; height: number }) => (
  <BarChart
    h={height}
    data={spans}
    dataKey="label"
    type="stacked"
    series={METRICS[metric].series}
    withLegend
    tickLine="none"
    maxBarWidth={48}
    xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 16 }}
    yAxisProps={{ allowDecimals: false, width: 72 }}
    valueFormatter={value => value.toLocaleString()}
    barChartProps={{ accessibilityLayer: false }}
    role="img"
    aria-label={`${METRICS[metric].label} over time`}
  />
)
