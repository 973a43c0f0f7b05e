import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import type { Stats } from './api.ts'

/** Distinguishable in both themes and without colour vision: they differ in lightness. */
const COLOURS = ['indigo.7', 'orange.5', 'cyan.5', 'grape.4', 'gray.6']

/** How often fields had a value, by day, for the few fields that vary most. */
export default function FillChart({ series }: { series: Stats['series'] }) {
  const days = series.map(({ day, fill_rate_by_field }) => ({ day: day.slice(5), ...fill_rate_by_field }))
  return (
    <LineChart
      h={180}
      data={days}
      dataKey="day"
      series={mostVaried(series).map((name, at) => ({ name, label: name, color: COLOURS[at]! }))}
      yAxisProps={{ domain: [0, 1] }}
      valueFormatter={value => `${Math.round(value * 100)}%`}
      curveType="linear"
      withLegend
      lineChartProps={{ accessibilityLayer: false }}
      role="img"
      aria-label="Share of values by day and field"
    />
  )
}

function mostVaried(series: Stats['series']): string[] {
  const rates = new Map<string, number[]>()
  for (const { fill_rate_by_field } of series)
    for (const [field, rate] of Object.entries(fill_rate_by_field))
      rates.set(field, [...(rates.get(field) ?? []), rate])
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values)
  return [...rates]
    .sort(([, a], [, b]) => spread(b) - spread(a))
    .slice(0, COLOURS.length)
    .map(([field]) => field)
}
