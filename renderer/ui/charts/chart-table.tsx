import { AsTable } from './as-table.tsx'
import type { ChartOptions } from './chart-options.ts'

/** The numbers of a chart as a table. */
export const ChartTable = ({ label, points, series, format }: Omit<ChartOptions, 'kind' | 'height'>) => (
  <AsTable label={label} columns={['Time', ...series.map(({ name }) => name)]}>
    {points.map((point, at) => (
      <tr key={at}>
        <th scope="row">{point}</th>
        {series.map(({ name, values }) => (
          <td key={name}>{textOf(values[at], format!)}</td>
        ))}
      </tr>
    ))}
  </AsTable>
)

const textOf = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? '–' : format(value)
