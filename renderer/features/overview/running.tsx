import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { loadCode } from '../../lib/load-code.ts'
import { useAccount } from '../../lib/service/account.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { runningQuery } from './api.ts'

const RunningTables = lazy(async () => ({
  default: (await loadCode(() => import('./running-tables.tsx'))).RunningTables,
}))

/** Lists running workflows, batches and other jobs; hidden while nothing runs. */
export function Running() {
  const { data, error, refetch } = useQuery(runningQuery(useAccount()))
  const count = Object.values(data ?? {}).reduce((sum, { rows }) => sum + rows.length, 0)
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data || count === 0) return null
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Running now</Title>
      <Suspense fallback={<RowsSkeleton rows={count} />}>
        <RunningTables {...data} />
      </Suspense>
    </Stack>
  )
}
