import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadCode } from '../../lib/load-code.ts'
import { numberText } from '../number-text.ts'
import classes from './chart.module.css'
import type { ChartOptions } from './chart-options.ts'
import { ChartTable } from './chart-table.tsx'

const Drawing = lazy(async () => ({
  default: (await loadCode(() => import('./drawing.tsx'))).Drawing,
}))

/** A chart, and its numbers as a table for users who cannot see it or need exact values. */
export const Chart = ({ format = numberText, ...chart }: ChartOptions) => (
  <div className={classes.chart}>
    <Suspense fallback={<Skeleton height={chart.height} radius={6} />}>
      <Drawing {...chart} format={format} />
    </Suspense>
    <ChartTable {...chart} format={format} />
  </div>
)
