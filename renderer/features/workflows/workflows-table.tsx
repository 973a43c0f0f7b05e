import { Button, Group } from '@mantine/core'
import { useNavigate } from 'react-router'
import { call } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { RowLink } from '../../ui/lists/links.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { type State, StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { useWorkflowActions, type Workflow } from './api.ts'

const STATES: Record<Workflow['state'], State> = { draft: 'warn', active: 'good', archived: 'quiet' }

const COLUMNS: Column<Workflow>[] = [
  {
    name: 'Name',
    grow: 3,
    show: ({ id, name, description }) => <RowLink to={`/workflows/${id}`} name={name} note={description} />,
  },
  { name: 'State', show: ({ state }) => <StateDot state={STATES[state]}>{state}</StateDot> },
  { name: 'Nodes', right: true, show: ({ nodes }) => nodes.length },
  { name: 'Version', right: true, show: ({ version }) => version },
  { name: 'Changed', grow: 1.2, show: ({ updated_at }) => <Time at={updated_at} /> },
]

/** Workflows, newest first. */
export function WorkflowsTable({ workflows, onEnd }: { workflows: readonly Workflow[]; onEnd: () => void }) {
  const navigate = useNavigate()
  return (
    <DataTable
      label="Workflows"
      rows={workflows}
      idOf={({ id }) => id}
      columns={COLUMNS}
      onEnd={onEnd}
      onOpen={({ id }) => void navigate(`/workflows/${id}`)}
      actionsPx={150}
      actions={workflow => <Actions workflow={workflow} />}
    />
  )
}

function Actions({ workflow }: { workflow: Workflow }) {
  const { remove } = useWorkflowActions()
  const exportFile = async () => {
    const file = await call('workflow-export', { id: workflow.id })
    saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `${workflow.name}.json`)
  }
  return (
    <Group gap={4} wrap="nowrap" onClick={event => event.stopPropagation()}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Export ${workflow.name}`}
        onClick={() => void exportFile().catch(notifyError)}
      >
        Export
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Delete ${workflow.name}`}
        onClick={() => remove.mutate(workflow, { onError: notifyError })}
      >
        Delete
      </Button>
    </Group>
  )
}
