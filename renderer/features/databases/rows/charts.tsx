import { Stack } from '@mantine/core'
import { Chart } from '../../../ui/charts/chart.tsx'
import { exactTime } from '../../../ui/time.tsx'
import type { Change, Column } from '../api.ts'

/** The maximum number of charts of a row, one for each column. */
const MAX_CHARTS = 6

/** Charts of the numbers of a row that changed over time. `changes` are newest first. */
export function RowCharts({ columns, changes }: { columns: readonly Column[]; changes: readonly Change[] }) {
  const oldestFirst = changes.toReversed()
  const series = columns
    .map(({ name }) => ({ name, values: oldestFirst.map(({ data }) => numberOrNull(data[name])) }))
    .filter(({ values }) => new Set(values.filter(value => value !== null)).size > 1)
  return (
    <Stack gap={12} mb={series.length ? 12 : 0}>
      {series.slice(0, MAX_CHARTS).map(one => (
        <Chart
          key={one.name}
          kind="steps"
          label={`${one.name} over time`}
          points={oldestFirst.map(({ at }) => exactTime(at))}
          series={[one]}
          height={140}
        />
      ))}
    </Stack>
  )
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null)
