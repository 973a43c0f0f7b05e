import { Button, FileButton, Group, Stack } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { hasRecords, SearchedRows, useListSearch } from '../../ui/lists/searched-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useWorkflowActions, workflowsQuery } from './api.ts'
import { TemplateCards } from './templates/template-cards.tsx'
import { WorkflowsTable } from './workflows-table.tsx'

/** The buttons that create and import a workflow. */
function NewWorkflowButtons() {
  const navigate = useNavigate()
  const { importFile } = useWorkflowActions()
  const importWorkflow = (file: File | null) =>
    file &&
    importFile.mutate(file, {
      onSuccess: ({ id }) => void navigate(`/workflows/${id}`),
      onError: notifyError,
    })
  return (
    <Group gap={8} justify="center">
      <FileButton
        accept="application/json"
        onChange={importWorkflow}
        inputProps={{ 'aria-label': 'Workflow file' }}
      >
        {props => (
          <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
            Import
          </Button>
        )}
      </FileButton>
      <Button component={Link} to="/workflows/new" leftSection={<IconPlus size={16} aria-hidden />}>
        New workflow
      </Button>
    </Group>
  )
}

/** The workflows of the account. */
export function WorkflowsPage() {
  const search = useListSearch()
  const workflows = useInfiniteQuery(workflowsQuery(useAccount(), search.wanted))

  return (
    <Page title="Workflows" action={hasRecords(workflows, search) && <NewWorkflowButtons />}>
      <SearchedRows query={workflows} search={search} noun="workflow" skeletons={8} empty={<NoWorkflows />}>
        {(rows, fetchMore) => <WorkflowsTable workflows={rows} onEnd={fetchMore} />}
      </SearchedRows>
    </Page>
  )
}

const NoWorkflows = () => (
  <Stack align="center" gap={0} pb={24} px={24}>
    <EmptyState action={<NewWorkflowButtons />} docs={{ guide: 'workflows', text: 'Guide to workflows' }}>
      A workflow chains calls. The output of each node goes item by item to the next: through filters, into a
      database, or to a webhook.
    </EmptyState>
    <TemplateCards columns={3} />
  </Stack>
)
