import { useState } from 'react'
import classes from './chart.module.css'
import type { ChartOptions } from './chart-options.ts'

/** The numbers of a chart as a table, which opens by click or key. */
export function ChartTable({ label, points, series, format }: Omit<ChartOptions, 'kind' | 'height'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.opener}>Show as a table</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        <section className={classes.scroll} tabIndex={0} aria-label={`${label} as a table`}>
          <table className={classes.table} aria-label={label}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map((point, at) => (
                <tr key={at}>
                  <th scope="row">{point}</th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{textOf(values[at], format!)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

const textOf = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? '–' : format(value)
