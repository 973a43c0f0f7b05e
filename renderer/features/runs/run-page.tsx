import { Stack, Tabs, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { CallError } from '../../lib/call-error.ts'
import { useFollow } from '../../lib/use-follow.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { counted } from '../../ui/counted.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import type { Run } from '../../ui/runs/records.ts'
import { RunsTable } from '../../ui/runs/runs-table.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { isOpen, runQuery, runsQuery } from './api.ts'
import { RunActions } from './run-actions.tsx'
import { RunFacts } from './run-facts.tsx'
import { RunSteps } from './run-steps.tsx'
import { StepItems } from './step-items.tsx'

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

/** What a run was given, and what it gave. */
const RunValues = ({ run }: { run: Run }) => (
  <Stack gap={12} component="section">
    <Title order={2}>Input and output</Title>
    <Tabs defaultValue={run.output ? 'output' : 'input'} keepMounted={false}>
      <Tabs.List mb={12}>
        <Tabs.Tab value="output">Output</Tabs.Tab>
        <Tabs.Tab value="input">Input</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="output">
        <Output output={run.output} />
      </Tabs.Panel>
      <Tabs.Panel value="input">
        <CodeBlock code={JSON.stringify(run.input, null, 2)} what="the input" />
      </Tabs.Panel>
    </Tabs>
  </Stack>
)

function Output({ output }: { output: Run['output'] }) {
  if (!output) return <Text c="dimmed">There is none until the run has completed.</Text>
  const { items, total } = output
  if (!total) return <Text c="dimmed">The last nodes gave nothing.</Text>
  return (
    <Stack gap={8}>
      <Text size="sm" c="dimmed">
        {items.length < total
          ? `The first ${items.length.toLocaleString()} of ${total.toLocaleString()} items.`
          : `${counted(total, 'item')}.`}
      </Text>
      <CodeBlock code={JSON.stringify(items, null, 2)} what="the output" />
    </Stack>
  )
}

/** The runs that work for this one, where there are any. */
function SubRuns({ run }: { run: Run }) {
  const runs = useInfiniteQuery(runsQuery(useAccount(), { parent_run_id: run.id }))
  const rows = runs.data?.pages.flatMap(page => page.data) ?? []
  if (!rows.length) return null
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Runs of sub-workflows</Title>
      <RunsTable
        label="Runs of sub-workflows"
        runs={rows}
        onEnd={() => void (runs.hasNextPage && !runs.isFetching && runs.fetchNextPage())}
      />
    </Stack>
  )
}
