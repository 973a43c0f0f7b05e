import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { Addresses } from './addresses.tsx'
import { type UsageRow, usageQuery } from './api.ts'
import { FirstSteps } from './first-steps.tsx'
import { Health } from './health.tsx'
import { LastFailures } from './last-failures.tsx'
import { Running } from './running.tsx'
import { Usage } from './usage.tsx'

/** How the service is, at one look: where, how well, how much, what went wrong. */
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

/** Lists that pages of the app fetch are calls too, but not yet a use of Winnow. */
const isUse = ({ credits, failed }: UsageRow) => credits > 0 || failed > 0

/** What was called; before the first use, what to begin with. */
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
