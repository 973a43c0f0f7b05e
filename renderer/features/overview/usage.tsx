import { Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { RANGES, type Range, usageQuery } from './api.ts'
import { spansOf, totalsOf } from './spans.ts'

const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.tsx')).UsageChart }))
const CHART_PX = 220

/** Calls and credits over time. */
export function Usage() {
  const [range, setRange] = useState<Range>('day')
  return (
    <Stack gap={12} component="section">
      <Group justify="space-between">
        <Title order={2}>Calls</Title>
        <SegmentedControl
          size="xs"
          aria-label="Span of time"
          value={range}
          onChange={value => setRange(value as Range)}
          data={Object.entries(RANGES).map(([value, { label }]) => ({ value, label }))}
        />
      </Group>
      <Chart range={range} />
    </Stack>
  )
}

function Chart({ range }: { range: Range }) {
  const usage = useQuery(usageQuery(useAccount(), range))
  if (usage.isPending) return <Skeleton height={CHART_PX} radius={6} />
  if (usage.isError) return <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />
  const rows = usage.data.data
  if (!rows.length)
    return (
      <EmptyState docs={{ href: '/v1/apis', text: 'What there is to call' }}>
        No call in this time. Each one shows up here with what it cost; only success costs anything.
      </EmptyState>
    )
  const { calls, failed, credits } = totalsOf(rows)
  return (
    <>
      <Text size="sm" c="dimmed" className="tabular">
        {`${calls.toLocaleString()} calls · ${failed.toLocaleString()} failed · ${credits.toLocaleString()} credits`}
      </Text>
      <Suspense fallback={<Skeleton height={CHART_PX} radius={6} />}>
        <UsageChart spans={spansOf(rows, RANGES[range])} height={CHART_PX} />
      </Suspense>
    </>
  )
}
