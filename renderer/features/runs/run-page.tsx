import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { CallError } from '../../lib/call-error.ts'
import { useFollow } from '../../lib/use-follow.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import type { Run } from '../../ui/runs/records.ts'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { isOpen, runQuery } from './api.ts'
import { RunActions } from './run-actions.tsx'
import { RunFacts } from './run-facts.tsx'
import { RunSteps } from './run-steps.tsx'
import { RunValues } from './run-values.tsx'
import { StepItems } from './step-items.tsx'
import { SubRuns } from './sub-runs.tsx'

/** One run: how far it is, its steps with their items, what it gave. */
export function RunPage() {
  const { id = '' } = useParams()
  const query = runQuery(useAccount(), id)
  const run = useQuery(query)
  useFollow('workflow-run-events', id, query.queryKey, run.data !== undefined && isOpen(run.data))
  if (run.isPending) return <PageSkeleton />
  if (run.isError)
    return (
      <Page title="Run">
        <ErrorNotice error={run.error} onRetry={() => void run.refetch()} />
      </Page>
    )
  return <Shown key={id} run={run.data} />
}

/** Where something failed, else where it ended. */
const mostTelling = ({ steps, error }: Run): string | undefined =>
  error?.node_id ??
  steps.find(({ items_failed }) => items_failed)?.node_id ??
  steps.findLast(({ state }) => state !== 'skipped')?.node_id

function Shown({ run }: { run: Run }) {
  const [params, setParams] = useSearchParams()
  const node = params.get('step') ?? mostTelling(run)
  const step = run.steps.find(({ node_id }) => node_id === node)
  return (
    <Page title={run.workflow_name} action={<RunActions run={run} step={step} />}>
      <Stack gap={24}>
        <RunFacts run={run} />
        {run.error && run.state === 'failed' && <ErrorNotice error={errorOf(run.error)} />}
        <RunSteps run={run} chosen={node} onChoose={step => setParams({ step }, { replace: true })} />
        {step && <StepItems key={step.node_id} run={run} step={step} />}
        <RunValues run={run} />
        <SubRuns run={run} />
      </Stack>
    </Page>
  )
}

/** Why a run ended early, in the shape of all errors. */
const errorOf = ({ code, message, hint, node_id }: NonNullable<Run['error']>) =>
  new CallError(0, {
    error: message,
    detail: code,
    ...(hint && { hint }),
    ...(node_id && { field: node_id }),
  })
