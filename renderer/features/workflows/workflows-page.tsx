import { Button, FileButton, Group } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { tellError } from '../../ui/tell-error.ts'
import { useWorkflowActions, workflowsQuery } from './api.ts'
import { WorkflowsTable } from './workflows-table.tsx'

/** A new workflow, drawn or out of a file. */
function MakeButtons() {
  const navigate = useNavigate()
  const { importFile } = useWorkflowActions()
  const take = (file: File | null) =>
    file &&
    importFile.mutate(file, { onSuccess: ({ id }) => void navigate(`/workflows/${id}`), onError: tellError })
  return (
    <Group gap={8}>
      <FileButton
        accept="application/json"
        onChange={take}
        inputProps={{ 'aria-label': 'File of a workflow' }}
      >
        {props => (
          <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
            Import
          </Button>
        )}
      </FileButton>
      <Button component={Link} to="/workflows/new" leftSection={<IconPlus size={16} aria-hidden />}>
        Make workflow
      </Button>
    </Group>
  )
}

/** The workflows of the account. */
export function WorkflowsPage() {
  const workflows = useInfiniteQuery(workflowsQuery(useAccount()))
  const rows = workflows.data?.pages.flatMap(page => page.data) ?? []
  return (
    <Page title="Workflows" action={rows.length > 0 && <MakeButtons />}>
      {workflows.isPending ? (
        <RowsSkeleton rows={8} />
      ) : workflows.isError ? (
        <ErrorNotice error={workflows.error} onRetry={() => void workflows.refetch()} />
      ) : rows.length ? (
        <WorkflowsTable
          workflows={rows}
          onEnd={() => void (workflows.hasNextPage && !workflows.isFetching && workflows.fetchNextPage())}
        />
      ) : (
        <EmptyState action={<MakeButtons />} docs={{ guide: 'workflows', text: 'Guide to workflows' }}>
          A workflow chains calls: what one gives goes item by item to the next, through filters, into a
          database, out to a webhook.
        </EmptyState>
      )}
    </Page>
  )
}
