import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import type { ChartOptions } from './chart-options.ts'

/** Colours that differ in lightness, so that they can be told apart in both themes and without colour vision. */
const COLOURS = ['indigo.7', 'orange.5', 'cyan.5', 'grape.4', 'gray.6']
/** Dash patterns tell lines apart if colours do not. */
const DASHES = ['', '6 3', '2 3', '8 3 2 3', '12 4']

const LEGEND_LINE_PX = 24

/** The right margin leaves room for half of the last label, which would otherwise be cut off or hide other labels. */
const MARGIN = { top: 5, right: 24, bottom: 5, left: 5 }

/** The chart itself, in a file of its own because the chart library is large. */
export function Drawing({ kind, label, points, series, height, format, domain }: ChartOptions) {
  const chartProps = {
    // In a narrow window, the legend needs a line for each name.
    h: { base: height + LEGEND_LINE_PX * Math.max(0, series.length - 2), sm: height },
    // A series has its index as its key, since its name may contain any characters.
    data: points.map((point, at) => ({
      point,
      ...Object.fromEntries(series.map(({ values }, index) => [`s${index}`, values[at]])),
    })),
    dataKey: 'point',
    withLegend: series.length > 1 || kind === 'bars',
    valueFormatter: format!,
    // The newest point matters most, so it keeps its label if there is no room for all of them.
    xAxisProps: { interval: 'equidistantPreserveEnd' as const, minTickGap: 16 },
    role: 'img',
    'aria-label': label,
  }
  const chartSeries = series.map(({ name, colour }, index) => ({
    name: `s${index}`,
    label: name,
    color: colour ?? COLOURS[index % COLOURS.length]!,
  }))
  if (kind === 'bars')
    return (
      <BarChart
        {...chartProps}
        type="stacked"
        tickLine="none"
        maxBarWidth={48}
        series={chartSeries}
        yAxisProps={{ allowDecimals: false, width: 72 }}
        barChartProps={{ accessibilityLayer: false, margin: MARGIN }}
      />
    )
  return (
    <LineChart
      {...chartProps}
      series={chartSeries.map((one, index) => ({ ...one, strokeDasharray: DASHES[index % DASHES.length]! }))}
      yAxisProps={{ width: 72, domain: domain ?? ['auto', 'auto'] }}
      curveType={kind === 'steps' ? 'stepAfter' : 'linear'}
      lineChartProps={{ accessibilityLayer: false, margin: MARGIN }}
    />
  )
}
