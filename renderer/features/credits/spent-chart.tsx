import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { Day } from './days.ts'

/** Distinguishable in both themes and without colour vision: they differ in lightness. */
const COLOURS = ['indigo.7', 'cyan.5', 'orange.5', 'grape.4', 'gray.5']

/** Credits a day, the operations on top of each other. */
export const SpentChart = ({ days, series, height }: { days: Day[]; series: string[]; height: number }) => (
  <BarChart
    h={height}
    data={days}
    dataKey="label"
    type="stacked"
    series={series.map((name, index) => ({ name, color: COLOURS[index]! }))}
    withLegend
    tickLine="none"
    valueFormatter={value => value.toLocaleString()}
    xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 16 }}
    yAxisProps={{ allowDecimals: false, width: 72 }}
    barChartProps={{ accessibilityLayer: false }}
    role="img"
    aria-label="Credits per day by operation"
  />
)
