import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Chart } from '../../ui/charts/chart.tsx'
import { counted } from '../../ui/counted.ts'
import { operationName } from '../../ui/operation-name.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { DAYS, spentQuery } from './api.ts'
import { daysOf, seriesOf } from './days.ts'

const CHART_PX = 220

/** The chart of the credits spent by day and operation. */
export function Spent({ account }: { account: string }) {
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Spent in the last {DAYS} days</Title>
      <SpentChart account={account} />
    </Stack>
  )
}

function SpentChart({ account }: { account: string }) {
  const usage = useQuery(spentQuery(account))
  if (usage.isPending) return <Skeleton height={CHART_PX} radius={6} />
  if (usage.isError) return <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />
  const rows = usage.data.data
    .filter(({ credits }) => credits > 0)
    .map(row => ({ ...row, operation: operationName(row.operation) }))
  if (!rows.length)
    return (
      <EmptyState docs={{ href: '/v1/apis', text: 'Available APIs' }}>
        No credits spent. Only successful calls cost credits; failed calls are free.
      </EmptyState>
    )
  const total = rows.reduce((sum, { credits }) => sum + credits, 0)
  const series = seriesOf(rows)
  const days = daysOf(rows, series)
  return (
    <>
      <Text size="sm" c="dimmed" className="tabular">
        {counted(total, 'credit')}
      </Text>
      <Chart
        kind="bars"
        label="Credits per day by operation"
        points={days.map(({ label }) => label)}
        series={series.map(name => ({ name, values: days.map(({ credits }) => credits.get(name) ?? 0) }))}
        height={CHART_PX}
      />
    </>
  )
}
