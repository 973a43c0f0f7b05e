import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { loadCode } from '../../lib/load-code.ts'
import { operationName } from '../../ui/operation-name.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { DAYS, spentQuery } from './api.ts'
import { daysOf, seriesOf } from './days.ts'

const SpentChart = lazy(async () => ({
  default: (await loadCode(() => import('./spent-chart.tsx'))).SpentChart,
}))
const CHART_PX = 220

/** Credits per day and operation. */
export function Spent({ account }: { account: string }) {
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Spent in the last {DAYS} days</Title>
      <Chart account={account} />
    </Stack>
  )
}

function Chart({ account }: { account: string }) {
  const spent = useQuery(spentQuery(account))
  if (spent.isPending) return <Skeleton height={CHART_PX} radius={6} />
  if (spent.isError) return <ErrorNotice error={spent.error} onRetry={() => void spent.refetch()} />
  const rows = spent.data.data
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
  return (
    <>
      <Text size="sm" c="dimmed" className="tabular">
        {`${total.toLocaleString()} credits`}
      </Text>
      <Suspense fallback={<Skeleton height={CHART_PX} radius={6} />}>
        <SpentChart days={daysOf(rows, series)} series={series} height={CHART_PX} />
      </Suspense>
    </>
  )
}
