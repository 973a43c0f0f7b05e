import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { statusQuery } from '../../lib/machine.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { BatchesTable } from '../../ui/jobs/batches-table.tsx'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { RunsTable } from '../../ui/runs/runs-table.tsx'
import { runningQuery, type UsageRow, usageQuery } from './api.ts'
import { FirstSteps } from './first-steps.tsx'
import { Health } from './health.tsx'
import { LastFailures } from './last-failures.tsx'
import { Usage } from './usage.tsx'

/** The service at a glance: addresses, health, usage, errors. */
export function OverviewPage() {
  return (
    <Page title="Overview">
      <Stack gap={32}>
        <Addresses />
        <Health />
        <Running />
        <Calls />
      </Stack>
    </Page>
  )
}

/** The app's own list calls do not count as use. */
const isUse = ({ credits, failed }: UsageRow) => credits > 0 || failed > 0

/** The usage; before the first use, first steps. */
function Calls() {
  const usage = useQuery(usageQuery(useAccount(), 'quarter'))
  if (usage.isPending) return <RowsSkeleton rows={8} />
  if (usage.isError) return <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />
  if (!usage.data.data.some(isUse)) return <FirstSteps />
  return (
    <>
      <Usage />
      <LastFailures />
    </>
  )
}

/** The addresses of the service. */
function Addresses() {
  const status = useQuery(statusQuery)
  if (status.isPending) return <RowsSkeleton rows={2} />
  if (status.isError) return <ErrorNotice error={status.error} onRetry={() => void status.refetch()} />
  const { address } = status.data
  return (
    <Group gap={32}>
      <Address name="REST" address={`${address}/v1`} />
      <Address name="MCP" address={`${address}/mcp`} />
    </Group>
  )
}

const Address = ({ name, address }: { name: string; address: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Group gap={4}>
      <span className="mono">{address}</span>
      <CopyButton text={address} what={`the ${name} address`} />
    </Group>
  </div>
)

/** Running workflows, batches and other jobs; hidden while nothing runs. */
function Running() {
  const { data } = useQuery(runningQuery(useAccount()))
  if (!data || data.runs.length + data.batches.length + data.jobs.length === 0) return null
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Running now</Title>
      {data.runs.length > 0 && <RunsTable label="Running workflows" runs={data.runs} />}
      {data.batches.length > 0 && <BatchesTable batches={data.batches} />}
      {data.jobs.length > 0 && <JobsTable label="Running jobs" jobs={data.jobs} />}
    </Stack>
  )
}
