import { Chart } from '../../../ui/charts/chart.tsx'
import { dayLabel } from '../../../ui/charts/day-label.ts'
import { percent } from '../percent.ts'
import type { Stats } from './api.ts'

/** More lines than this cannot be told apart. */
const MAX_LINES = 5

/** A chart of how often fields had a value on each day, for the few fields that vary most. */
export const FillChart = ({ series }: { series: Stats['series'] }) => (
  <Chart
    kind="lines"
    label="Share of values by day and field"
    points={series.map(({ day }) => dayLabel(day))}
    series={mostVariedFields(series).map(name => ({
      name,
      values: series.map(({ fill_rate_by_field }) => fill_rate_by_field[name] ?? null),
    }))}
    height={180}
    domain={[0, 1]}
    format={percent}
  />
)

function mostVariedFields(series: Stats['series']): string[] {
  const rates = new Map<string, number[]>()
  for (const { fill_rate_by_field } of series)
    for (const [field, rate] of Object.entries(fill_rate_by_field))
      rates.set(field, [...(rates.get(field) ?? []), rate])
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values)
  return [...rates]
    .sort(([, a], [, b]) => spread(b) - spread(a))
    .slice(0, MAX_LINES)
    .map(([field]) => field)
}
