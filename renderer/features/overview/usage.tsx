import { Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/service/account.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { Figure } from '../../ui/figure.tsx'
import { durationText } from '../../ui/jobs/durations.ts'
import { numberText } from '../../ui/number-text.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RANGES, type Range, usageQuery } from './api.ts'
import { METRICS, type Metric } from './metrics.ts'
import { spansOf, successRate, totalsOf } from './spans.ts'

const CHART_PX = 220

const choicesOf = (all: Record<string, { label: string }>) =>
  Object.entries(all).map(([value, { label }]) => ({ value, label }))

/** The chart of calls and credits over time. */
export function Usage() {
  const [range, setRange] = useState<Range>('day')
  const [metric, setMetric] = useState<Metric>('calls')
  return (
    <Stack gap={12} component="section" aria-label="Usage">
      <Group justify="space-between">
        <Title order={2}>{METRICS[metric].label} over time</Title>
        <Group gap={8}>
          <SegmentedControl
            size="xs"
            aria-label="Metric"
            value={metric}
            onChange={value => setMetric(value as Metric)}
            data={choicesOf(METRICS)}
          />
          <SegmentedControl
            size="xs"
            aria-label="Period"
            value={range}
            onChange={value => setRange(value as Range)}
            data={choicesOf(RANGES)}
          />
        </Group>
      </Group>
      <UsageChart range={range} metric={metric} />
    </Stack>
  )
}

/** The totals of the period: calls, success rate, duration and price. */
function Totals({ totals }: { totals: ReturnType<typeof totalsOf> }) {
  const { calls, failed, credits, ms } = totals
  return (
    <Group gap="16px 40px" align="flex-start">
      <Figure name="Calls" note={`${numberText(failed)} failed`}>
        {numberText(calls)}
      </Figure>
      <Figure name="Success rate" note="answers below 400">
        {successRate(totals) ?? '–'}
      </Figure>
      <Figure name="Average time" note="per call">
        {calls ? durationText(ms / calls) : '–'}
      </Figure>
      <Figure name="Credits" note="failed calls are free">
        {numberText(credits)}
      </Figure>
    </Group>
  )
}

function UsageChart({ range, metric }: { range: Range; metric: Metric }) {
  const usage = useQuery(usageQuery(useAccount(), range))
  if (usage.isPending) return <Skeleton height={CHART_PX} radius={6} />
  if (usage.isError) return <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />
  const rows = usage.data.data
  const spans = spansOf(rows, RANGES[range])
  const { label, series } = METRICS[metric]
  return (
    <>
      <Totals totals={totalsOf(rows)} />
      <Chart
        kind="bars"
        label={`${label} over time`}
        points={spans.map(span => span.label)}
        series={series.map(({ part, ...rest }) => ({ ...rest, values: spans.map(span => span[part]) }))}
        height={CHART_PX}
      />
      <Text size="xs" c="dimmed">
        What this app reads to show its pages is not counted.
      </Text>
    </>
  )
}
