import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { useFollow } from '../../lib/use-follow.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { BatchStateDot } from '../../ui/jobs/batch-state.tsx'
import type { Batch } from '../../ui/jobs/records.ts'
import { useTargetName } from '../../ui/jobs/targets.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { tellError } from '../../ui/tell-error.ts'
import { Time } from '../../ui/time.tsx'
import { batchQuery, isOpen, useBatchActions } from './api.ts'
import { BatchActions } from './batch-actions.tsx'
import { BatchItems } from './batch-items.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { Failures } from './failures.tsx'

/** One batch: how far it is, what failed and why, its items. */
export function BatchPage() {
  const { id = '' } = useParams()
  const query = batchQuery(useAccount(), id)
  const batch = useQuery(query)
  useFollow('batch-events', id, query.queryKey, batch.data !== undefined && isOpen(batch.data))
  if (batch.isPending) return <PageSkeleton />
  if (batch.isError)
    return (
      <Page title="Batch">
        <ErrorNotice error={batch.error} onRetry={() => void batch.refetch()} />
      </Page>
    )
  return <Shown key={id} batch={batch.data} />
}

function Shown({ batch }: { batch: Batch }) {
  const nameOf = useTargetName()
  const navigate = useNavigate()
  const { retry } = useBatchActions()
  const again = () =>
    retry.mutate(batch.id, {
      onSuccess: ({ id }) => void navigate(`/batches/${id}`),
      onError: tellError,
    })
  return (
    <Page title={batch.name ?? 'Batch'} action={<BatchActions batch={batch} />}>
      <Stack gap={32}>
        <Stack gap={16}>
          <Group gap={16}>
            <BatchStateDot batch={batch} />
            <Text size="sm" c="dimmed">
              {nameOf(batch.target)} · <span className="mono">{batch.id}</span> · made{' '}
              <Time at={batch.created_at} />
              {batch.retry_of && ' · repeats what failed in an earlier batch'}
              {batch.cron_id && ' · made by a cron'}
            </Text>
          </Group>
          <BatchProgress batch={batch} />
        </Stack>
        {batch.counts.failed > 0 && <Failures batch={batch} onRetry={again} retrying={retry.isPending} />}
        <BatchItems batch={batch} />
      </Stack>
    </Page>
  )
}
