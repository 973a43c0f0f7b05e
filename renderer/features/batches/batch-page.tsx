import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { batchName } from '../../ui/jobs/batch-name.ts'
import type { Batch } from '../../ui/jobs/records.ts'
import { useTargetName } from '../../ui/jobs/targets.ts'
import { Page } from '../../ui/page/page.tsx'
import { RecordPage } from '../../ui/page/record-page.tsx'
import { batchQuery, useBatchActions } from './api.ts'
import { BatchActions } from './batch-actions.tsx'
import { BatchFacts } from './batch-facts.tsx'
import { BatchItems } from './batch-items.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { Failures } from './failures.tsx'

const BACK = { to: '/batches', label: 'All batches' }

/** The page of a batch: its progress, its failures and their causes, and its items. */
export function BatchPage() {
  const { id = '' } = useParams()
  const query = useQuery(batchQuery(useAccount(), id))
  return (
    <RecordPage title="Batch" back={BACK} query={query}>
      {batch => <BatchContent key={id} batch={batch} />}
    </RecordPage>
  )
}

function BatchContent({ batch }: { batch: Batch }) {
  const nameOf = useTargetName([batch.target])
  const navigate = useNavigate()
  const { retry } = useBatchActions()
  const retryItems = () =>
    retry.mutate(batch.id, {
      onSuccess: ({ id }) => void navigate(`/batches/${id}`),
      onError: notifyError,
    })
  return (
    <Page title={batchName(batch, nameOf)} back={BACK} action={<BatchActions batch={batch} />}>
      <Stack gap={32}>
        <Stack gap={16}>
          <BatchFacts batch={batch} />
          <BatchProgress batch={batch} />
        </Stack>
        {batch.counts.failed > 0 && (
          <Failures batch={batch} onRetry={retryItems} retrying={retry.isPending} />
        )}
        <BatchItems batch={batch} />
      </Stack>
    </Page>
  )
}
