import { Group, Stack, Text } from '@mantine/core'
import { useNavigate, useParams } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { useFollowed } from '../../lib/use-follow.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { BatchStateDot } from '../../ui/jobs/batch-state.tsx'
import type { Batch } from '../../ui/jobs/records.ts'
import { useTargetName } from '../../ui/jobs/targets.ts'
import { Page } from '../../ui/page/page.tsx'
import { RecordPage } from '../../ui/page/record-page.tsx'
import { Time } from '../../ui/time.tsx'
import { batchQuery, isOpen, useBatchActions } from './api.ts'
import { BatchActions } from './batch-actions.tsx'
import { BatchItems } from './batch-items.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { Failures } from './failures.tsx'

const BACK = { to: '/batches', label: 'All batches' }

/** One batch: its progress, what failed and why, its items. */
export function BatchPage() {
  const { id = '' } = useParams()
  const query = useFollowed('batch-events', id, batchQuery(useAccount(), id), isOpen)
  return (
    <RecordPage title="Batch" back={BACK} query={query}>
      {batch => <Shown key={id} batch={batch} />}
    </RecordPage>
  )
}

function Shown({ batch }: { batch: Batch }) {
  const nameOf = useTargetName()
  const navigate = useNavigate()
  const { retry } = useBatchActions()
  const again = () =>
    retry.mutate(batch.id, {
      onSuccess: ({ id }) => void navigate(`/batches/${id}`),
      onError: notifyError,
    })
  return (
    <Page
      title={batch.name ?? `Batch of ${nameOf(batch.target)}`}
      back={BACK}
      action={<BatchActions batch={batch} />}
    >
      <Stack gap={32}>
        <Stack gap={16}>
          <Group gap={16}>
            <BatchStateDot batch={batch} />
            <Text size="sm" c="dimmed">
              {nameOf(batch.target)} · <span className="mono">{batch.id}</span> · created{' '}
              <Time at={batch.created_at} />
              {batch.retry_of && ' · retries the failed items of an earlier batch'}
              {batch.cron_id && ' · created by a cron'}
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
