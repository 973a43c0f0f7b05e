import { Stack, Tabs, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { errorOfRecord } from '../../lib/service/call-error.ts'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { counted } from '../../ui/counted.ts'
import { CountedList, fetchMoreOf, rowsOf } from '../../ui/lists/paged-rows.tsx'
import { numberText } from '../../ui/number-text.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RecordPage } from '../../ui/page/record-page.tsx'
import { runQuery, type WorkflowRun } from '../../ui/runs/records.ts'
import { RunsTable } from '../../ui/runs/runs-table.tsx'
import { useNodeNames } from '../../ui/runs/use-node-names.ts'
import { runsQuery } from './api.ts'
import { RunActions } from './run-actions.tsx'
import { RunFacts } from './run-facts.tsx'
import { RunSteps } from './run-steps.tsx'
import { StepItems } from './step-items.tsx'

const BACK = { to: '/runs', label: 'All runs' }

/** The page of a workflow run: its progress, its steps with their items, and its output. */
export function RunPage() {
  const { id = '' } = useParams()
  const query = useQuery(runQuery(useAccount(), id))
  return (
    <RecordPage title="Run" back={BACK} query={query}>
      {run => <RunContent key={id} run={run} />}
    </RecordPage>
  )
}

/** Returns the step to show first: the one that ended the run, the first with failures, or the last one. */
const defaultStep = ({ steps, error }: WorkflowRun): string | undefined =>
  error?.node_id ??
  steps.find(({ items_failed }) => items_failed)?.node_id ??
  steps.findLast(({ state }) => state !== 'skipped')?.node_id

function RunContent({ run }: { run: WorkflowRun }) {
  const [params, setParams] = useSearchParams()
  const node = params.get('step') ?? defaultStep(run)
  const step = run.steps.find(({ node_id }) => node_id === node)
  const nameOf = useNodeNames(run)
  return (
    <Page title={run.workflow_name} back={BACK} action={<RunActions run={run} step={step} nameOf={nameOf} />}>
      <Stack gap={24}>
        <RunFacts run={run} nameOf={nameOf} />
        {run.error && run.state === 'failed' && <ErrorNotice error={errorOf(run.error)} />}
        <RunSteps
          run={run}
          chosen={node}
          nameOf={nameOf}
          onChoose={step => setParams({ step }, { replace: true })}
        />
        {step && <StepItems key={step.node_id} run={run} step={step} name={nameOf(step.node_id)} />}
        <RunValues run={run} />
        <SubRuns run={run} />
      </Stack>
    </Page>
  )
}

/** Converts the error that ended a run early to the common form of errors. */
const errorOf = ({ code, message, hint, node_id }: NonNullable<WorkflowRun['error']>) =>
  errorOfRecord({ code: node_id ? `node ${node_id} · ${code}` : code, message, hint })

/** Says why an ended run has no output. */
const NO_OUTPUT: Partial<Record<WorkflowRun['state'], string>> = {
  failed: 'No output: the run failed.',
  cancelled: 'No output: the run was cancelled.',
}

/** The input and output of a run. */
const RunValues = ({ run }: { run: WorkflowRun }) => (
  <Stack gap={12} component="section">
    <Title order={2}>Input and output</Title>
    <Tabs defaultValue={run.output ? 'output' : 'input'} keepMounted={false}>
      <Tabs.List mb={12}>
        <Tabs.Tab value="output">Output</Tabs.Tab>
        <Tabs.Tab value="input">Input</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="output">
        <Output run={run} />
      </Tabs.Panel>
      <Tabs.Panel value="input">
        <CodeBlock code={JSON.stringify(run.input, null, 2)} what="the input" />
      </Tabs.Panel>
    </Tabs>
  </Stack>
)

function Output({ run: { output, state } }: { run: WorkflowRun }) {
  if (!output) return <Text c="dimmed">{NO_OUTPUT[state] ?? 'No output until the run has completed.'}</Text>
  const { items, total } = output
  if (!total) return <Text c="dimmed">The last nodes returned no items.</Text>
  return (
    <Stack gap={8}>
      <Text size="sm" c="dimmed">
        {items.length < total
          ? `First ${numberText(items.length)} of ${numberText(total)} items.`
          : `${counted(total, 'item')}.`}
      </Text>
      <CodeBlock code={JSON.stringify(items, null, 2)} what="the output" />
    </Stack>
  )
}

/** The sub-runs of this run, if there are any. */
function SubRuns({ run }: { run: WorkflowRun }) {
  const runs = useInfiniteQuery(runsQuery(useAccount(), { parent_run_id: run.id }))
  const rows = rowsOf(runs)
  if (runs.isError) return <ErrorNotice error={runs.error} onRetry={() => void runs.refetch()} />
  if (!rows.length) return null
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Runs of sub-workflows</Title>
      <CountedList query={runs}>
        <RunsTable label="Runs of sub-workflows" runs={rows} onEnd={fetchMoreOf(runs)} />
      </CountedList>
    </Stack>
  )
}
